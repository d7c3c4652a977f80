//! A program without the standard library that links `riposte-movegen`. The
//! compiler refuses the panic handler below if any crate it links brings the
//! standard library, and with it another handler, along.
#![no_std]

use core::panic::PanicInfo;

/// Legal moves on a board with nothing on it: none, but the code is linked.
#[unsafe(no_mangle)]
pub extern "C" fn count_moves() -> u32 {
    let situation = riposte_movegen::Situation {
        side: riposte_movegen::Color::White,
        en_passant: None,
        castling: riposte_movegen::Castling::NONE,
        checkers: riposte_movegen::Bitboard::EMPTY,
        pinned: riposte_movegen::Bitboard::EMPTY,
    };
    riposte_movegen::count_legal(&riposte_movegen::Placement::EMPTY, &situation)
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}

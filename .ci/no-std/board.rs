//! A program with an allocator and without the standard library that links
//! `riposte-board`; see `movegen.rs`.
#![no_std]

extern crate alloc;

use alloc::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr;

/// Never has memory: the program is linked and not run.
struct Nothing;

// SAFETY: it hands out no memory.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Nothing = Nothing;

/// Moves, texts and errors, so that their code is linked.
#[unsafe(no_mangle)]
pub extern "C" fn count_texts() -> usize {
    let board = riposte_board::Board::startpos();
    let moves = board.legal_moves();
    let texts = moves.iter().map(|&mv| board.san(mv).len()).sum::<usize>();
    texts + riposte_board::Board::from_fen(&board.fen()).map_or(0, |board| board.ply())
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}

//! A FEN is refused in one readable line, or it is a position with which
//! everything can be done.
#![no_main]

use libfuzzer_sys::fuzz_target;
use riposte_board::Board;
use riposte_fuzz::{check_message, check_moves, check_text};

fuzz_target!(|text: &str| {
    match Board::from_fen(text) {
        Err(error) => check_message(&error),
        Ok(mut board) => {
            check_text(&board);
            check_moves(&mut board);
        }
    }
});

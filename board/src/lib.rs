//! A chess position with everything an engine keeps up to date on it.
#![forbid(unsafe_code)]

mod board;
mod check;
mod cuckoo;
mod draw;
mod fen;
mod observer;
mod perft;
mod repetition;
mod see;
mod state;
mod text;
mod zobrist;

pub use board::Board;
pub use fen::{CastlingFault, EnPassantFault, FenError, Field};
pub use observer::Observer;
pub use see::SEE_VALUES;
pub use text::MoveTextError;

//! Files of scored games: `riposte-tools datagen` writes them, `riposte-trainer` reads them.
//!
//! # Formats
//!
//! Files whose name ends in [`EXTENSION`] are written in blocks of compact games, about
//! 1.3 bytes a position, which `blocks` and `compact` describe; other files in
//! viriformat, 4.3 bytes a position. Both are recognised by their bytes and may even
//! follow each other in one file.
//!
//! Viriformat is the format of the crate of that name, which other
//! trainers read too. A file is nothing but games, one after the other; all
//! numbers are little-endian, squares count from a1 = 0 to h8 = 63.
//!
//! A game begins with 32 bytes for the position it starts from, which here is
//! the one after the random opening moves:
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | occupied squares, one bit each |
//! | 8..24 | 4 bits per piece in the order of their squares, the low half of a byte first: pawn 0, knight, bishop, rook, queen, king 5, rook with a castling right 6; plus 8 if it is black |
//! | 24 | en passant square or 64; plus 128 if black is to move |
//! | 25 | half-moves since the last capture or pawn move |
//! | 26..28 | number of the full move |
//! | 28..30 | a score; always 0 here, as the scores stand with the moves |
//! | 30 | result: 0 black won, 1 draw, 2 white won |
//! | 31 | free; here how the game ended, see [`Ending`] |
//!
//! Then come four bytes for each move, and four zero bytes end the game. The
//! first two are the move: from (6 bits), to (6 bits, castling as the king
//! taking its own rook), promotion (2 bits, knight 0 to queen 3) and kind (2
//! bits: 1 en passant, 2 castling, 3 promotion). The other two are the score that
//! the search found for the position *before* the move, **from white's point of
//! view**, in the raw units of the search; mate in `n` plies is `32000 - n` and
//! its negative. A score of 32000 stands where the position has none.
//!
//! The crate `viriformat` itself is used only in the tests, which let it read what is
//! written here: it panics on bytes that are no game, while the tools have to
//! name the place of the error.
#![forbid(unsafe_code)]

mod blocks;
mod compact;
mod create;
mod error;
mod game;
mod header;
mod parallel;
mod read;
mod rules;
#[cfg(test)]
mod tests;
mod write;

pub use blocks::EXTENSION;
pub use create::{CreateError, NewFile};
pub use error::{Fault, FaultKind};
pub use game::{Ending, Game, Outcome, Played};
pub use parallel::{Chunk, Chunks, read_in_parallel};
pub use read::{ReadError, Reader, count, is_truncation};
pub use rules::end_by_rules;
pub use write::{AppendError, Appender, Found};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

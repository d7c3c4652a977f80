//! A chess position with everything an engine keeps up to date on it.
//!
//! `riposte-movegen` says which moves are legal; this crate plays them. A
//! [`Board`] knows at any time its Zobrist keys, what stands on each square,
//! who gives check and who is pinned, and the positions it came from.
//!
//! ```
//! use riposte_board::{Board, SeeValue};
//!
//! let mut board = Board::startpos();
//! for text in ["e2e4", "e7e5", "g1f3"] {
//!     let mv = board.parse_uci(text)?;
//!     board.make(mv);
//! }
//! assert_eq!(board.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
//!
//! let defence = board.parse_san("Nc6")?;
//! assert!(board.see_ge(defence, SeeValue::ZERO) && !board.gives_check(defence));
//! while board.ply() > 0 {
//!     board.unmake();
//! }
//! assert_eq!(board.perft(3), 8_902);
//! # Ok::<(), riposte_board::MoveTextError>(())
//! ```
//!
//! # Positions
//!
//! A [`Position`] is a small value without history. A [`Board`] is a position with
//! the positions it came from; both convert into each other.
//!
//! [`Board::from_fen`] reads FEN, X-FEN and Shredder-FEN without a hint
//! which, and refuses what no game can lead to with a [`FenError`] that names
//! the error; [`Board::from_fen_lenient`] takes what people set up. A board always
//! holds a position that the generator can trust.
//!
//! ```
//! use riposte_board::Board;
//!
//! let error = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "castling right 'K' is impossible: there is no rook for it",
//! );
//! ```
//!
//! # Making moves
//!
//! [`Board::make`] and [`Board::unmake`] follow a search down the tree and back;
//! [`Board::make_null`] passes. There is one make-move. An evaluator that wants
//! to know which pieces moved passes itself to [`Board::make_with`] as an
//! [`Observer`]; without one, nothing is compiled in.
//!
//! Before each move the position, four cache lines, is copied; taking a move
//! back copies it in return. On the machine that it is compiled for that is faster
//! than undoing the move, and there is no second way of moving pieces to keep right. The
//! current state lies in the board itself: as the top of the stack it would not be copied
//! back, but every accessor would have to find it.
//!
//! # Draws
//!
//! [`Board::is_repetition`] and [`Board::has_upcoming_repetition`] know how far
//! the root of a search is, [`Position::is_draw_by_fifty`] knows that mate comes
//! first, [`Position::is_insufficient_material`] knows when neither side can win.
//!
//! # Conventions
//!
//! - Castling is a [`riposte_movegen::Move`] of the king onto its own rook, in
//!   standard chess too. Text in and out may use the king's two steps.
//! - An en passant square is set, and part of the key, only if such a capture
//!   is legal. So positions that are equal in play have equal keys and texts.
//! - Only legal moves may be made. [`Position::is_legal`] answers for any 16 bits,
//!   such as a move from a transposition table.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod check;
mod cuckoo;
mod fen;
mod observer;
mod outcome;
mod perft;
mod polyglot;
mod position;
mod repetition;
mod see;
#[cfg(feature = "serde")]
mod serialize;
mod state;
mod text;
mod zobrist;

pub use board::Board;
pub use check::CheckSquares;
pub use fen::{CastlingError, EnPassantError, FenError, Field};
pub use observer::Observer;
pub use outcome::Outcome;
pub use position::{IllegalMove, Position};
pub use see::{SEE_VALUES, SeeValue};
pub use text::MoveTextError;
pub use zobrist::SplitMix;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

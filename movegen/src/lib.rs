//! Legal chess move generation on magic bitboards.
//!
//! The crate works on plain data: a [`Placement`] says where the men stand, a
//! [`Situation`] says whose turn it is and what that side may do. Nothing here
//! makes a move, keeps a key or reads text; that is `riposte-board`.
//!
//! It is `no_std`, allocates nothing and contains no `unsafe`.
#![no_std]
#![forbid(unsafe_code)]

mod bitboard;
mod castling;
mod color;
mod moves;
mod piece;
mod placement;
mod situation;
mod square;

pub use bitboard::Bitboard;
pub use castling::{Castling, Wing};
pub use color::Color;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList, Promotion};
pub use piece::{Piece, PieceType};
pub use placement::Placement;
pub use situation::Situation;
pub use square::{File, Rank, Square};

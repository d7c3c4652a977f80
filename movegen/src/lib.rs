//! Legal chess move generation on magic bitboards.
//!
//! The crate works on plain data: a [`Placement`] says where the men stand, a
//! [`Situation`] says whose turn it is and what that side may do. Nothing here
//! makes a move, keeps a key or reads text; that is `riposte-board`.
//!
//! It is `no_std` and allocates nothing. Its one `unsafe` block is the PEXT
//! instruction, which has no safe form outside functions that demand the CPU
//! feature of all their callers.
#![no_std]
#![deny(unsafe_code)]
// The slider tables take the compiler a few seconds.
#![allow(long_running_const_eval)]

mod attackers;
pub mod attacks;
mod bitboard;
mod castling;
mod color;
mod generate;
mod moves;
mod piece;
mod placement;
mod situation;
mod square;

pub use attackers::{
    attacked_by, attacked_by_minors, attacked_by_pawns, attacked_by_queens, attacked_by_rooks,
    attackers_to,
};
pub use attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks,
};
pub use bitboard::Bitboard;
pub use castling::{Castling, Wing};
pub use color::Color;
pub use generate::{
    All, Evasions, Kind, Noisy, Quiet, count_legal, generate, has_legal_move, is_legal,
};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList, Promotion};
pub use piece::{Piece, PieceType};
pub use placement::Placement;
pub use situation::Situation;
pub use square::{File, Rank, Square};

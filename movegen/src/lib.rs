//! Legal chess move generation on magic bitboards.
//!
//! # Positions are plain data
//!
//! A [`Placement`] says where the pieces stand: one [`Bitboard`] (a set of
//! [`Square`]s in a `u64`) per kind of piece and one per colour. A [`Situation`]
//! says whose turn it is, what that side may still do (castling, en passant)
//! and what binds it (checkers, pins). Nothing here makes a move, keeps a key
//! or reads text; that is `riposte-board`, which also upholds what the functions
//! of this crate rely on:
//!
//! * each side has exactly one king, and the side that is not to move is not in
//!   check;
//! * [`Situation::checkers`] and [`Situation::pinned`] are those of
//!   [`Situation::checkers_and_pinned`] for the side to move;
//! * [`Situation::en_passant`] is set only if such a capture is legal, and
//!   castling rights name rooks that stand there, on the king's own rank.
//!
//! A position that breaks these rules gives wrong moves. One with more queens than
//! chess allows may have more moves than fit a list; those beyond are left out.
//!
//! # Attacks
//!
//! [`knight_attacks`] and its siblings tell which squares a piece attacks,
//! [`attackers_to`] who attacks a square and [`attacked_by`] what a side attacks
//! altogether; [`between`] and [`line()`] are the geometry behind checks and pins.
//! The tables are constants built by the compiler, so there is nothing to
//! initialise. A slider needs one look-up in a dense table of 1 MiB that both
//! sliders share, by magic multiplication.
//!
//! With the feature `pext` and on a 64-bit target with BMI2 the PEXT instruction
//! takes the place of the multiplication, for a few instructions less. Leave it
//! out of binaries for machines that you do not know: AMD processors before Zen 3
//! have BMI2, but take up to hundreds of cycles for this instruction.
//!
//! With the feature `hyperbola` and on a target with SSSE3 sliders need no dense table: it
//! takes more instructions and leaves the cache to others, such as a network.
//!
//! # Moves
//!
//! [`generate`] appends the legal moves of a [`Kind`] to a [`MoveList`]: [`All`]
//! of them, only the [`Noisy`] or only the [`Quiet`] ones. Every generated move
//! is legal; no caller has to try it on a board. [`count_legal`] and
//! [`has_legal_move`] answer without writing moves, [`visit`] reports them in sets
//! to a [`Visitor`], [`perft`] counts the tree of moves, and [`is_legal`] accepts
//! exactly the generated moves out of all bit patterns, so it vouches for a
//! [`Move`] that comes from a hash table. Castling is written as the king taking
//! its own rook, which makes Chess960 nothing special.
//!
//! ```
//! use riposte_movegen::*;
//!
//! // White: king e1, rook h1, pawn d2. Black: king e8, bishop b4.
//! let mut placement = Placement::EMPTY;
//! for (piece, name) in [
//!     (Piece::WhiteKing, "e1"),
//!     (Piece::WhiteRook, "h1"),
//!     (Piece::WhitePawn, "d2"),
//!     (Piece::BlackKing, "e8"),
//!     (Piece::BlackBishop, "b4"),
//! ] {
//!     placement.toggle(piece, Square::from_name(name).unwrap());
//! }
//! let mut castling = Castling::NONE;
//! castling.grant(Color::White, CastlingSide::King, Square::H1);
//! let side = Color::White;
//! let (checkers, pinned) = Situation::checkers_and_pinned(&placement, side);
//! let situation = Situation { side, en_passant: None, castling, checkers, pinned };
//!
//! // The bishop pins the pawn, which therefore has no move.
//! let d2 = Square::from_name("d2").unwrap();
//! assert_eq!(situation.pinned, d2.bitboard());
//! let mut moves = MoveList::new();
//! generate::<All>(&placement, &situation, &mut moves);
//! assert!(moves.iter().all(|mv| mv.from() != d2));
//!
//! // Four king moves, nine rook moves and castling.
//! assert_eq!(moves.len(), 14);
//! assert_eq!(count_legal(&placement, &situation), 14);
//! assert!(moves.contains(&Move::castle(Square::E1, Square::H1)));
//! assert!(!is_legal(&placement, &situation, Move::normal(Square::H1, Square::A1)));
//! ```
//!
//! # Without a standard library
//!
//! The crate is `no_std` and allocates nothing. There is one `unsafe` block for the
//! feature `pext` and one for `hyperbola`: their instructions have no safe form outside
//! functions that demand the CPU feature of all their callers. Without these features
//! there is none.
#![no_std]
#![deny(unsafe_code)]
// The slider tables take the compiler a few seconds.
#![allow(long_running_const_eval)]

mod attackers;
mod attacks;
mod bitboard;
mod castling;
mod color;
mod generate;
mod moves;
mod perft;
mod piece;
mod placement;
#[cfg(feature = "serde")]
mod serialize;
mod situation;
mod square;
mod text;

pub use attackers::{Threats, attacked_by, attacked_by_pawns, attackers_to, en_passant_is_legal};
pub use attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    queen_lines, rook_attacks,
};
pub use bitboard::{Bitboard, Squares};
pub use castling::{Castling, CastlingMasks, CastlingSide};
pub use color::Color;
pub use generate::{
    Aim, All, Kind, Noisy, Quiet, Visitor, count_legal, generate, generate_aimed,
    generate_with_threats, has_legal_move, is_legal, origin, visit, visit_with_threats,
};
pub use moves::{MAX_LEGAL_MOVES, MAX_MOVES, Move, MoveKind, MoveList, Promotion};
pub use perft::perft;
pub use piece::{Piece, PieceType};
pub use placement::Placement;
pub use situation::Situation;
pub use square::{File, Rank, Square};
pub use text::NameError;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

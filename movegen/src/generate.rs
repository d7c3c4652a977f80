//! Fully legal move generation.
//!
//! One walk over the men of the side to move serves all callers. It is
//! compiled for each colour, each [`Kind`] of moves and each [`Sink`]: one sink
//! writes a list, one counts squares without looking at them one by one, one
//! stops at the first move.

mod sink;
mod view;

pub use self::sink::Aim;
use self::sink::{Aimed, Any, Count, Sink};
use self::view::{Black, View, White};
use crate::{Color, Move, MoveList, Placement, Situation};

/// Which moves to generate, chosen at compile time.
pub trait Kind: kind::Sealed {
    /// Whether captures, en passant and promotions are wanted.
    const NOISY: bool;
    /// Whether all other moves are wanted.
    const QUIET: bool;
    /// Whether the caller knows that the side to move is in check.
    const EVASIONS: bool = false;
}

mod kind {
    /// Closes [`super::Kind`] to further implementors.
    pub trait Sealed {}
}

/// Every legal move.
#[derive(Clone, Copy, Debug)]
pub struct All;

/// Captures, en passant and every promotion, capturing or not.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;

/// Every move that is not noisy, castling included.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

/// Every legal move of a side that is in check; the same moves as [`All`], with
/// less code.
#[derive(Clone, Copy, Debug)]
pub struct Evasions;

impl kind::Sealed for All {}
impl kind::Sealed for Noisy {}
impl kind::Sealed for Quiet {}
impl kind::Sealed for Evasions {}

impl Kind for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Kind for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Kind for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

impl Kind for Evasions {
    const NOISY: bool = true;
    const QUIET: bool = true;
    const EVASIONS: bool = true;
}

/// Appends the legal moves of kind `K` to `moves`.
pub fn generate<K: Kind>(placement: &Placement, situation: &Situation, moves: &mut MoveList) {
    dispatch::<K, MoveList>(placement, situation, moves);
}

/// Appends those legal [`Quiet`] moves that `aim` wants, and castling; in the same
/// order as [`generate`]. Cheaper than to look through all quiet moves for the few
/// that give check.
pub fn generate_aimed(
    placement: &Placement,
    situation: &Situation,
    aim: &Aim,
    moves: &mut MoveList,
) {
    dispatch::<Quiet, Aimed<'_>>(placement, situation, &mut Aimed { moves, aim, placement });
}

/// How many legal moves there are.
pub fn count_legal(placement: &Placement, situation: &Situation) -> u32 {
    let mut count = Count::default();
    dispatch::<All, Count>(placement, situation, &mut count);
    count.0
}

/// Whether there is a legal move.
pub fn has_legal_move(placement: &Placement, situation: &Situation) -> bool {
    let mut any = Any::default();
    dispatch::<All, Any>(placement, situation, &mut any);
    any.0
}

/// Whether `mv` is legal. Any bit pattern may be asked about, so a move that
/// was stored for another position does no harm.
pub fn is_legal(placement: &Placement, situation: &Situation, mv: Move) -> bool {
    match situation.side {
        Color::White => View::<White>::new(placement, situation).is_legal(mv),
        Color::Black => View::<Black>::new(placement, situation).is_legal(mv),
    }
}

#[inline]
fn dispatch<K: Kind, S: Sink>(placement: &Placement, situation: &Situation, sink: &mut S) {
    match situation.side {
        Color::White => View::<White>::new(placement, situation).walk::<K, S>(sink),
        Color::Black => View::<Black>::new(placement, situation).walk::<K, S>(sink),
    }
}

//! Fully legal move generation.
//!
//! One walk over the pieces of the side to move serves all callers. It is
//! compiled for each colour, each [`Kind`] of moves and each [`Visitor`]: one
//! visitor writes a list, one counts squares without looking at them one by one,
//! one stops at the first move.

mod legal;
pub(crate) mod side;
pub(crate) mod view;
pub(crate) mod visitor;

use self::side::{Black, White};
use self::view::View;
pub use self::visitor::{Aim, Visitor, origin};
use self::visitor::{Aimed, Any, Count};
use crate::{Bitboard, Color, Move, MoveList, Placement, Situation};

/// Which moves to generate, chosen at compile time.
pub trait Kind {
    /// Whether captures, en passant and promotions are wanted.
    const NOISY: bool;
    /// Whether all other moves are wanted.
    const QUIET: bool;
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

/// Appends the legal moves of kind `K` to `moves`.
pub fn generate<K: Kind>(placement: &Placement, situation: &Situation, moves: &mut MoveList) {
    visit::<K, MoveList>(placement, situation, moves);
}

/// [`generate`], given all squares that the enemies of the side to move attack
/// ([`attacked_by`](crate::attacked_by)). Without check they are the squares that
/// the king may not go to, which need not be found again; in check, when the king
/// may not hide behind itself, they are not used.
pub fn generate_with_threats<K: Kind>(
    placement: &Placement,
    situation: &Situation,
    threats: Bitboard,
    moves: &mut MoveList,
) {
    visit_with_threats::<K, MoveList>(placement, situation, threats, moves);
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
    visit::<Quiet, Aimed<'_>>(placement, situation, &mut Aimed { moves, aim, placement });
}

/// How many legal moves there are.
pub fn count_legal(placement: &Placement, situation: &Situation) -> u32 {
    let mut count = Count::default();
    visit::<All, Count>(placement, situation, &mut count);
    count.0
}

/// Whether there is a legal move.
pub fn has_legal_move(placement: &Placement, situation: &Situation) -> bool {
    let mut any = Any::default();
    visit::<All, Any>(placement, situation, &mut any);
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

/// Reports the legal moves of kind `K` to `visitor`, until it is
/// [done](Visitor::done).
///
/// ```
/// use riposte_movegen::*;
///
/// /// Counts the moves of each kind of piece.
/// #[derive(Default)]
/// struct ByKind([u32; 6]);
///
/// impl Visitor for ByKind {
///     fn piece(&mut self, kind: PieceType, _: Square, targets: Bitboard) {
///         self.0[kind.index()] += targets.len();
///     }
///     fn pawns(&mut self, targets: Bitboard, _: i8) {
///         self.0[PieceType::Pawn.index()] += targets.len();
///     }
///     fn promotions(&mut self, targets: Bitboard, _: i8) {
///         self.0[PieceType::Pawn.index()] += 4 * targets.len();
///     }
///     fn special(&mut self, mv: Move) {
///         let kind = if mv.is_castle() { PieceType::King } else { PieceType::Pawn };
///         self.0[kind.index()] += 1;
///     }
/// }
///
/// let mut placement = Placement::EMPTY;
/// for (piece, name) in [
///     (Piece::WhiteKing, "a1"),
///     (Piece::WhiteQueen, "d4"),
///     (Piece::WhitePawn, "e7"),
///     (Piece::BlackKing, "h7"),
/// ] {
///     placement.toggle(piece, Square::from_name(name).unwrap());
/// }
/// let situation = Situation::new(&placement, Color::White, Castling::NONE, None);
/// let mut moves = ByKind::default();
/// visit::<All, _>(&placement, &situation, &mut moves);
/// assert_eq!(moves.0, [4, 0, 0, 0, 26, 3]);
/// ```
#[inline]
pub fn visit<K: Kind, V: Visitor>(placement: &Placement, situation: &Situation, visitor: &mut V) {
    match situation.side {
        Color::White => View::<White>::new(placement, situation).walk::<K, V>(visitor),
        Color::Black => View::<Black>::new(placement, situation).walk::<K, V>(visitor),
    }
}

/// [`visit`], given all squares that the enemies of the side to move attack; see
/// [`generate_with_threats`].
#[inline]
pub fn visit_with_threats<K: Kind, V: Visitor>(
    placement: &Placement,
    situation: &Situation,
    threats: Bitboard,
    visitor: &mut V,
) {
    let threats = situation.checkers.is_empty().then_some(threats);
    match situation.side {
        Color::White => {
            View::<White>::with_threats(placement, situation, threats).walk::<K, V>(visitor);
        }
        Color::Black => {
            View::<Black>::with_threats(placement, situation, threats).walk::<K, V>(visitor);
        }
    }
}

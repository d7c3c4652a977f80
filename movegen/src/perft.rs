//! Counting the nodes of the legal move tree.
//!
//! The last two half-moves are counted together: the replies to a move are
//! mostly those to its siblings, so [`Replies`] finds out once what they have in
//! common. Above that, moves come from the same walk as everywhere, and the kind
//! of piece that it reports is a constant in the code that makes the child.

mod common;
mod replies;

use core::marker::PhantomData;

use self::replies::Replies;
use crate::generate::side::{Black, Side, White};
use crate::generate::view::View;
use crate::{
    All, Bitboard, CastlingMasks, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Placement,
    Promotion, Situation, Square, Visitor, count_legal, en_passant_is_legal, origin,
};

/// How many sequences of `depth` legal moves start from a position. The last
/// move of each is counted without being made. The number for depth 0 is 1.
///
/// ```
/// use riposte_movegen::*;
///
/// let mut placement = Placement::EMPTY;
/// for (piece, name) in
///     [(Piece::WhiteKing, "a1"), (Piece::WhitePawn, "h2"), (Piece::BlackKing, "a8")]
/// {
///     placement.toggle(piece, Square::from_name(name).unwrap());
/// }
/// let situation = Situation::new(&placement, Color::White, Castling::NONE, None);
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&placement, &situation, depth)), [1, 5, 15, 96]);
/// ```
pub fn perft(placement: &Placement, situation: &Situation, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_legal(placement, situation)),
        _ => {
            let masks = CastlingMasks::new(situation.castling, placement);
            match situation.side {
                Color::White => count::<White>(&masks, placement, situation, depth),
                Color::Black => count::<Black>(&masks, placement, situation, depth),
            }
        }
    }
}

/// Counts from a position with side `S` to move; `depth` is at least 2.
fn count<S: Side>(
    masks: &CastlingMasks,
    placement: &Placement,
    situation: &Situation,
    depth: u32,
) -> u64 {
    let view = View::<S>::new(placement, situation);
    let parent = Parent { masks, placement, situation };
    if depth == 2 {
        let replying = Situation::new(placement, !S::COLOR, situation.castling, None);
        let mut replies = Replies::<S>::new(parent, &replying);
        view.walk::<All, _>(&mut replies);
        replies.count
    } else {
        let mut children = Children::<S> { parent, depth, count: 0, side: PhantomData };
        view.walk::<All, _>(&mut children);
        children.count
    }
}

/// A position whose moves are made.
#[derive(Clone, Copy)]
struct Parent<'a> {
    masks: &'a CastlingMasks,
    placement: &'a Placement,
    situation: &'a Situation,
}

impl Parent<'_> {
    /// The placement after an ordinary move of side `S`.
    #[inline(always)]
    fn child<S: Side>(&self, kind: PieceType, from: Square, to: Square) -> Placement {
        self.placement.with_move(Piece::new(S::COLOR, kind), from, to)
    }

    /// The placement after a pawn of side `S` has become another piece.
    fn promoted<S: Side>(&self, from: Square, to: Square, promotion: Promotion) -> Placement {
        let mut child = self.child::<S>(PieceType::Pawn, from, to);
        child.toggle(Piece::new(S::COLOR, PieceType::Pawn), to);
        child.toggle(Piece::new(S::COLOR, promotion.piece_type()), to);
        child
    }

    /// The placement after castling or an en passant capture.
    fn after_special<S: Side>(&self, mv: Move) -> Placement {
        let (from, to) = (mv.from(), mv.to());
        let mut child = *self.placement;
        if mv.kind() == Some(MoveKind::Castle) {
            let wing = if to > from { CastlingSide::King } else { CastlingSide::Queen };
            let king = Piece::new(S::COLOR, PieceType::King);
            let rook = Piece::new(S::COLOR, PieceType::Rook);
            child.toggle(king, from);
            child.toggle(rook, to);
            child.toggle(king, wing.king_target(S::COLOR));
            child.toggle(rook, wing.rook_target(S::COLOR));
        } else {
            let victim = to.forward(!S::COLOR);
            child.toggle(Piece::new(!S::COLOR, PieceType::Pawn), victim);
            child = child.with_move(Piece::new(S::COLOR, PieceType::Pawn), from, to);
        }
        child
    }

    /// The situation after a move of side `S` between these squares that led to
    /// `child`. `passed` is the square that a pawn has jumped over.
    #[inline]
    fn situation_after<S: Side>(
        &self,
        child: &Placement,
        from: Square,
        to: Square,
        passed: Option<Square>,
    ) -> Situation {
        let castling = self.masks.after(self.situation.castling, from, to);
        let side = !S::COLOR;
        let en_passant = passed.filter(|&passed| en_passant_is_legal(child, side, passed));
        Situation::new(child, side, castling, en_passant)
    }
}

/// The square that a pawn going to `to` has jumped over, if it went two steps.
#[inline]
fn passed_by<S: Side>(to: Square, step: i8) -> Option<Square> {
    (step == 2 * S::UP).then(|| to.forward(!S::COLOR))
}

/// Makes every move of side `S` and counts from there.
struct Children<'a, S> {
    parent: Parent<'a>,
    depth: u32,
    count: u64,
    side: PhantomData<S>,
}

impl<S: Side> Children<'_, S> {
    #[inline(never)]
    fn enter(&mut self, child: &Placement, from: Square, to: Square, passed: Option<Square>) {
        let situation = self.parent.situation_after::<S>(child, from, to, passed);
        self.count += count::<S::Other>(self.parent.masks, child, &situation, self.depth - 1);
    }
}

impl<S: Side> Visitor for Children<'_, S> {
    #[inline]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        for to in targets {
            self.enter(&self.parent.child::<S>(kind, from, to), from, to, None);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            let child = self.parent.child::<S>(PieceType::Pawn, from, to);
            self.enter(&child, from, to, passed_by::<S>(to, step));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            for promotion in Promotion::ALL {
                let child = self.parent.promoted::<S>(from, to, promotion);
                self.enter(&child, from, to, None);
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        let child = self.parent.after_special::<S>(mv);
        self.enter(&child, mv.from(), mv.to(), None);
    }
}

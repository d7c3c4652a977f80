//! The replies to all moves of one position.
//!
//! Most moves leave most of the replies as they are. [`Common`] says once which
//! squares matter to what: to the checks and pins of the replying side, to the
//! squares of its king, to its sliders, to its pawns. A move that touches none of
//! them needs the king's moves alone to be counted anew; one that gives check or
//! changes a pin is made and its replies are counted from nothing.

use super::common::Common;
use super::{Parent, passed_by};
use crate::attacks::{king_attacks, knight_attacks, pawn_attacks, slider_attacks};
use crate::generate::side::Side;
use crate::generate::view::View;
use crate::generate::visitor::Count;
use crate::{
    All, Bitboard, Move, PieceType, Placement, Promotion, Situation, Square, Visitor, origin,
};

/// Counts the replies to the moves of side `S`.
pub(super) struct Replies<'a, S: Side> {
    parent: Parent<'a>,
    common: Common<'a, S>,
    pub(super) count: u64,
}

impl<'a, S: Side> Replies<'a, S> {
    pub(super) fn new(parent: Parent<'a>, replying: &'a Situation) -> Self {
        Self { parent, common: Common::new(parent, replying), count: 0 }
    }

    /// Counts the replies in `child` without knowing anything of them.
    #[inline(never)]
    fn count_anew(&mut self, child: &Placement, from: Square, to: Square, passed: Option<Square>) {
        let situation = self.parent.situation_after::<S>(child, from, to, passed);
        let mut count = Count::default();
        View::<S::Other>::new(child, &situation).walk::<All, _>(&mut count);
        self.count += u64::from(count.0);
    }

    /// Counts the replies to a capture that leaves checks and pins as they are.
    /// `others` is what the pieces that stay attack near the king.
    #[inline]
    fn count_after_capture(&mut self, kind: PieceType, from: Square, to: Square, others: Bitboard) {
        let danger = others | self.attacks_without_king(kind, from, to);
        let child = self.parent.child::<S>(kind, from, to);
        let castling = self.parent.masks.after(self.parent.situation.castling, from, to);
        self.count += u64::from(self.common.count_after_capture(&child, castling, danger));
    }

    /// Counts the replies to a move to an empty square that leaves checks and
    /// pins as they are.
    #[inline]
    fn count_after_quiet(&mut self, kind: PieceType, from: Square, to: Square, others: Bitboard) {
        let danger = others | self.attacks_without_king(kind, from, to);
        self.count += u64::from(self.common.count_after_quiet(from, to, danger));
    }

    /// What a piece attacks from `to`, looking through the replying king.
    #[inline]
    fn attacks_without_king(&self, kind: PieceType, from: Square, to: Square) -> Bitboard {
        attacks::<S>(kind, to, self.common.occupied_without_king.without(from))
    }
}

/// What a piece of side `S` attacks.
#[inline]
fn attacks<S: Side>(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn_attacks(S::COLOR, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::King => king_attacks(square),
        _ => slider_attacks(kind, square, occupied),
    }
}

impl<S: Side> Visitor for Replies<'_, S> {
    #[inline]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        let (captures, quiets) = self.common.harmless(kind, from, targets);
        for to in targets - captures - quiets {
            let child = self.parent.child::<S>(kind, from, to);
            self.count_anew(&child, from, to, None);
        }
        let before = attacks::<S>(kind, from, self.common.occupied_without_king);
        let others = self.common.attacked_without(before);
        for to in captures {
            self.count_after_capture(kind, from, to, others);
        }
        for to in quiets {
            self.count_after_quiet(kind, from, to, others);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            let kind = PieceType::Pawn;
            let passed = passed_by::<S>(to, step);
            let (captures, quiets) = self.common.harmless(kind, from, to.bitboard());
            let is_capturable =
                passed.is_some_and(|passed| self.common.may_capture_en_passant(passed));
            if (captures | quiets).is_empty() || is_capturable {
                let child = self.parent.child::<S>(kind, from, to);
                self.count_anew(&child, from, to, passed);
                continue;
            }
            let others = self.common.attacked_without(pawn_attacks(S::COLOR, from));
            if captures.any() {
                self.count_after_capture(kind, from, to, others);
            } else {
                self.count_after_quiet(kind, from, to, others);
            }
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            for promotion in Promotion::ALL {
                let child = self.parent.promoted::<S>(from, to, promotion);
                self.count_anew(&child, from, to, None);
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        let child = self.parent.after_special::<S>(mv);
        self.count_anew(&child, mv.from(), mv.to(), None);
    }
}

//! The test of single moves.

use super::side::Side;
use super::view::View;
use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};
use crate::{Bitboard, CastlingSide, Move, MoveKind, PieceType, Rank, Square};

impl<S: Side> View<'_, S> {
    fn may_castle(&self, rook: Square) -> bool {
        let on_wing = |wing: CastlingSide| {
            let crossed = self.castling_path(wing);
            self.situation.castling.rook(S::COLOR, wing) == Some(rook)
                && crossed.any()
                && crossed.within(self.safe(crossed))
        };
        self.situation.checkers.is_empty() && CastlingSide::ALL.into_iter().any(on_wing)
    }

    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if !self.own.has(from) {
            return false;
        }
        let last_rank = Rank::R8.relative_to(S::COLOR);
        let pawn = self.kind(PieceType::Pawn).has(from);
        match mv.kind() {
            Some(MoveKind::Normal) if pawn => to.rank() != last_rank && self.pawn_goes(from, to),
            Some(MoveKind::Normal) => self.piece_goes(from, to),
            Some(MoveKind::Promotion(_)) => {
                pawn && to.rank() == last_rank && self.pawn_goes(from, to)
            }
            Some(MoveKind::EnPassant) => {
                pawn && self.situation.en_passant == Some(to)
                    && pawn_attacks(S::COLOR, from).has(to)
                    && self.en_passant_is_safe(from, to)
            }
            Some(MoveKind::Castle) => from == self.king && self.may_castle(to),
            None => false,
        }
    }

    fn pawn_goes(&self, from: Square, to: Square) -> bool {
        let start_rank = Rank::R2.relative_to(S::COLOR).bitboard();
        let step = from.bitboard().forward(S::COLOR) - self.occupied;
        let double_push =
            if start_rank.has(from) { step.forward(S::COLOR) } else { Bitboard::EMPTY };
        let targets =
            pawn_attacks(S::COLOR, from) & self.enemies | step | (double_push - self.occupied);
        targets.has(to) && self.keeps_king_safe(from, to)
    }

    fn piece_goes(&self, from: Square, to: Square) -> bool {
        if self.own.has(to) {
            return false;
        }
        if from == self.king {
            return king_attacks(from).has(to) && self.king_is_safe(to);
        }
        let diagonal = self.placement.diagonals(S::COLOR).has(from)
            && bishop_attacks(from, self.occupied).has(to);
        let orthogonal = self.placement.orthogonals(S::COLOR).has(from)
            && rook_attacks(from, self.occupied).has(to);
        let knight = self.kind(PieceType::Knight).has(from) && knight_attacks(from).has(to);
        (diagonal || orthogonal || knight) && self.keeps_king_safe(from, to)
    }

    /// Whether a piece other than the king neither leaves its pin nor a check
    /// unanswered.
    fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let checkers = self.situation.checkers;
        let answered = match checkers.first() {
            None => true,
            Some(_) if checkers.more_than_one() => false,
            Some(checker) => between(self.king, checker).with(checker).has(to),
        };
        let unbound = !self.situation.pinned.has(from) || line(self.king, from).has(to);
        answered && unbound
    }
}

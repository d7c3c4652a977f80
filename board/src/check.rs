use riposte_movegen::{
    Bitboard, Move, MoveKind, PieceType, Square, bishop_attacks, knight_attacks, line,
    pawn_attacks, rook_attacks,
};

use crate::Board;
use crate::state::wing_of_castling;

impl Board {
    /// Whether a legal move gives check: directly, by uncovering a slider, by
    /// the man a pawn becomes, or by the rook of a castling move.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side();
        let king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            Some(MoveKind::Castle) => self.castling_gives_check(mv, king),
            Some(MoveKind::EnPassant) => {
                let victim = to.forward(!us);
                let occupied = self.occupied().without(from).without(victim).with(to);
                pawn_attacks(us, to).has(king) || self.slider_sees(king, occupied)
            }
            Some(MoveKind::Promotion(promotion)) => {
                let occupied = self.occupied().without(from).with(to);
                attacks(promotion.piece_type(), to, occupied).has(king)
                    || self.uncovers(from, to, king)
            }
            _ => self.plain_move_gives_check(from, to, king),
        }
    }

    /// A move that neither promotes, castles nor takes en passant. What the
    /// king sees decides, and it is the same for all moves of a position. The
    /// square that a man leaves never lies between the king and its target: it
    /// would have given check from there.
    #[inline]
    fn plain_move_gives_check(&self, from: Square, to: Square, king: Square) -> bool {
        let placement = self.placement();
        let us = self.side();
        let diagonal = bishop_attacks(king, placement.occupied());
        let straight = rook_attacks(king, placement.occupied());
        // Without branches: which kind of man moves is hard to predict.
        let direct = (placement.diagonals(us).has(from) & diagonal.has(to))
            | (placement.orthogonals(us).has(from) & straight.has(to))
            | (self.kind(PieceType::Knight).has(from) & knight_attacks(king).has(to))
            | (self.kind(PieceType::Pawn).has(from) & pawn_attacks(!us, king).has(to));
        direct || (diagonal | straight).has(from) && self.uncovers(from, to, king)
    }

    fn castling_gives_check(&self, mv: Move, king: Square) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        let wing = wing_of_castling(from, to);
        let rook = wing.rook_target(us);
        let occupied =
            self.occupied().without(from).without(to).with(rook).with(wing.king_target(us));
        // Only the rook can give check, or a rook or queen behind it that the
        // king's leaving uncovers: all on the back rank or the rook's file.
        let sliders = self.placement().orthogonals(us).without(to).with(rook);
        rook_attacks(king, occupied).meets(sliders)
            || bishop_attacks(king, occupied).meets(self.placement().diagonals(us))
    }

    /// Whether a man that goes from `from` to `to` opens a line to `king`.
    #[inline]
    fn uncovers(&self, from: Square, to: Square, king: Square) -> bool {
        let path = line(king, from);
        path.any()
            && !path.has(to)
            && self.slider_sees(king, self.occupied().without(from).with(to))
    }

    /// Whether a slider of the side to move attacks `king` given `occupied`.
    /// Men on squares that are not occupied any more do not count.
    #[inline]
    fn slider_sees(&self, king: Square, occupied: Bitboard) -> bool {
        let placement = self.placement();
        let us = self.side();
        bishop_attacks(king, occupied).meets(placement.diagonals(us) & occupied)
            || rook_attacks(king, occupied).meets(placement.orthogonals(us) & occupied)
    }
}

/// The squares that a man of this kind attacks; pawns, whose attacks depend on
/// the colour, attack none here.
#[inline]
fn attacks(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
    }
}

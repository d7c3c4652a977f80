use riposte_movegen::{Piece, Square};

/// Follows the pieces as [`crate::Board::make_with`] moves them, so that an
/// evaluator can keep its own sums without a make-move of its own.
///
/// A move reports what leaves the board first, then what arrives: the captured
/// piece is removed, then the mover relocated. A promotion removes the pawn and
/// adds the new piece. Castling removes king and rook and then adds both, because
/// in Chess960 one may land where the other stood. A null move reports nothing,
/// and neither does taking a move back: an observer that needs the earlier
/// state keeps it.
///
/// The unit type is the observer that does not look; it compiles to nothing.
pub trait Observer {
    /// `piece` appears on `square`.
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// `piece` disappears from `square`.
    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// `piece` goes from one square to another.
    #[inline]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.remove(piece, from);
        self.add(piece, to);
    }
}

impl Observer for () {}

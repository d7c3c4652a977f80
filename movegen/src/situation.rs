use crate::{Bitboard, Castling, Color, Placement, Square};

/// Whose turn it is and what binds that side.
///
/// `checkers` and `pinned` follow from the [`crate::Placement`]; they are kept
/// because every generator needs them and they are cheap to know once per node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Situation {
    /// The side to move.
    pub side: Color,
    /// Where a pawn that takes en passant would land. Only set when at least
    /// one such capture is legal, so that equal positions compare equal.
    pub en_passant: Option<Square>,
    /// Castling rights of both sides.
    pub castling: Castling,
    /// Enemy pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// Pieces of the side to move that may not leave the line of an enemy slider
    /// to their king.
    pub pinned: Bitboard,
}

impl Situation {
    /// The situation of `side`, with the checks and pins that follow from
    /// `placement`. `en_passant` must be the square of a legal capture, see
    /// [`en_passant_is_legal`](crate::en_passant_is_legal).
    #[inline]
    pub fn new(
        placement: &Placement,
        side: Color,
        castling: Castling,
        en_passant: Option<Square>,
    ) -> Self {
        let (checkers, pinned) = Self::checkers_and_pinned(placement, side);
        Self { side, en_passant, castling, checkers, pinned }
    }
}

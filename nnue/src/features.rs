//! Which inputs a position switches on.

use riposte_movegen::{Color, File, Piece, Square};

/// How many inputs a perspective has: 2 colours, 6 kinds, 64 squares.
pub const INPUTS: usize = 768;

/// How many sets of output weights there are.
pub const BUCKETS: usize = 8;

/// The output for a position with so many men, kings included: one for every
/// four men from 2 upwards. More than 32 count as 32.
#[inline]
pub const fn bucket(men: u32) -> usize {
    let bucket = men.saturating_sub(2) as usize / 4;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// The first input of each piece, by perspective.
const RELATIVE: [[usize; 12]; 2] = {
    let mut table = [[0; 12]; 2];
    let mut piece = 0;
    while piece < 12 {
        table[0][piece] = piece * 64;
        table[1][piece] = (piece + 6) % 12 * 64;
        piece += 1;
    }
    table
};

/// The board as one side sees it: from its own first rank, and mirrored so
/// that its king stands on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    perspective: Color,
    /// Exclusive-or on a square's number.
    mask: usize,
}

impl View {
    /// The view of `perspective` when its king stands on `king`.
    #[inline]
    pub const fn new(perspective: Color, king: Square) -> Self {
        Self::with_mirror(perspective, Self::is_mirrored(king))
    }

    /// The view of `perspective`, mirrored left to right or not.
    #[inline]
    pub const fn with_mirror(perspective: Color, mirrored: bool) -> Self {
        Self { perspective, mask: (56 * perspective.index()) ^ (7 * mirrored as usize) }
    }

    /// Whether the board is mirrored for a king on this square.
    #[inline]
    pub const fn is_mirrored(king: Square) -> bool {
        king.file() as u8 >= File::E as u8
    }

    /// The input, below [`INPUTS`], that stands for `piece` on `square`: own
    /// men first, from pawn to king, then the other side's.
    #[inline]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        RELATIVE[self.perspective.index()][piece.index()] + (square.index() ^ self.mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_cover_every_number_of_men() {
        assert_eq!([2, 5, 6, 29, 30, 32].map(bucket), [0, 0, 1, 6, 7, 7]);
        assert_eq!([0, 64].map(bucket), [0, 7]);
    }

    #[test]
    fn every_view_is_a_permutation_of_the_inputs() {
        for perspective in Color::ALL {
            for mirrored in [false, true] {
                let view = View::with_mirror(perspective, mirrored);
                let mut seen = [false; INPUTS];
                for piece in Piece::ALL {
                    for square in Square::all() {
                        seen[view.feature(piece, square)] = true;
                    }
                }
                assert!(seen.iter().all(|&seen| seen));
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_own_side() {
        let white = View::new(Color::White, Square::G1);
        let black = View::new(Color::Black, Square::G8);
        assert_eq!(
            white.feature(Piece::WhiteRook, Square::F1),
            black.feature(Piece::BlackRook, Square::F8)
        );
        let left = View::new(Color::White, Square::new(1));
        assert_eq!(
            white.feature(Piece::BlackQueen, Square::H8),
            left.feature(Piece::BlackQueen, Square::A8)
        );
    }
}

//! The position keys of opening books in the Polyglot format.
//!
//! Source: M. Van den Bergh's description of the format by F. Letouzey,
//! <http://hgm.nubati.net/book_format.html>, with the keys that the tests compare.

mod numbers;

use riposte_movegen::{CastlingSide, Color, Piece};

use self::numbers::RANDOM;
use crate::Position;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Where the numbers of a piece begin.
fn start(piece: Piece) -> usize {
    64 * (2 * piece.kind().index() + usize::from(piece.color() == Color::White))
}

impl Position {
    /// The key under which an opening book in the Polyglot format has this position.
    ///
    /// The format counts an en passant square if an enemy pawn stands beside the pawn
    /// that has just moved. A `Position` has one only if the capture is legal, so for the
    /// few positions where a pin or check forbids it the key differs.
    ///
    /// ```
    /// use riposte_board::Position;
    ///
    /// assert_eq!(Position::startpos().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        for piece in Piece::ALL {
            for square in self.placement().of(piece.color(), piece.kind()) {
                key ^= RANDOM[start(piece) + square.index()];
            }
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.castling().rook(color, side).is_some() {
                    key ^= RANDOM[CASTLING + 2 * color.index() + side as usize];
                }
            }
        }
        if let Some(square) = self.en_passant() {
            key ^= RANDOM[EN_PASSANT + square.file().index()];
        }
        if self.side() == Color::White {
            key ^= RANDOM[WHITE_TO_MOVE];
        }
        key
    }
}

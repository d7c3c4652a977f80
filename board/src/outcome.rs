//! How games end.

use riposte_movegen::{Bitboard, Color, PieceType};

use crate::{Board, Position};

/// Half-moves without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// Mate.
    Checkmate {
        /// The side that gave it.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves,
    /// The position has been on the board three times.
    ThreefoldRepetition,
}

impl Position {
    /// How the game has ended, if the position alone says so: by mate, stalemate
    /// or insufficient material. [`Board::outcome`] knows the draws by the counters too.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_legal_move() {
            return self.is_insufficient_material().then_some(Outcome::InsufficientMaterial);
        }
        Some(if self.in_check() {
            Outcome::Checkmate { winner: !self.side() }
        } else {
            Outcome::Stalemate
        })
    }

    /// Whether the 50-move rule makes this a draw. Mate on the hundredth
    /// half-move still wins.
    pub fn is_draw_by_fifty(&self) -> bool {
        self.clock >= FIFTY_MOVES && (!self.in_check() || self.has_legal_move())
    }

    /// Whether neither side can ever mate: bare kings, a single knight, or only
    /// bishops that all move on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let rest = self.occupied() - self.kind(PieceType::King);
        let bishops = self.kind(PieceType::Bishop);
        if rest.len() <= 1 {
            return rest.within(self.kind(PieceType::Knight) | bishops);
        }
        rest.within(bishops) && (rest.within(Bitboard::DARK) || rest.within(Bitboard::LIGHT))
    }
}

impl Board {
    /// How the game has ended, if it has. The draws that a player may claim, by
    /// the fifty-move rule or a third repetition, count as claimed.
    ///
    /// ```
    /// use riposte_board::{Board, Outcome};
    /// use riposte_movegen::Color;
    ///
    /// let mut board = Board::startpos();
    /// for san in ["f3", "e5", "g4", "Qh4"] {
    ///     assert_eq!(board.outcome(), None);
    ///     board.try_play(board.parse_san(san)?)?;
    /// }
    /// assert_eq!(board.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.position().outcome() {
            return Some(outcome);
        }
        if self.is_draw_by_fifty() {
            return Some(Outcome::FiftyMoves);
        }
        self.is_repetition(0).then_some(Outcome::ThreefoldRepetition)
    }
}

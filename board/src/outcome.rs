//! How games end.

use riposte_movegen::{Bitboard, Color, PieceType, Placement};

use crate::{Board, Position};

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

impl Outcome {
    /// Who has won; none for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
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

/// What a position alone says about the end of the game.
pub(crate) fn outcome_of(position: &Position) -> Option<Outcome> {
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            Outcome::Checkmate { winner: !position.side() }
        } else {
            Outcome::Stalemate
        });
    }
    is_insufficient(position.placement()).then_some(Outcome::InsufficientMaterial)
}

/// Whether neither side can ever mate: bare kings, a single knight, or only
/// bishops that all move on squares of one colour.
pub(crate) fn is_insufficient(placement: &Placement) -> bool {
    let rest = placement.occupied() - placement.kind(PieceType::King);
    let bishops = placement.kind(PieceType::Bishop);
    if rest.len() <= 1 {
        return rest.within(placement.kind(PieceType::Knight) | bishops);
    }
    rest.within(bishops) && (rest.within(Bitboard::DARK) || rest.within(Bitboard::LIGHT))
}

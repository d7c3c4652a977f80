//! Which positions the trainer learns from.

use riposte_board::Board;
use riposte_movegen::Color;

use crate::games::Played;

/// Half-moves from the start of the game before which positions are too
/// unlike real ones.
pub const FIRST_PLY: u32 = 16;

/// Scores from here on say who wins and no longer by how much.
pub const SCORE_LIMIT: u16 = 10_000;

/// With fewer pieces than this, kings included, the evaluation is no matter of judgement.
pub const FEWEST_PIECES: u32 = 5;

/// Half-moves without capture or pawn move beyond which the score is damped too much by
/// the fifty-move rule, in the search that made it and once more in play.
pub const LONGEST_CLOCK: u32 = 30;

/// Why a position is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Unfit {
    /// Before [`FIRST_PLY`].
    Early,
    /// The side to move is in check.
    Check,
    /// The best move is a capture or promotion: a static evaluation cannot
    /// know the score.
    Noisy,
    /// The score is [`SCORE_LIMIT`] or more.
    Decided,
    /// Fewer than [`FEWEST_PIECES`], or a bare king, which the search judges by a rule.
    Bare,
    /// More than [`LONGEST_CLOCK`] half-moves without capture or pawn move.
    Stale,
}

impl Unfit {
    /// All reasons in the order in which they are looked at.
    pub const ALL: [Self; 6] =
        [Self::Early, Self::Check, Self::Noisy, Self::Decided, Self::Bare, Self::Stale];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Early => "before ply 16",
            Self::Check => "in check",
            Self::Noisy => "capture or promotion is best",
            Self::Decided => "score of 10000 or more",
            Self::Bare => "fewer than 5 pieces or a bare king",
            Self::Stale => "over 30 plies without capture or pawn move",
        }
    }
}

/// Why the trainer leaves out `board`, in which `played` was the best move;
/// `None` if it is used.
pub fn unfit(board: &Board, played: Played) -> Option<Unfit> {
    let ply = 2 * (board.fullmove_number() - 1) + u32::from(board.side() == Color::Black);
    if ply < FIRST_PLY {
        Some(Unfit::Early)
    } else if board.in_check() {
        Some(Unfit::Check)
    } else if board.is_noisy(played.mv) {
        Some(Unfit::Noisy)
    } else if played.score.unsigned_abs() >= SCORE_LIMIT {
        Some(Unfit::Decided)
    } else if is_bare(board) {
        Some(Unfit::Bare)
    } else if u32::from(board.halfmove_clock()) > LONGEST_CLOCK {
        Some(Unfit::Stale)
    } else {
        None
    }
}

/// Whether hardly any piece is left, or none beside a king.
fn is_bare(board: &Board) -> bool {
    let alone = |color| board.color(color).len() == 1;
    board.occupied().len() < FEWEST_PIECES || alone(Color::White) || alone(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(fen: &str) -> Option<Unfit> {
        let board = Board::from_fen(fen).unwrap();
        let quiet = board.legal_moves().iter().copied().find(|&mv| !board.is_noisy(mv)).unwrap();
        unfit(&board, Played { mv: quiet, score: 50 })
    }

    #[test]
    fn positions_that_a_rule_judges_are_left_out() {
        assert_eq!(reason("4k3/4pp2/8/8/8/8/4P3/4K3 w - - 0 40"), None);
        assert_eq!(reason("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40"), Some(Unfit::Bare));
        assert_eq!(reason("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 40"), Some(Unfit::Bare));
    }

    #[test]
    fn positions_without_progress_are_left_out() {
        assert_eq!(reason("r3k3/4pp2/8/8/8/8/4P3/R3K3 b - - 30 60"), None);
        assert_eq!(reason("r3k3/4pp2/8/8/8/8/4P3/R3K3 b - - 31 60"), Some(Unfit::Stale));
    }
}

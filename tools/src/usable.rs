//! Which positions the trainer learns from.

use riposte_board::Board;
use riposte_movegen::Color;

use crate::games::Played;

/// Half-moves from the start of the game before which positions are too
/// unlike real ones.
pub const FIRST_PLY: u32 = 16;

/// Scores from here on say who wins and no longer by how much.
pub const SCORE_LIMIT: u16 = 10_000;

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
}

impl Unfit {
    /// All reasons in the order in which they are looked at.
    pub const ALL: [Self; 4] = [Self::Early, Self::Check, Self::Noisy, Self::Decided];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Early => "before ply 16",
            Self::Check => "in check",
            Self::Noisy => "capture or promotion is best",
            Self::Decided => "score of 10000 or more",
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
    } else {
        None
    }
}

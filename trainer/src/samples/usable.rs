//! Which positions are used for training.

use riposte_board::Board;
use riposte_movegen::Color;

use riposte_games::Played;

/// Half-moves from the start of the game before which positions are too
/// unlike real ones.
pub const FIRST_PLY: u32 = 16;

/// Scores from here on say who wins and no longer by how much.
pub const SCORE_LIMIT: u16 = 10_000;

/// Positions with fewer pieces are left out: they are draws.
pub const FEWEST_PIECES: u32 = 3;

/// Half-moves without capture or pawn move beyond which the search's damping towards a
/// draw, which play applies again, is too large a part of the score (15 % here).
pub const LAST_CLOCK: u16 = 30;

/// Why a position is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Unfit {
    /// It has no score.
    Unscored,
    /// Before [`FIRST_PLY`].
    Early,
    /// The side to move is in check.
    Check,
    /// The best move is a capture or promotion: a static evaluation cannot
    /// know the score.
    Noisy,
    /// The score is [`SCORE_LIMIT`] or more.
    Decided,
    /// Fewer than [`FEWEST_PIECES`], or a king alone against pieces: there the search
    /// goes by a rule of its own and not by the network.
    Bare,
    /// The clock of the 50-move rule is beyond [`LAST_CLOCK`].
    Damped,
}

impl Unfit {
    /// All reasons in the order in which they are looked at.
    pub const ALL: [Self; 7] = [
        Self::Unscored,
        Self::Early,
        Self::Check,
        Self::Noisy,
        Self::Decided,
        Self::Bare,
        Self::Damped,
    ];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unscored => "no score",
            Self::Early => "before ply 16",
            Self::Check => "in check",
            Self::Noisy => "capture or promotion is best",
            Self::Decided => "score of 10000 or more",
            Self::Bare => "few pieces or a bare king",
            Self::Damped => "50-move clock above 30",
        }
    }
}

/// Why the trainer leaves out `board`, in which `played` was the best move;
/// `None` if it is used.
pub fn unfit(board: &Board, played: Played) -> Option<Unfit> {
    let ply = 2 * (board.fullmove_number() - 1) + u32::from(board.side() == Color::Black);
    if played.scored().is_none() {
        Some(Unfit::Unscored)
    } else if ply < FIRST_PLY {
        Some(Unfit::Early)
    } else if board.in_check() {
        Some(Unfit::Check)
    } else if board.is_noisy(played.mv) {
        Some(Unfit::Noisy)
    } else if played.score.unsigned_abs() >= SCORE_LIMIT {
        Some(Unfit::Decided)
    } else if is_bare(board) {
        Some(Unfit::Bare)
    } else if board.halfmove_clock() > LAST_CLOCK {
        Some(Unfit::Damped)
    } else {
        None
    }
}

fn is_bare(board: &Board) -> bool {
    let faces_pieces =
        |weak: Color| !board.color(weak).more_than_one() && board.has_non_pawn_material(!weak);
    board.occupied().len() < FEWEST_PIECES || Color::ALL.into_iter().any(faces_pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(fen: &str) -> Option<Unfit> {
        let board = Board::from_fen(fen).unwrap();
        let mv = board.legal_moves()[0];
        unfit(&board, Played { mv, score: 50 })
    }

    #[test]
    fn endings_without_a_lesson_are_left_out() {
        assert_eq!(reason("8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 40"), None);
        assert_eq!(reason("8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 30 60"), None);
        assert_eq!(reason("8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 31 60"), Some(Unfit::Damped));
        assert_eq!(reason("8/5pk1/8/8/8/6P1/6K1/8 w - - 0 40"), None);
        assert_eq!(reason("8/5pk1/8/8/8/8/6K1/8 w - - 0 40"), None);
        assert_eq!(reason("8/6k1/8/8/8/5PPP/5RK1/8 b - - 0 40"), Some(Unfit::Bare));
        assert_eq!(reason("8/6k1/8/8/8/3PPPPP/6K1/8 b - - 0 40"), None);
    }
}

//! Tablebases at the root: every move is ranked, and a win is finished.
//!
//! A winning move scores more the sooner it leads to the next capture or pawn move. So
//! every move makes progress, and the 50-move rule is never reached. Only a mate proved by
//! the search scores more.

use riposte_board::{Board, SeeValue};
use riposte_movegen::Move;
use riposte_syzygy::{ProbeError, Tables, Wdl};

use crate::depth::Ply;
use crate::score::Score;

/// Half-moves without progress that end the game.
const FIFTY_MOVES: i32 = 100;

/// Longest pv that is completed from tablebases.
const LONGEST_LINE: usize = 32;

/// Values of drawn moves that a win or loss beyond the 50-move rule makes
/// different: the nearer, the larger.
const NEARLY: i32 = 200;

/// The tablebase result of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootVerdict {
    /// The result after this move, with the 50-move counter and repetitions of
    /// the game.
    pub(crate) result: Wdl,
    /// Half-moves to the next capture or pawn move, this move included; negative
    /// for the side that loses; none if only the result is known.
    distance: Option<i32>,
    /// Whether the move hangs something.
    loses_material: bool,
}

impl RootVerdict {
    /// Sort key, best first. Among equally quick moves, those that lose no material come
    /// first.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        (std::cmp::Reverse(self.result), self.distance, self.loses_material)
    }

    /// The score of the move, if the distance is known: the search cannot know better,
    /// unless it proves a mate. None among plain draws.
    pub(crate) fn score(&self) -> Option<Score> {
        let distance = self.distance?;
        // Distances are below 2^17.
        let away = Ply::new(distance.unsigned_abs().min(u32::from(u16::MAX)) as u16).min(Ply::MAX);
        match self.result {
            Wdl::Win => Some(Score::tb_win(away)),
            Wdl::Loss => Some(-Score::tb_win(away)),
            Wdl::CursedWin | Wdl::BlessedLoss => {
                Some(Score::cp((NEARLY - away.number()).max(1) * distance.signum()))
            }
            Wdl::Draw => None,
        }
    }

    /// Whether best play leads to a draw.
    pub(crate) fn is_draw(&self) -> bool {
        !matches!(self.result, Wdl::Win | Wdl::Loss)
    }
}

/// Root moves with their results.
type RankedMoves = Vec<(Move, RootVerdict)>;

/// Ranks every move by its distance. `None` if a tablebase is missing.
pub(crate) fn rank_by_dtz(
    tables: &Tables,
    board: &mut Board,
    moves: &[Move],
    fifty_move_rule: bool,
) -> Option<RankedMoves> {
    let clock = i32::from(board.halfmove_clock());
    rank(board, moves, |board, mv| {
        let distance = tables.dtz_of_move(board, mv)?;
        let result = match distance {
            0 => Wdl::Draw,
            _ if !fifty_move_rule => {
                if distance > 0 {
                    Wdl::Win
                } else {
                    Wdl::Loss
                }
            }
            _ if distance.abs() + clock <= FIFTY_MOVES => {
                if distance > 0 {
                    Wdl::Win
                } else {
                    Wdl::Loss
                }
            }
            _ => {
                if distance > 0 {
                    Wdl::CursedWin
                } else {
                    Wdl::BlessedLoss
                }
            }
        };
        Ok((result, Some(distance)))
    })
}

/// Ranks every move by its result alone. `None` if a tablebase is missing.
pub(crate) fn rank_by_wdl(
    tables: &Tables,
    board: &mut Board,
    moves: &[Move],
    fifty_move_rule: bool,
) -> Option<RankedMoves> {
    rank(board, moves, |board, mv| {
        board.make(mv);
        let wdl = tables.wdl(board);
        board.unmake();
        let wdl = -wdl?;
        Ok((if fifty_move_rule { wdl } else { wdl.without_fifty_move_rule() }, None))
    })
}

fn rank(
    board: &mut Board,
    moves: &[Move],
    mut ask: impl FnMut(&mut Board, Move) -> Result<(Wdl, Option<i32>), ProbeError>,
) -> Option<RankedMoves> {
    let rank_move = |&mv: &Move| {
        let (result, distance) = ask(board, mv).ok()?;
        let loses_material = !board.see_ge(mv, SeeValue::ZERO);
        let verdict = if repeats(board, mv) {
            RootVerdict { result: Wdl::Draw, distance: distance.map(|_| 0), loses_material }
        } else {
            RootVerdict { result, distance, loses_material }
        };
        Some((mv, verdict))
    };
    moves.iter().map(rank_move).collect()
}

/// Whether the position after `mv` has been on the board twice in this game.
fn repeats(board: &mut Board, mv: Move) -> bool {
    board.make(mv);
    let repeats = board.is_repetition(0);
    board.unmake();
    repeats
}

/// The pv after `mv` in which the winner is as quick and the loser as slow as possible. It
/// begins with `mv`.
pub(crate) fn tb_line(tables: &Tables, board: &Board, mv: Move) -> Vec<Move> {
    let mut board = board.clone();
    let mut line = vec![mv];
    board.make(mv);
    while line.len() < LONGEST_LINE && !board.is_draw_by_fifty() && !board.is_repetition(0) {
        let Some(next) = quickest(tables, &mut board) else { break };
        line.push(next);
        board.make(next);
    }
    line
}

/// The quickest win or slowest loss; none in a drawn position, or if a tablebase is
/// missing.
fn quickest(tables: &Tables, board: &mut Board) -> Option<Move> {
    let moves = board.legal_moves();
    let ranked = rank_by_dtz(tables, board, &moves, false)?;
    let (mv, verdict) = ranked.into_iter().min_by_key(|(_, verdict)| verdict.order())?;
    (verdict.result != Wdl::Draw).then_some(mv)
}

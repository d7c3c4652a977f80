//! Tablebases at the root: every move is ranked, and a win is finished.
//!
//! A winning move scores more the sooner it leads to the next capture or pawn move. So
//! every move makes progress, and the 50-move rule is never reached. Only a mate proved by
//! the search scores more.

use riposte_board::{Board, SeeValue};
use riposte_eval::{Ply, Score};
use riposte_movegen::Move;
use riposte_syzygy::{ProbeError, Tables, Wdl};

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
        let distance = tables.dtz_of_move(board.position(), mv)?;
        // A distance may be one too small.
        let in_time = !fifty_move_rule || distance.abs() + clock < FIFTY_MOVES;
        let result = match (distance.signum(), in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        };
        Ok((result, Some(distance)))
    })
}

/// Ranks every move by its result alone. `None` if a tablebase is missing.
///
/// The distance to the next capture or pawn move is not known: a result counts unless the
/// move itself completes the fifty moves.
pub(crate) fn rank_by_wdl(
    tables: &Tables,
    board: &mut Board,
    moves: &[Move],
    fifty_move_rule: bool,
) -> Option<RankedMoves> {
    rank(board, moves, |board, mv| {
        board.make(mv);
        let wdl = tables.wdl(board.position());
        let is_draw = fifty_move_rule && board.is_draw_by_fifty();
        board.unmake();
        let wdl = if is_draw { Wdl::Draw } else { -wdl? };
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

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[allow(clippy::print_stdout, reason = "a skipped test has to say so")]
    fn folder(test: &str) -> Option<PathBuf> {
        let folder = std::env::var_os("RIPOSTE_SYZYGY").map(PathBuf::from);
        if folder.is_none() {
            println!("SKIPPED: {test}: RIPOSTE_SYZYGY names no folder with tables");
        }
        folder
    }

    fn position(fen: &str) -> (Board, Vec<Move>) {
        let board = Board::from_fen(fen).expect("the test's own position");
        let moves = board.legal_moves().to_vec();
        (board, moves)
    }

    #[test]
    fn a_distance_that_reaches_the_limit_exactly_is_no_certain_win() {
        let Some(folder) = folder("a_distance_that_reaches_the_limit_exactly_is_no_certain_win")
        else {
            return;
        };
        let (tables, _) = Tables::open(&[folder]);
        let ranked_at = |clock: i32| {
            let fen = format!("8/8/8/8/8/4k3/8/4K2Q w - - {clock} 80");
            let (mut board, moves) = position(&fen);
            rank_by_dtz(&tables, &mut board, &moves, true).expect("complete tables")
        };
        for (mv, verdict) in ranked_at(0) {
            let Some(distance) = verdict.distance.filter(|&distance| distance > 1) else {
                continue;
            };
            for (clock, result) in [(99 - distance, Wdl::Win), (100 - distance, Wdl::CursedWin)] {
                let ranked = ranked_at(clock);
                let found = ranked.iter().find(|(other, _)| *other == mv);
                assert_eq!(found.map(|(_, verdict)| verdict.result), Some(result), "{mv:?}");
            }
        }
    }

    /// A folder with the WDL file for king and queen alone.
    fn with_results_only(folder: &Path) -> Tables {
        let copy = tempfile::tempdir().expect("a temporary folder");
        std::fs::copy(folder.join("KQvK.rtbw"), copy.path().join("KQvK.rtbw")).expect("a table");
        let (tables, errors) = Tables::open(&[copy.path()]);
        assert_eq!(errors, []);
        // Small files are read when they are first asked; then the folder may go.
        let (board, _) = position("8/8/8/8/8/4k3/8/4K2Q w - - 0 1");
        assert_eq!(tables.wdl(board.position()), Ok(Wdl::Win));
        tables
    }

    #[test]
    fn results_alone_know_that_the_clock_runs_out() {
        let Some(folder) = folder("results_alone_know_that_the_clock_runs_out") else { return };
        let tables = with_results_only(&folder);
        let results = |fen: &str, rule| -> Vec<(String, Wdl)> {
            let (mut board, moves) = position(fen);
            let ranked = rank_by_wdl(&tables, &mut board, &moves, rule).expect("a table");
            ranked.iter().map(|(mv, v)| (format!("{mv:?}"), v.result)).collect()
        };
        let late = "8/8/8/8/8/4k3/8/4K2Q w - - 99 80";
        assert!(results(late, true).iter().all(|(_, result)| *result == Wdl::Draw));
        assert!(results(late, false).iter().any(|(_, result)| *result == Wdl::Win));
        let earlier = "8/8/8/8/8/4k3/8/4K2Q w - - 98 80";
        assert!(results(earlier, true).iter().any(|(_, result)| *result == Wdl::Win));
        // Mate on the hundredth half-move wins.
        for (mv, result) in results("k7/8/1K6/8/8/8/8/5Q2 w - - 99 80", true) {
            let is_mate = mv == "f1f8";
            assert_eq!(result, if is_mate { Wdl::Win } else { Wdl::Draw }, "{mv}");
        }
    }
}

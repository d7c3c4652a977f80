//! Shared by tests and examples about positions with a known best move.

use std::sync::atomic::AtomicBool;

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::params::{Lab, Masked};
use riposte_search::{Engine, Limits, Score};

/// The release but for one switch or choice.
pub fn with(name: &str, value: &str) -> Masked {
    let mut lab = Masked::default();
    lab.set_by_name(name, value).expect("a parameter");
    lab
}

/// Searches `board` in a new game; the best move and its score.
pub fn answer<L: Lab>(engine: &mut Engine<L>, board: &Board, limits: Limits) -> (Move, Score) {
    engine.new_game();
    engine.set_position(board.clone());
    let found = engine.search(limits, &AtomicBool::new(false));
    (found.best.expect("the position has a move"), found.pvs[0].score)
}

/// A position and the moves that solve it.
pub struct Problem {
    pub board: Board,
    pub best: Vec<Move>,
}

/// Zugzwang positions collected by Steffen Allgeuer and others in computer chess
/// forums (CCC, Winboard forum), with the sources at each.
pub fn zugzwang_suite() -> Vec<Problem> {
    include_str!("../data/zugzwang-allgeuer.epd").lines().map(problem).collect()
}

fn problem(line: &str) -> Problem {
    let (position, operations) = line.split_once(" bm ").expect("a best move");
    let board = Board::from_fen(&format!("{position} 0 1")).expect("a position");
    let moves = operations.split(';').next().unwrap_or_default();
    let best = moves.split(' ').map(|mv| board.parse_san(mv).expect("a legal move")).collect();
    Problem { board, best }
}

/// How many of `problems` a search of so many nodes solves.
pub fn solved(lab: Masked, problems: &[Problem], nodes: u64) -> usize {
    let mut engine = Engine::with_lab(lab).expect("16 MB and a thread");
    problems
        .iter()
        .filter(|it| it.best.contains(&answer(&mut engine, &it.board, Limits::nodes(nodes)).0))
        .count()
}

//! Iterative deepening: searches to depth 1, 2, 3 ... in turn, each with the best
//! root move of the one before first and with the histories of earlier iterations
//! (D. Slate and L. Atkin, Chess 4.5, 1977). Its price is in the counts of
//! every iteration, which include those before.

use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_movegen::Move;

use super::{Classic, Counts, MAX_DEPTH};

/// What was known after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Plies searched.
    pub depth: u32,
    /// The root's value in centipawns for the side to move.
    pub value: i32,
    /// The best move; `None` if there is no move.
    pub best: Option<Move>,
    /// Counts from the start of the search.
    pub counts: Counts,
    /// Time from the start of the search.
    pub time: Duration,
}

impl Classic {
    /// Searches `board` to `depth`, at most [`MAX_DEPTH`], and tells of every
    /// iteration: of one only, if iterative deepening is off. The histories
    /// before is still known; see [`Self::forget`].
    pub fn run(&mut self, board: &Board, depth: u32) -> Vec<Iteration> {
        let start = Instant::now();
        let depth = depth.clamp(1, MAX_DEPTH);
        self.board = board.clone();
        self.evaluator.reset(board);
        self.refutations.clear();
        self.table.new_search();
        self.counts = Counts::default();
        (self.favourite, self.best) = (None, None);
        let first = if self.systems.deepening { 1 } else { depth };
        let mut last = None;
        let mut iterations = Vec::new();
        for depth in first..=depth {
            let value = self.root_value(depth as i32, last);
            last = Some(value);
            self.favourite = self.best;
            let (best, counts) = (self.best, self.counts);
            iterations.push(Iteration { depth, value, best, counts, time: start.elapsed() });
        }
        iterations
    }
}

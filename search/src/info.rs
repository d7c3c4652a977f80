//! Reports of a search, and the trait that receives them.

use std::time::Duration;

use riposte_eval::{Depth, Score};
pub use riposte_mate::Verdict as MateVerdict;
use riposte_movegen::Move;
pub use riposte_tt::Bound;

/// One report of a running search.
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: Depth,
    /// The deepest ply reached, extensions and quiescence included. Only PV nodes
    /// count, those that were searched with an open window.
    pub selective_depth: u32,
    /// Rank of the pv among the `MultiPV` pvs, from 1.
    pub multi_pv: usize,
    /// Score of the pv for the side to move.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since `go`.
    pub time: Duration,
    /// Thousandths of the transposition table that this search has filled.
    pub permille_full: u32,
    /// Positions found in tablebases.
    pub tb_hits: u64,
    /// Whether this is a final report, sent right before the best move.
    pub is_last: bool,
    /// The pv, legal from the root position.
    pub pv: Vec<Move>,
}

/// Receives the reports of a search. Called from the search's own threads, by one of them at a
/// time; a slow sink slows the search.
pub trait Sink: Send + Sync {
    /// A pv was finished or has a new bound.
    fn info(&self, info: &Info);

    /// A long search begins with the root move `mv`, the `number`th (from 1).
    fn current_move(&self, depth: Depth, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }

    /// A message for the user, such as the name of a damaged file.
    fn message(&self, text: &str) {
        let _ = text;
    }

    /// The result of the search for the mate in `moves` moves that [`Limits::mate`] asked
    /// for.
    ///
    /// [`Limits::mate`]: crate::Limits::mate
    fn mate_verdict(&self, moves: u32, verdict: MateVerdict) {
        let _ = (moves, verdict);
    }

    /// The search is over. Called exactly once for every `go`. `best` is `None`
    /// when the position has no legal move.
    fn best_move(&self, best: Option<Move>, ponder: Option<Move>);
}

/// A sink that ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    fn info(&self, _: &Info) {}

    fn best_move(&self, _: Option<Move>, _: Option<Move>) {}
}

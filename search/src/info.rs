//! What a search tells its listener.

use std::time::Duration;

use riposte_movegen::Move;
pub use riposte_tt::Bound;

use crate::depth::Depth;
use crate::score::Score;

/// One report of a running search.
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: Depth,
    /// The deepest ply reached, extensions and quiescence included. Only PV nodes
    /// count, those that were searched with an open window.
    pub selective_depth: u32,
    /// Rank of the line among the `MultiPV` lines, from 1.
    pub multi_pv: usize,
    /// Value of the line for the side to move.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since `go`.
    pub time: Duration,
    /// Thousandths of the transposition table that this search has filled.
    pub permille_full: u32,
    /// Positions answered by tablebases.
    pub tb_hits: u64,
    /// Whether this is told right before the answer.
    pub is_last: bool,
    /// The line itself, legal from the root position.
    pub pv: Vec<Move>,
}

/// What is known about a mate that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// The side to move mates in time, whatever the answer.
    Proved,
    /// It does not, whatever it plays.
    Refuted,
    /// The search ended before it was known.
    Unknown,
}

/// Listens to a search. Called from the search's own threads, by one of them at a
/// time; a slow listener slows the search.
pub trait Sink: Send + Sync {
    /// A line was finished or its bound became known.
    fn info(&self, info: &Info);

    /// A long search begins with the root move `mv`, the `number`th (from 1).
    fn current_move(&self, depth: Depth, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }

    /// Something that the user should know, such as the name of a damaged file.
    fn message(&self, text: &str) {
        let _ = text;
    }

    /// What came of the mate in `moves` moves that [`Limits::mate`] asked for.
    ///
    /// [`Limits::mate`]: crate::Limits::mate
    fn mate_verdict(&self, moves: u32, verdict: MateVerdict) {
        let _ = (moves, verdict);
    }

    /// The search is over. Called exactly once for every `go`. `best` is `None`
    /// when the position has no legal move.
    fn best_move(&self, best: Option<Move>, ponder: Option<Move>);
}

/// A sink for searches whose reports nobody reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    fn info(&self, _: &Info) {}

    fn best_move(&self, _: Option<Move>, _: Option<Move>) {}
}

//! The limits of a search.

use riposte_movegen::Move;

/// The limits of one `go`. All that are given hold together: the search ends
/// at the first that is reached.
///
/// Times are in milliseconds and signed because match runners send clocks that
/// have already run below zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time left on each side's clock, White's first.
    pub time: [Option<i64>; 2],
    /// Increment of each side per move, White's first.
    pub increment: [i64; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Time for this move alone.
    pub move_time: Option<i64>,
    /// Number of iterations.
    pub depth: Option<u32>,
    /// Nodes after which the search ends at once.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration starts: the limit for data generation, where a
    /// finished iteration is better than an exact count.
    pub soft_nodes: Option<u64>,
    /// Ends the search once it is proved or refuted that the side to move mates in at most
    /// so many moves; reported by [`Sink::mate_verdict`](crate::Sink::mate_verdict).
    pub mate: Option<u32>,
    /// Searches until stopped.
    pub infinite: bool,
    /// The opponent's clock is running: no time is counted before `ponderhit`.
    pub ponder: bool,
    /// If not empty, only these root moves are searched.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A depth limit only.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// An exact node limit only.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether the best move has to wait for `stop` or `ponderhit`.
    pub fn waits_for_stop(&self) -> bool {
        self.infinite || self.ponder
    }
}

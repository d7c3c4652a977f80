//! The loop over the moves of one node: its state, and one move of it.

use arrayvec::ArrayVec;
use riposte_eval::Score;
use riposte_movegen::Move;

/// Searched moves of one kind. Moves beyond the capacity are too far down the order to
/// update histories.
pub(crate) type Searched = ArrayVec<Move, 32>;

/// The state of the loop over the moves.
pub(crate) struct Progress {
    pub(crate) alpha: Score,
    pub(crate) best: Score,
    /// The move that raised alpha last.
    pub(crate) best_move: Option<Move>,
    /// The move with the best score, even if it did not raise alpha; kept only where
    /// the quiet history is updated at every node.
    pub(crate) best_so_far: Option<Move>,
    /// The highest history among the quiet moves; kept only for
    /// [`Feature::ReduceByPeak`](riposte_params::Feature::ReduceByPeak).
    peak: i32,
    /// Legal moves seen, pruned ones included.
    pub(crate) count: i32,
    pub(crate) quiets: Searched,
    pub(crate) noisies: Searched,
}

impl Progress {
    /// Before the first move.
    pub(crate) fn new(alpha: Score) -> Self {
        Self {
            alpha,
            best: -Score::INFINITE,
            best_move: None,
            best_so_far: None,
            peak: 0,
            count: 0,
            quiets: Searched::new(),
            noisies: Searched::new(),
        }
    }

    /// Records the history of a quiet move. Returns whether it is less than half of the
    /// highest (Mehrmann 2006).
    pub(crate) fn is_under_peak(&mut self, history: i32) -> bool {
        self.peak = self.peak.max(history);
        history < self.peak / 2
    }
}

/// One move before it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) is_quiet: bool,
    pub(crate) gives_check: bool,
    /// History value; quiet and noisy moves have separate scales.
    pub(crate) history: i32,
    /// Index among the moves of the node, pruned ones included, from 1.
    pub(crate) number: i32,
    /// Whether its history is less than half of the highest among the quiet moves so
    /// far. Moves come in the order of their history, so the highest comes early.
    pub(crate) is_under_peak: bool,
}

impl Candidate {
    /// The first move of a node. No rule prunes or reduces it, so what these rules read is
    /// left out.
    pub(crate) fn first(mv: Move, is_quiet: bool) -> Self {
        Self { mv, is_quiet, gives_check: false, history: 0, number: 1, is_under_peak: false }
    }
}

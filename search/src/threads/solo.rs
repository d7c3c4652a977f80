//! An engine without threads of its own.
//!
//! A search of a few hundred nodes is over in a fraction of a millisecond: to hand it to
//! another thread and to wait for that costs a good part of it, and on a busy machine many
//! times as much. Tools that play games by the million use this engine.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_eval::{Depth, Evaluation, Score};
use riposte_movegen::Move;
use riposte_params::{Lab, Release};
use riposte_tt::Table;

use crate::engine::EngineError;
use crate::info::{Silent, Sink};
use crate::limits::Limits;
use crate::tb::prober::Tablebases;
use crate::threads::shared::{SearchSetup, SearchShared, ThreadSetup};
use crate::threads::worker::Worker;
use crate::time::budget::{Budget, Overhead};
use crate::tree::search::Search;

/// Searches on the caller's thread, with the result of an [`Engine`](crate::Engine) of one
/// thread to the node. The caller's stack must have room for [`STACK_BYTES`].
///
/// [`STACK_BYTES`]: crate::STACK_BYTES
pub struct Solo<L: Lab = Release> {
    worker: Box<Worker<L>>,
    tt: Arc<Table>,
    evaluation: Evaluation,
    overhead: Duration,
    nodes_per_ms: Option<NonZeroU64>,
    spent: Duration,
    depth: Depth,
    sink: Arc<dyn Sink>,
}

impl<L: Lab> Solo<L> {
    /// Searches by `lab`, evaluates by `evaluation`, with a TT of so many megabytes.
    ///
    /// # Errors
    ///
    /// When there is no memory for the TT.
    pub fn new(lab: L, megabytes: usize, evaluation: &Evaluation) -> Result<Self, EngineError> {
        let tt = Table::new(megabytes, 1).map_err(EngineError::without_tt(megabytes))?;
        Ok(Self {
            worker: Box::new(Worker::new(0, lab)),
            tt: Arc::new(tt),
            evaluation: evaluation.clone(),
            overhead: Duration::ZERO,
            nodes_per_ms: None,
            spent: Duration::ZERO,
            depth: Depth::ZERO,
            sink: Arc::new(Silent),
        })
    }

    /// Searches by `lab` from now on.
    pub fn set_lab(&mut self, lab: L) {
        self.worker.set_lab(lab);
    }

    /// Time that is kept back where a clock runs.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Measures time by nodes, so many to a millisecond; `None` measures real time.
    pub fn set_nodes_per_ms(&mut self, rate: Option<NonZeroU64>) {
        self.nodes_per_ms = rate;
    }

    /// The time that the last search took, by the clock that it went by.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// The last iteration that the last search finished; zero if it finished none.
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// Forgets everything that could make the next search depend on the ones before.
    pub fn new_game(&mut self) {
        self.worker.new_game();
        self.tt.clear(1);
    }

    /// What the last search counted or kept; see [`Stats`](crate::stats::Stats).
    pub fn statistics(&self) -> &L::Stats {
        &self.worker.stats
    }

    /// Searches `board` within `limits`: the move to play and the score for the side to
    /// move. `None` if there is no legal move.
    pub fn search(&mut self, board: &Board, limits: Limits) -> Option<(Move, Score)> {
        self.tt.new_search();
        let shared = SearchShared::new(self.setup(board, limits));
        let mut search = Search::new(&mut self.worker, &shared);
        search.iterate();
        let answer = search.best_move();
        self.depth = search.completed_depth;
        self.spent = shared.clock.own_time();
        answer
    }

    fn setup(&self, board: &Board, limits: Limits) -> SearchSetup {
        // Node time has no latency.
        let reserve = self.nodes_per_ms.map_or(self.overhead, |_| Duration::ZERO);
        let overhead = Overhead { per_move: Duration::ZERO, reserve };
        SearchSetup {
            board: board.clone(),
            budget: Budget::new(&self.worker.lab, &limits, board, overhead),
            limits,
            multi_pv: 0,
            start: Instant::now(),
            is_urgent: false,
            tt: Arc::clone(&self.tt),
            evaluation: self.evaluation.clone(),
            tablebases: Tablebases::default(),
            sink: Arc::clone(&self.sink),
            threads: ThreadSetup { count: 1, cores: 1, deterministic: false },
            nodes_per_ms: self.nodes_per_ms,
            strength: None,
        }
    }
}

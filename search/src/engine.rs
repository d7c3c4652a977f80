//! The engine as its users see it: set a position, go, listen, stop.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam::sync::WaitGroup;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_eval::{Evaluation, Score};
use riposte_params::{Lab, Release};
use riposte_tt::{AllocError, Table};

use crate::info::Sink;
use crate::limits::Limits;
use crate::strength::Strength;
use crate::tb::prober::Tablebases;
use crate::threads::pool::Pool;
use crate::threads::shared::{SearchSetup, SearchShared};
use crate::time::budget::{Budget, Overhead};
use crate::time::latency::Latency;
use crate::time::node_clock::NodeClock;

/// Megabytes of the transposition table of a new engine.
pub const DEFAULT_HASH: usize = 16;

/// An error of an engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The TT asked for does not fit; the engine uses the largest that does, or keeps the
    /// one it had.
    #[error("hash of {asked} MB: {source}; using {kept} MB")]
    Hash {
        /// Megabytes asked for.
        asked: usize,
        /// Megabytes in use.
        kept: usize,
        /// Why it does not fit.
        source: AllocError,
    },
    /// The system grants fewer threads; the engine uses those it got.
    #[error("{asked} threads: {source}; using {got}")]
    Threads {
        /// Threads asked for.
        asked: usize,
        /// Threads in use.
        got: usize,
        /// Why there are no more.
        source: std::io::Error,
    },
}

impl EngineError {
    /// There is no memory for a first TT of so many megabytes.
    pub(crate) fn without_tt(asked: usize) -> impl FnOnce(AllocError) -> Self {
        move |source| Self::Hash { asked, kept: 0, source }
    }
}

/// A chess engine as a library: it searches and reports to a [`Sink`].
///
/// Setters wait for a running search to end; call [`Engine::stop`] first if it
/// should end early.
pub struct Engine<L: Lab = Release> {
    lab: L,
    pool: Pool<L>,
    tt: Arc<Table>,
    evaluation: Evaluation,
    tablebases: Tablebases,
    board: Board,
    multi_pv: usize,
    overhead: Duration,
    /// Time that the clock lost beyond the plan.
    latency: Latency,
    deterministic: bool,
    node_clock: Mutex<NodeClock>,
    strength: Option<Strength>,
    /// The latest search, to end it and to wait for its answer.
    running: Mutex<Option<Arc<SearchShared>>>,
    /// Done when no thread searches any more.
    searching: Mutex<WaitGroup>,
}

impl Engine<Release> {
    /// One thread, [`DEFAULT_HASH`] megabytes, the start position.
    ///
    /// # Errors
    ///
    /// When memory or the first thread is refused.
    pub fn new() -> Result<Self, EngineError> {
        Self::with_lab(Release)
    }
}

impl<L: Lab> Engine<L> {
    /// An engine that searches by the switches and numbers of `lab`.
    ///
    /// # Errors
    ///
    /// When memory or the first thread is refused.
    pub fn with_lab(lab: L) -> Result<Self, EngineError> {
        let tt = Table::new(DEFAULT_HASH, 1).map_err(EngineError::without_tt(DEFAULT_HASH))?;
        let pool = Pool::new(lab.clone(), 1).map_err(|source| EngineError::Threads {
            asked: 1,
            got: 0,
            source,
        })?;
        Ok(Self {
            lab,
            pool,
            tt: Arc::new(tt),
            evaluation: Evaluation::default(),
            tablebases: Tablebases::default(),
            board: Board::startpos(),
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            latency: Latency::default(),
            deterministic: false,
            node_clock: Mutex::default(),
            strength: None,
            running: Mutex::new(None),
            searching: Mutex::default(),
        })
    }

    /// Resizes the transposition table to `megabytes` and clears it.
    ///
    /// # Errors
    ///
    /// When the memory is not available. The TT then has the largest size that leaves
    /// memory for other programs, if that is more than it had; the error holds the size.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.rest();
        let threads = self.pool.len();
        let Some(tt) = Arc::get_mut(&mut self.tt) else {
            // Threads drop their search before the part of the wait group that `rest` awaits.
            unreachable!("no search runs, so nothing else holds the TT")
        };
        tt.resize(megabytes, threads).map_err(|source| {
            if matches!(source, AllocError::TooLarge { .. }) {
                // If that fails too, the old memory is still there.
                let _ = tt.grow_as_possible();
            }
            EngineError::Hash { asked: megabytes, kept: tt.megabytes(), source }
        })
    }

    /// The transposition table.
    pub fn tt(&self) -> &Table {
        &self.tt
    }

    /// Searches with `count` threads, at least one.
    ///
    /// # Errors
    ///
    /// When the system grants fewer; those it granted are used.
    pub fn set_threads(&mut self, count: usize) -> Result<(), EngineError> {
        self.rest();
        let outcome = self.pool.resize(count.max(1));
        let got = self.pool.len();
        outcome.map_err(|source| EngineError::Threads { asked: count, got, source })
    }

    /// Threads in use.
    pub fn threads(&self) -> usize {
        self.pool.len()
    }

    /// Reports the best `count` pvs, at least one.
    pub fn set_multi_pv(&mut self, count: usize) {
        self.multi_pv = count.max(1);
    }

    /// Time per move that is lost between engine and clock.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Probes these tablebases from the next search on.
    pub fn set_tablebases(&mut self, tablebases: Tablebases) {
        self.tablebases = tablebases;
    }

    /// The tablebases in use.
    pub fn tablebases(&self) -> &Tablebases {
        &self.tablebases
    }

    /// Makes searches with several threads and a limit of nodes or depth
    /// reproducible, at the cost of speed. With one thread they always are.
    pub fn set_deterministic(&mut self, deterministic: bool) {
        self.deterministic = deterministic;
    }

    /// Evaluates positions by `evaluation` from now on. Starts a new game, since the TT
    /// holds scores of the old evaluation.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.new_game();
    }

    /// The evaluation in use: [`Evaluation::PieceSquare`] in a new engine.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Plays more weakly than it could; `None` for as well as it can.
    pub fn set_strength(&mut self, strength: Option<Strength>) {
        self.strength = strength;
    }

    /// Measures time by nodes, so many to a millisecond, and no longer by the
    /// time of day: with one thread, games then repeat. The clock of a game is
    /// read once, at its first move. `None` goes back to the time of day.
    pub fn set_nodes_per_ms(&mut self, rate: Option<NonZeroU64>) {
        self.rest();
        self.node_clock.get_mut().set_rate(rate);
    }

    /// Changes the switches and numbers of the search.
    pub fn set_lab(&mut self, lab: L) {
        self.rest();
        self.pool.set_lab(&lab);
        self.lab = lab;
    }

    /// Starts a new game: clears everything that could affect the next search.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.pool.new_game();
        self.node_clock.get_mut().new_game();
        self.latency = Latency::default();
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        self.rest();
        self.tt.clear(self.pool.len());
    }

    /// The position to search, with the moves that led to it.
    pub fn set_position(&mut self, board: Board) {
        self.board = board;
    }

    /// The position to search.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The static evaluation of the position, for the side to move.
    pub fn evaluate(&self) -> Score {
        self.evaluation.value(&self.board)
    }

    /// What the last search counted, all threads together: nothing unless the
    /// engine was made with [`Counted`](riposte_params::Counted). Waits for a running
    /// search to end.
    pub fn statistics(&self) -> L::Stats {
        self.rest();
        self.pool.statistics()
    }

    /// Starts a search and returns at once. `sink` receives reports and exactly one
    /// [`Sink::best_move`]. A search still running is stopped first.
    pub fn go(&mut self, limits: Limits, sink: Arc<dyn Sink>) {
        // The clock runs while the last search ends.
        let start = Instant::now();
        self.stop();
        self.wait();
        if let Some(spent) = self.latest().and_then(|shared| shared.spent()) {
            self.latency.observe(spent, self.board.side(), self.board.fullmove_number(), &limits);
        }
        if self.repeats() {
            self.rest();
        }
        self.tt.new_search();
        let shared = Arc::new(self.plan(limits, start, sink));
        if !shared.answer_if_urgent() {
            self.pool.search(&shared, &self.searching.lock());
        }
        *self.running.lock() = Some(shared);
    }

    /// The shared side of the next search, with a clock that runs since `start`.
    fn plan(&mut self, limits: Limits, start: Instant, sink: Arc<dyn Sink>) -> SearchShared {
        let side = self.board.side();
        let clock = self.node_clock.get_mut();
        let mut limits = clock.read(limits, side);
        if let Some(strength) = self.strength {
            limits = strength.limit(limits, &self.board);
        }
        let threads = self.pool.setup(self.deterministic);
        let nodes_per_ms = clock.rate();
        // Node time has no latency.
        let overhead = match nodes_per_ms {
            Some(_) => Overhead::default(),
            None => self.latency.overhead(self.overhead + threads.reserve()),
        };
        SearchShared::new(SearchSetup {
            board: self.board.clone(),
            multi_pv: self.multi_pv,
            start,
            is_urgent: self.latency.is_critical(&limits, side, self.overhead),
            budget: Budget::new(&self.lab, &limits, &self.board, overhead),
            limits,
            tt: Arc::clone(&self.tt),
            evaluation: self.evaluation.clone(),
            tablebases: self.tablebases.clone(),
            sink,
            threads,
            nodes_per_ms,
            strength: self.strength,
        })
    }

    /// Whether a search must start with all threads at rest. Otherwise each thread starts
    /// the next search as soon as it has left the last one.
    fn repeats(&self) -> bool {
        self.deterministic || self.node_clock.lock().rate().is_some()
    }

    /// Stops the running search, which then answers. Does nothing without one.
    pub fn stop(&self) {
        if let Some(shared) = self.latest() {
            shared.interrupt();
        }
    }

    /// The move that was pondered on has been played.
    pub fn ponder_hit(&self) {
        if let Some(shared) = self.latest() {
            shared.ponder_hit();
        }
    }

    /// Waits until the running search has answered. Some of its threads may still run for a
    /// moment; methods that need them at rest wait for that.
    pub fn wait(&self) {
        if let Some(shared) = self.latest() {
            shared.reporter.wait();
        }
    }

    /// Waits like [`wait`](Self::wait), but no longer than until `end`. Returns whether the
    /// search has answered.
    pub(crate) fn wait_until(&self, end: Instant) -> bool {
        self.latest().is_none_or(|shared| shared.reporter.wait_until(end))
    }

    /// The latest search, whether it still runs or not.
    fn latest(&self) -> Option<Arc<SearchShared>> {
        self.running.lock().clone()
    }

    /// Waits until no thread searches any more.
    pub(crate) fn rest(&self) {
        let searching = std::mem::take(&mut *self.searching.lock());
        searching.wait();
        if let Some(shared) = self.running.lock().take() {
            self.node_clock.lock().spend(shared.clock.total_nodes());
        }
    }
}

impl<L: Lab> Drop for Engine<L> {
    fn drop(&mut self) {
        self.stop();
        self.rest();
    }
}

//! What all threads of one `go` share.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_eval::Evaluation;
use riposte_movegen::Move;
use riposte_tt::Table;

use crate::info::Sink;
use crate::limits::Limits;
use crate::strength::Strength;
use crate::tb::prober::{Tablebases, TbProber};
use crate::tb::root::RootVerdict;
use crate::threads::lockstep::Lockstep;
use crate::threads::reporter::Reporter;
use crate::threads::vote::Votes;
use crate::time::budget::Budget;
use crate::time::clock::SearchClock;
use crate::time::latency::Spent;
use crate::tree::root::RootMove;

/// Time that each thread beyond the cores may delay the end of a search in lockstep,
/// because it has to be woken first. Measured: 0.3 to 0.4 ms.
const WAKE_DELAY: Duration = Duration::from_micros(500);

/// The threads of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreadSetup {
    /// Threads that take part: no more than `cores`, unless `deterministic`.
    pub(crate) count: usize,
    /// Threads that the machine runs at once.
    pub(crate) cores: usize,
    /// Whether the result may depend on node counts only.
    pub(crate) deterministic: bool,
}

impl ThreadSetup {
    /// Time to reserve because the threads do not end at once. Without lockstep the
    /// answer waits for none of them.
    pub(crate) fn reserve(self) -> Duration {
        let late = self.count.saturating_sub(self.cores);
        WAKE_DELAY.saturating_mul(u32::try_from(late).unwrap_or(u32::MAX))
    }
}

/// Everything that a search starts with.
pub(crate) struct SearchSetup {
    pub(crate) board: Board,
    pub(crate) limits: Limits,
    /// Lines to report, at least one; none if only the move and its score are asked for.
    pub(crate) multi_pv: usize,
    pub(crate) start: Instant,
    /// Whether the clock holds no more than the latency that is expected.
    pub(crate) is_urgent: bool,
    pub(crate) budget: Budget,
    pub(crate) tt: Arc<Table>,
    pub(crate) evaluation: Evaluation,
    pub(crate) tablebases: Tablebases,
    pub(crate) sink: Arc<dyn Sink>,
    pub(crate) threads: ThreadSetup,
    /// `None` for wall time.
    pub(crate) nodes_per_ms: Option<NonZeroU64>,
    /// Present when the best move is not played every time.
    pub(crate) strength: Option<Strength>,
}

/// The shared side of a running search. Its data never changes; clock, votes, lockstep
/// and reporter synchronise themselves.
pub(crate) struct SearchShared {
    pub(crate) board: Board,
    pub(crate) limits: Limits,
    /// The legal moves that may be played.
    pub(crate) root_moves: Vec<Move>,
    /// How many legal moves there are.
    pub(crate) legal_moves: usize,
    pub(crate) tt: Arc<Table>,
    pub(crate) evaluation: Evaluation,
    pub(crate) tb: Option<TbProber>,
    /// Lines to search, at least one.
    pub(crate) multi_pv: usize,
    /// How many of them are reported.
    pub(crate) reported: usize,
    pub(crate) strength: Option<Strength>,
    is_urgent: bool,
    pub(crate) clock: SearchClock,
    pub(crate) votes: Votes,
    pub(crate) reporter: Reporter,
    /// Present in deterministic searches with several threads.
    pub(crate) lockstep: Option<Lockstep>,
}

impl SearchShared {
    pub(crate) fn new(setup: SearchSetup) -> Self {
        let SearchSetup { board, limits, threads, .. } = setup;
        let mut root_moves: Vec<Move> = board.legal_moves().into_iter().collect();
        let legal_moves = root_moves.len();
        if !limits.search_moves.is_empty() {
            root_moves.retain(|mv| limits.search_moves.contains(mv));
        }
        // Tablebases know the result and not the distance to mate.
        let uses_tb = limits.mate.is_none();
        let tb = uses_tb
            .then(|| TbProber::new(&setup.tablebases, &board, &mut root_moves, threads.count))
            .flatten();
        let candidates = setup.strength.map_or(1, |_| Strength::candidates(&board));
        let most = root_moves.len().max(1);
        let clock =
            SearchClock::new(setup.start, setup.budget, &limits, setup.nodes_per_ms, threads.count);
        Self {
            board,
            limits,
            root_moves,
            legal_moves,
            tt: setup.tt,
            evaluation: setup.evaluation,
            tb,
            multi_pv: setup.multi_pv.max(candidates).clamp(1, most),
            reported: setup.multi_pv.min(most),
            strength: setup.strength,
            is_urgent: setup.is_urgent,
            clock,
            votes: Votes::new(threads.count),
            reporter: Reporter::new(setup.sink),
            lockstep: (threads.deterministic && threads.count > 1)
                .then(|| Lockstep::new(threads.count, threads.cores)),
        }
    }

    /// Tablebase results of the root moves, in their order.
    pub(crate) fn root_verdicts(&self) -> &[RootVerdict] {
        self.tb.as_ref().map_or(&[], |tb| &tb.root)
    }

    /// The reported pv of a root move.
    pub(crate) fn pv_of(&self, root: &RootMove) -> Vec<Move> {
        match &self.tb {
            Some(tb) => tb.pv_of(&self.board, root),
            None => root.pv().to_vec(),
        }
    }

    pub(crate) fn tb_hits(&self) -> u64 {
        self.tb.as_ref().map_or(0, TbProber::hits)
    }

    /// Nodes that `thread` may search. In lockstep every thread has a share, so that
    /// the end does not depend on speed; otherwise the main thread watches the sum.
    pub(crate) fn node_limit(&self, thread: usize) -> Option<u64> {
        let limit = self.limits.nodes?;
        let threads = self.clock.threads();
        match (&self.lockstep, thread) {
            (Some(_), 0) => Some(limit / threads + limit % threads),
            (Some(_), _) => Some(limit / threads),
            (None, 0) => Some(limit),
            (None, _) => None,
        }
    }

    /// Nodes of all threads as a thread that has searched `own` may use them. In
    /// lockstep the counters of the others depend on timing, so all threads are
    /// assumed to be equally fast.
    pub(crate) fn nodes_known_to(&self, own: u64) -> u64 {
        match &self.lockstep {
            Some(_) => own * self.clock.threads(),
            None => self.clock.total_nodes(),
        }
    }

    /// Whether the change to another thread may already lose the game on time.
    pub(crate) fn is_urgent(&self) -> bool {
        self.is_urgent && self.clock.saves_time()
    }

    /// Time that the answered search took from a real clock, if it had one.
    pub(crate) fn spent(&self) -> Option<Spent> {
        self.clock.spent(&self.board, &self.limits)
    }

    /// Answers by `answer` as [`Reporter::finish`] does, and records the time.
    pub(crate) fn finish(&self, waits: bool, answer: impl FnOnce(&dyn Sink)) -> bool {
        self.reporter.finish(waits, |sink| {
            answer(sink);
            self.clock.mark_answer();
        })
    }
}

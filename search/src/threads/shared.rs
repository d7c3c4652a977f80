//! One `go`: what all threads of it share.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;
use parking_lot::{Condvar, Mutex};
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_tt::Table;

use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::strength::Strength;
use crate::tb::probe::{Tablebases, TbProber};
use crate::tb::root::RootVerdict;
use crate::threads::lockstep::Lockstep;
use crate::threads::reporter::Reporter;
use crate::threads::slots::Slots;
use crate::threads::vote::Votes;
use crate::time::budget::{Budget, Confidence};
use crate::time::latency::Spent;
use crate::tree::root::RootMove;

/// A search that is over before it is finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// Who takes part in a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crew {
    pub(crate) threads: usize,
    /// How many of them the machine can run at once.
    pub(crate) cores: usize,
    /// Whether the result may depend on node counts only.
    pub(crate) deterministic: bool,
    /// Nodes that count as a millisecond, if the clock is to count nodes.
    pub(crate) nodes_per_ms: Option<NonZeroU64>,
    /// Present when the best move is not to be played every time.
    pub(crate) strength: Option<Strength>,
}

/// What is asked of a search.
pub(crate) struct Order {
    pub(crate) board: Board,
    pub(crate) limits: Limits,
    /// Lines to report, at least one.
    pub(crate) multi_pv: usize,
    /// When it was asked.
    pub(crate) start: Instant,
    /// Whether the clock has no more than what is usually lost.
    pub(crate) is_urgent: bool,
}

/// What all threads look things up in.
pub(crate) struct Knowledge {
    pub(crate) tt: Arc<Table>,
    pub(crate) evaluation: Evaluation,
    pub(crate) tablebases: Tablebases,
}

/// The shared side of a running search. Threads only read it, but for their
/// own node counter.
pub(crate) struct SearchShared {
    pub(crate) board: Board,
    pub(crate) limits: Limits,
    /// The legal moves that may be answered.
    pub(crate) root_moves: Vec<Move>,
    pub(crate) tt: Arc<Table>,
    pub(crate) evaluation: Evaluation,
    pub(crate) tb: Option<TbProber>,
    pub(crate) reporter: Reporter,
    /// Lines to search, at least one.
    pub(crate) multi_pv: usize,
    /// How many of them are reported, at least one.
    pub(crate) reported: usize,
    /// Present when the best move is not to be played every time.
    pub(crate) strength: Option<Strength>,
    pub(crate) start: Instant,
    is_urgent: bool,
    /// Present when the result may depend on node counts only.
    pub(crate) lockstep: Option<Lockstep>,
    /// Present when there are more threads than cores.
    pub(crate) slots: Option<Slots>,
    /// What the threads have found.
    pub(crate) votes: Votes,
    budget: Budget,
    stop: AtomicBool,
    answered: AtomicBool,
    pondering: AtomicBool,
    /// Whether the last finished iteration would have ended the search by a clock.
    settled: AtomicBool,
    /// Nodes that count as a millisecond, where time is not measured by a clock.
    nodes_per_ms: Option<NonZeroU64>,
    /// Microseconds of [`Self::elapsed`] that were not on our clock.
    pondered: AtomicU64,
    /// Microseconds that our clock had run at the answer.
    thought: AtomicU64,
    idle: Mutex<()>,
    wake: Condvar,
    nodes: Box<[CachePadded<AtomicU64>]>,
}

/// What each thread beyond the cores may delay the end of a search in lockstep:
/// it has to be woken to be told. Measured: 0.1 to 0.2 ms.
const DELAY: Duration = Duration::from_micros(250);

impl Crew {
    /// Time to keep back because the threads do not end at once. Without lockstep
    /// the answer waits for none of them.
    pub(crate) fn reserve(self) -> Duration {
        let late = if self.deterministic { self.threads.saturating_sub(self.cores) } else { 0 };
        DELAY.saturating_mul(u32::try_from(late).unwrap_or(u32::MAX))
    }

    /// Seats, if there are too few for all. The main thread needs none: it always
    /// runs, unless it has to wait for the others in lockstep.
    fn slots(self) -> Option<Slots> {
        let slots = if self.deterministic { self.cores } else { self.cores.saturating_sub(1) };
        (self.threads > self.cores).then(|| Slots::new(self.threads, slots.max(1)))
    }
}

impl SearchShared {
    pub(crate) fn new(
        order: Order,
        knowledge: Knowledge,
        reporter: Reporter,
        budget: Budget,
        crew: Crew,
    ) -> Self {
        let Order { board, limits, multi_pv, start, is_urgent } = order;
        let threads = crew.threads;
        let mut root_moves: Vec<Move> = board.legal_moves().into_iter().collect();
        if !limits.search_moves.is_empty() {
            root_moves.retain(|mv| limits.search_moves.contains(mv));
        }
        // Tablebases know who wins, and not how soon.
        let uses_tb = limits.mate.is_none();
        let tb = uses_tb
            .then(|| TbProber::new(&knowledge.tablebases, &board, &mut root_moves, threads))
            .flatten();
        let candidates = crew.strength.map_or(1, |_| Strength::candidates(&board));
        let most = root_moves.len().max(1);
        Self {
            multi_pv: multi_pv.max(candidates).clamp(1, most),
            reported: multi_pv.clamp(1, most),
            strength: crew.strength,
            pondering: AtomicBool::new(limits.ponder),
            settled: AtomicBool::new(false),
            board,
            limits,
            root_moves,
            tt: knowledge.tt,
            evaluation: knowledge.evaluation,
            tb,
            reporter,
            start,
            is_urgent,
            lockstep: (crew.deterministic && threads > 1).then(|| Lockstep::new(threads)),
            slots: crew.slots(),
            votes: Votes::new(threads),
            budget,
            nodes_per_ms: crew.nodes_per_ms,
            stop: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            pondered: AtomicU64::new(0),
            thought: AtomicU64::new(0),
            idle: Mutex::new(()),
            wake: Condvar::new(),
            nodes: (0..threads).map(|_| CachePadded::new(AtomicU64::new(0))).collect(),
        }
    }

    /// What tablebases say about the root moves, in their order.
    pub(crate) fn root_verdicts(&self) -> &[RootVerdict] {
        self.tb.as_ref().map_or(&[], |tb| &tb.root)
    }

    /// The line of a root move as it is told.
    pub(crate) fn pv_of(&self, root: &RootMove) -> Vec<Move> {
        match &self.tb {
            Some(tb) => tb.pv_of(&self.board, root),
            None => root.pv.clone(),
        }
    }

    /// Positions that tablebases answered, for all threads.
    pub(crate) fn tb_hits(&self) -> u64 {
        self.tb.as_ref().map_or(0, TbProber::hits)
    }

    /// The tablebase files that were found to be damaged, by name, each once.
    pub(crate) fn new_errors(&self) -> Vec<String> {
        self.tb.as_ref().map(TbProber::new_errors).unwrap_or_default()
    }

    /// Nodes that `thread` may search. In lockstep everybody has a share, so that
    /// the end does not depend on who was faster; otherwise the main thread
    /// watches over the sum.
    pub(crate) fn node_limit(&self, thread: usize) -> Option<u64> {
        let limit = self.limits.nodes?;
        let threads = self.nodes.len() as u64;
        match (&self.lockstep, thread) {
            (Some(_), 0) => Some(limit / threads + limit % threads),
            (Some(_), _) => Some(limit / threads),
            (None, 0) => Some(limit),
            (None, _) => None,
        }
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search at somebody's wish. If it ponders, it is answered here and now
    /// if possible: the answer is not played, and the next search waits for it.
    pub(crate) fn interrupt(&self) {
        self.stop();
        if self.is_pondering() {
            self.answer_for_main(Duration::ZERO);
        }
    }

    /// Ends the search.
    pub(crate) fn stop(&self) {
        // The lock orders the store before a sleeper's look at the flag, so
        // that no wake-up is lost.
        let _order = self.idle.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }

    /// Says that the search is answered, and lets helpers go home that wait for a
    /// turn. Not before: waking them takes the time of whoever answers.
    pub(crate) fn conclude(&self) {
        let thought = micros(self.thought());
        {
            let _order = self.idle.lock();
            if !self.answered.swap(true, Ordering::Relaxed) {
                self.thought.store(thought, Ordering::Relaxed);
            }
            self.wake.notify_all();
        }
        if let Some(slots) = &self.slots {
            slots.close();
        }
    }

    /// Sleeps until the search is answered.
    pub(crate) fn wait_for_answer(&self) {
        let mut idle = self.idle.lock();
        while !self.answered.load(Ordering::Relaxed) {
            self.wake.wait(&mut idle);
        }
    }

    /// Sleeps until the search is answered, but not beyond `end`; whether it is.
    pub(crate) fn is_answered_by(&self, end: Instant) -> bool {
        let mut idle = self.idle.lock();
        while !self.answered.load(Ordering::Relaxed) {
            if self.wake.wait_until(&mut idle, end).timed_out() {
                return self.answered.load(Ordering::Relaxed);
            }
        }
        true
    }

    /// Whether somebody has to sleep until the time is up: the threads that search
    /// may be waiting for each other or for the system then.
    pub(crate) fn needs_timekeeper(&self) -> bool {
        self.nodes_per_ms.is_none() && self.budget.deadline(self.start).is_some()
    }

    /// Sleeps until the hard limit and ends the search, unless it ends before.
    pub(crate) fn keep_time(&self) {
        let mut idle = self.idle.lock();
        while !self.is_stopped() {
            let runs = !self.is_pondering() && !self.limits.infinite;
            match self.budget.deadline(self.clock_start()).filter(|_| runs) {
                None => self.wake.wait(&mut idle),
                Some(end) if self.wake.wait_until(&mut idle, end).timed_out() => {
                    self.stop.store(true, Ordering::Relaxed);
                    self.wake.notify_all();
                }
                Some(_) => {}
            }
        }
    }

    /// The expected move was played: from now on the time is ours.
    pub(crate) fn ponder_hit(&self) {
        {
            let _order = self.idle.lock();
            self.pondered.store(micros(self.elapsed()), Ordering::Relaxed);
            self.pondering.store(false, Ordering::Release);
            self.wake.notify_all();
        }
        if self.answer_if_urgent() || self.settled.load(Ordering::Relaxed) {
            self.stop();
        }
    }

    /// Takes note after an iteration whether the time is well enough spent, and then
    /// ends the search, or, while it ponders, has the expected move end it. Whether our
    /// clock runs.
    pub(crate) fn finish_iteration(&self, is_enough: bool) -> bool {
        let is_ours = {
            // The expected move comes before this or after: then it sees the note.
            let _order = self.idle.lock();
            self.settled.store(is_enough, Ordering::Relaxed);
            !self.is_pondering()
        };
        if is_enough && is_ours {
            // Not only the caller's thread: in lockstep it would wait for the others.
            self.stop();
        }
        is_ours
    }

    /// Where even the change to another thread may cost the game, answers here and now
    /// if anything is known. Whether it did.
    pub(crate) fn answer_if_urgent(&self) -> bool {
        self.is_urgent
            && self.saves_time()
            && self.nodes_per_ms.is_none()
            && self.answer_for_main(Duration::ZERO)
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Sleeps until an answer may be given: after `stop` for an infinite
    /// search, after `ponderhit` or `stop` for a pondering one.
    pub(crate) fn wait_for_leave(&self) {
        let mut idle = self.idle.lock();
        while !self.is_stopped() && (self.limits.infinite || self.is_pondering()) {
            self.wake.wait(&mut idle);
        }
    }

    /// Time since `go`, by the clock or by the nodes that stand for it.
    fn elapsed(&self) -> Duration {
        match self.nodes_per_ms {
            None => self.start.elapsed(),
            Some(rate) => Duration::from_millis(self.total_nodes() / rate),
        }
    }

    /// When our clock began to run.
    fn clock_start(&self) -> Instant {
        self.start + Duration::from_micros(self.pondered.load(Ordering::Relaxed))
    }

    /// Time that our clock has run.
    fn thought(&self) -> Duration {
        let pondered = Duration::from_micros(self.pondered.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(pondered)
    }

    /// What the answer cost, if it was given by our clock.
    pub(crate) fn spent(&self) -> Option<Spent> {
        let (side, limits) = (self.board.side(), &self.limits);
        let is_timed = !limits.infinite && !self.is_pondering() && self.nodes_per_ms.is_none();
        let left = limits.time[side.index()].filter(|_| is_timed)?;
        let thought = Duration::from_micros(self.thought.load(Ordering::Relaxed));
        let planned = self.budget.hard().map_or(thought, |hard| thought.min(hard));
        let (number, increment) = (self.board.fullmove_number(), limits.increment[side.index()]);
        Some(Spent { side, number, left, increment, planned })
    }

    /// Whether the hard time limit is reached.
    pub(crate) fn is_out_of_time(&self) -> bool {
        !self.is_pondering() && !self.limits.infinite && self.budget.is_spent(self.thought())
    }

    /// Whether another iteration is not worth its time. What was thought on the
    /// opponent's time counts: the answer is as good as if it had been ours.
    pub(crate) fn is_time_enough(&self, confidence: Confidence) -> bool {
        !self.limits.infinite && self.budget.is_enough(self.elapsed(), confidence)
    }

    /// Whether the search is by a clock, ours or soon ours.
    pub(crate) fn is_timed(&self) -> bool {
        self.budget.is_timed() && !self.limits.infinite
    }

    /// Whether our clock runs, so that time saved is time gained.
    fn saves_time(&self) -> bool {
        self.is_timed() && !self.is_pondering()
    }

    /// Publishes the node count of one thread.
    #[inline]
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// Nodes of all threads as far as a thread that has searched `own` may know:
    /// in lockstep, where the counters of the others would let the clock in,
    /// all are taken to be equally fast.
    pub(crate) fn nodes_known_to(&self, own: u64) -> u64 {
        match &self.lockstep {
            Some(_) => own * self.nodes.len() as u64,
            None => self.total_nodes(),
        }
    }

    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

//! The clock of one search: stop flag, ponder state, time budget and node counts.
//!
//! Every thread reads the stop flag at every node. The main thread looks at the
//! clock while it searches, and the timekeeper sleeps until the hard limit in case
//! the main thread does not get a core.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;
use parking_lot::{Condvar, Mutex};
use riposte_board::Board;

use crate::limits::Limits;
use crate::time::budget::{Budget, Confidence};
use crate::time::latency::Spent;

pub(crate) struct SearchClock {
    /// When `go` was received.
    start: Instant,
    budget: Budget,
    infinite: bool,
    /// `None` for wall time.
    nodes_per_ms: Option<NonZeroU64>,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether the last finished iteration was the last one that time allows.
    time_is_enough: AtomicBool,
    /// Microseconds of [`Self::elapsed`] spent pondering.
    pondered_us: AtomicU64,
    /// Microseconds of own time at the answer.
    answer_us: AtomicU64,
    /// Nodes of each thread.
    nodes: Box<[CachePadded<AtomicU64>]>,
    idle: Mutex<()>,
    wake: Condvar,
}

impl SearchClock {
    /// The clock of a search by `threads` threads, running since `start`.
    pub(crate) fn new(
        start: Instant,
        budget: Budget,
        limits: &Limits,
        nodes_per_ms: Option<NonZeroU64>,
        threads: usize,
    ) -> Self {
        Self {
            start,
            budget,
            infinite: limits.infinite,
            nodes_per_ms,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            time_is_enough: AtomicBool::new(false),
            pondered_us: AtomicU64::new(0),
            answer_us: AtomicU64::new(0),
            nodes: (0..threads).map(|_| CachePadded::new(AtomicU64::new(0))).collect(),
            idle: Mutex::new(()),
            wake: Condvar::new(),
        }
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search.
    pub(crate) fn stop(&self) {
        // The lock orders the store before a sleeper's check of the flag, so that no
        // wake-up is lost.
        let _order = self.idle.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.wake.notify_all();
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Switches from pondering to own time. Returns whether the time already spent is
    /// enough.
    pub(crate) fn ponder_hit(&self) -> bool {
        let _order = self.idle.lock();
        self.pondered_us.store(micros(self.elapsed()), Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
        self.wake.notify_all();
        self.time_is_enough.load(Ordering::Relaxed)
    }

    /// Records after an iteration whether the time spent is enough. If so, ends the
    /// search; while pondering, the next [`Self::ponder_hit`] ends it. Returns whether
    /// own time runs.
    pub(crate) fn finish_iteration(&self, is_enough: bool) -> bool {
        let is_ours = {
            // A ponder hit comes either before this or sees the flag.
            let _order = self.idle.lock();
            self.time_is_enough.store(is_enough, Ordering::Relaxed);
            !self.is_pondering()
        };
        if is_enough && is_ours {
            // Stops all threads: in lockstep the caller would wait for the others.
            self.stop();
        }
        is_ours
    }

    /// Whether a timekeeper is needed: the search has a hard limit in wall time.
    pub(crate) fn needs_timekeeper(&self) -> bool {
        self.nodes_per_ms.is_none() && self.budget.deadline(self.start).is_some()
    }

    /// Sleeps until the hard limit and ends the search, unless it ends before.
    pub(crate) fn run_timekeeper(&self) {
        let mut idle = self.idle.lock();
        while !self.is_stopped() {
            let runs = !self.is_pondering() && !self.infinite;
            match self.budget.deadline(self.own_start()).filter(|_| runs) {
                None => self.wake.wait(&mut idle),
                Some(end) if self.wake.wait_until(&mut idle, end).timed_out() => {
                    self.stop.store(true, Ordering::Relaxed);
                    self.wake.notify_all();
                }
                Some(_) => {}
            }
        }
    }

    /// Sleeps until an answer is allowed: after `stop` for an infinite search, after
    /// `ponderhit` or `stop` for a pondering one.
    pub(crate) fn wait_until_answerable(&self) {
        let mut idle = self.idle.lock();
        while !self.is_stopped() && (self.infinite || self.is_pondering()) {
            self.wake.wait(&mut idle);
        }
    }

    /// Wall time since `go`.
    pub(crate) fn wall_time(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time since `go`, in wall time or in nodes.
    fn elapsed(&self) -> Duration {
        match self.nodes_per_ms {
            None => self.start.elapsed(),
            Some(rate) => Duration::from_micros(self.total_nodes().saturating_mul(1000) / rate),
        }
    }

    /// When own time began to run.
    fn own_start(&self) -> Instant {
        self.start + Duration::from_micros(self.pondered_us.load(Ordering::Relaxed))
    }

    /// Own time so far.
    pub(crate) fn own_time(&self) -> Duration {
        let pondered = Duration::from_micros(self.pondered_us.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(pondered)
    }

    /// Records the time of the answer, for [`Self::spent`].
    pub(crate) fn mark_answer(&self) {
        self.answer_us.store(micros(self.own_time()), Ordering::Relaxed);
    }

    /// Time that the answered search of `board` took from a real clock, if it had one.
    pub(crate) fn spent(&self, board: &Board, limits: &Limits) -> Option<Spent> {
        let side = board.side();
        let is_timed = !self.infinite && !self.is_pondering() && self.nodes_per_ms.is_none();
        let left = limits.time[side.index()].filter(|_| is_timed)?;
        let used = Duration::from_micros(self.answer_us.load(Ordering::Relaxed));
        let planned = self.budget.hard().map_or(used, |hard| used.min(hard));
        let increment = limits.increment[side.index()];
        Some(Spent { side, number: board.fullmove_number(), left, increment, planned })
    }

    /// Whether the hard time limit is reached.
    pub(crate) fn is_out_of_time(&self) -> bool {
        !self.is_pondering() && !self.infinite && self.budget.is_spent(self.own_time())
    }

    /// Whether another iteration is not worth its time. Time spent pondering counts:
    /// the result is as good as one found in own time.
    pub(crate) fn is_time_enough(&self, confidence: Confidence) -> bool {
        !self.infinite && self.budget.is_enough(self.elapsed(), confidence)
    }

    /// Whether a game clock limits the search, now or after a ponder hit.
    pub(crate) fn is_timed(&self) -> bool {
        self.budget.is_timed() && !self.infinite
    }

    /// Whether own wall time runs on a game clock, so that a quick answer gains time.
    pub(crate) fn saves_time(&self) -> bool {
        self.is_timed() && !self.is_pondering() && self.nodes_per_ms.is_none()
    }

    /// Publishes the node count of `thread`.
    #[inline]
    pub(crate) fn set_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }

    /// Threads that take part.
    pub(crate) fn threads(&self) -> u64 {
        self.nodes.len() as u64
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

//! Many threads, the same result every time.
//!
//! Lazy SMP threads meet in the transposition table whenever they happen to, so
//! no two runs are alike. In lockstep they meet only at fixed node counts of
//! their own: between two meetings a thread reads the shared table as it was
//! and keeps what it writes to itself; at a meeting all wait for the slowest,
//! and the writes are entered in order of thread. What a thread sees then
//! depends on node counts alone and not on the clock.
//!
//! The price is the waiting, and knowledge that arrives an epoch late.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use riposte_tt::{Entry, Table};

use crate::turns::Turns;

/// Nodes between two meetings: long enough that waiting costs little, short
/// enough that threads profit from each other.
const EPOCH: u64 = 2048;

/// Room for what a thread writes in one epoch; most nodes write once.
const SLOTS: usize = 8192;

/// What one thread brings to a meeting.
#[derive(Default)]
struct Contribution {
    writes: Vec<(u64, Entry)>,
    finished: bool,
}

/// The meeting point of all threads of a search.
pub(crate) struct Lockstep {
    barrier: Barrier,
    contributions: Vec<Mutex<Contribution>>,
    /// Set at a meeting once the main thread is finished.
    over: AtomicBool,
}

impl Lockstep {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            barrier: Barrier::new(threads),
            contributions: (0..threads).map(|_| Mutex::default()).collect(),
            over: AtomicBool::new(false),
        }
    }

    /// Brings the writes of `thread` to the others. Returns whether the search
    /// is over.
    fn meet(
        &self,
        thread: usize,
        writes: &mut Vec<(u64, Entry)>,
        finished: bool,
        table: &Table,
    ) -> bool {
        {
            let mut contribution = self.contributions[thread].lock();
            std::mem::swap(&mut contribution.writes, writes);
            contribution.finished = finished;
        }
        if self.barrier.wait().is_leader() {
            self.merge(table);
        }
        self.barrier.wait();
        self.over.load(Ordering::Relaxed)
    }

    /// Enters everybody's writes, in order of thread. The search is over when
    /// the main thread says so: the others only work for it.
    fn merge(&self, table: &Table) {
        for contribution in &self.contributions {
            for (key, entry) in contribution.lock().writes.drain(..) {
                table.store(key, entry);
            }
        }
        self.over.store(self.contributions[0].lock().finished, Ordering::Relaxed);
    }
}

/// One thread's side of the lockstep: what it has written since the last
/// meeting.
pub(crate) struct Step<'a> {
    lockstep: &'a Lockstep,
    /// Present when there are more threads than cores: a seat is needed between
    /// two meetings.
    turns: Option<&'a Turns>,
    thread: usize,
    recent: Box<[Option<(u64, Entry)>]>,
    writes: Vec<(u64, Entry)>,
    next_meeting: u64,
    is_over: bool,
}

impl<'a> Step<'a> {
    /// For a thread that has a seat, if there are too few for all.
    pub(crate) fn new(lockstep: &'a Lockstep, turns: Option<&'a Turns>, thread: usize) -> Self {
        Self {
            lockstep,
            turns,
            thread,
            recent: vec![None; SLOTS].into_boxed_slice(),
            writes: Vec::new(),
            next_meeting: EPOCH,
            is_over: false,
        }
    }

    /// Own writes first, then the table as of the last meeting.
    pub(crate) fn probe(&self, table: &Table, key: u64) -> Option<Entry> {
        match self.recent[key as usize % SLOTS] {
            Some((own, entry)) if own == key => Some(entry),
            _ => table.probe(key),
        }
    }

    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        self.recent[key as usize % SLOTS] = Some((key, entry));
        self.writes.push((key, entry));
    }

    /// Meets the others when the time has come; says whether the search is over.
    pub(crate) fn advance(&mut self, nodes: u64, table: &Table) -> bool {
        if nodes >= self.next_meeting && !self.is_over {
            self.next_meeting = nodes + EPOCH;
            self.meet(table, false);
        }
        self.is_over
    }

    /// Goes to a meeting. Who is `finished` needs no seat for what comes after it.
    fn meet(&mut self, table: &Table, finished: bool) {
        if let Some(turns) = self.turns {
            turns.leave();
        }
        self.is_over = self.lockstep.meet(self.thread, &mut self.writes, finished, table);
        if finished {
            self.turns = None;
        } else if let Some(turns) = self.turns {
            turns.sit(self.thread);
        }
        self.recent.fill(None);
    }

    /// Keeps meeting the others until all know that the search is over.
    pub(crate) fn finish(&mut self, table: &Table) {
        while !self.is_over {
            self.meet(table, true);
        }
    }
}

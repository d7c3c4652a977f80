//! Many threads, the same result every time.
//!
//! Free Lazy SMP threads exchange results through the TT at any time, so no two runs are
//! alike. In lockstep they exchange them only at fixed node counts of their own. Between
//! two barriers a thread reads the shared TT as it was and keeps its writes to itself; at a
//! barrier all wait for the slowest, and the writes are applied in order of thread. Results
//! then depend on node counts alone and not on timing.
//!
//! The cost is the waiting, and results that arrive an epoch late: two threads search 1.57
//! and 1.67 times the nodes per second of one, free threads 1.97 (`docs/log/threads.md`).
//! With more threads than cores the search ends a little later, since every thread has to be
//! woken.

use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Condvar, Mutex};
use riposte_tt::{Entry, Table};

/// Nodes between two barriers: long enough that waiting costs little, short enough that
/// threads profit from each other.
const EPOCH: u64 = 4096;

/// Room for what a thread writes in one epoch; most nodes write once.
const RECENT: usize = 8192;

/// How often a thread that is early polls for the end of the barrier before it sleeps:
/// about ten microseconds, since most threads are late by less than a wake-up takes. With
/// more threads than cores it does not: polling would take a core from a working thread.
const LOOKS: usize = 1000;

/// The state of the barrier.
struct Meeting {
    /// The writes of each thread since the last barrier.
    writes: Vec<Vec<(u64, Entry)>>,
    arrived: usize,
    /// Whether the main thread has come for the last time.
    finished: bool,
    /// The same at the end of the last barrier: a thread that leaves late must not see the
    /// state of the next one.
    over: bool,
}

/// The barrier of all threads of a search.
pub(crate) struct Lockstep {
    threads: usize,
    looks: usize,
    meeting: Mutex<Meeting>,
    /// Meetings that have ended.
    ended: AtomicU64,
    end: Condvar,
}

impl Lockstep {
    pub(crate) fn new(threads: usize, cores: usize) -> Self {
        let writes = vec![Vec::new(); threads];
        Self {
            threads,
            looks: if threads > cores { 0 } else { LOOKS },
            meeting: Mutex::new(Meeting { writes, arrived: 0, finished: false, over: false }),
            ended: AtomicU64::new(0),
            end: Condvar::new(),
        }
    }

    /// Delivers the writes of `thread` and waits for all threads. Returns whether the search
    /// is over, which it is when the main thread is `finished`.
    fn meet(
        &self,
        thread: usize,
        writes: &mut Vec<(u64, Entry)>,
        finished: bool,
        tt: &Table,
    ) -> bool {
        let mut meeting = self.meeting.lock();
        let number = self.ended.load(Ordering::Relaxed);
        std::mem::swap(&mut meeting.writes[thread], writes);
        meeting.finished |= finished && thread == 0;
        meeting.arrived += 1;
        if meeting.arrived == self.threads {
            meeting.enter_writes(tt);
            meeting.arrived = 0;
            meeting.over = meeting.finished;
            self.ended.store(number + 1, Ordering::Release);
            self.end.notify_all();
            return meeting.over;
        }
        drop(meeting);
        for _ in 0..self.looks {
            if self.ended.load(Ordering::Acquire) != number {
                break;
            }
            std::hint::spin_loop();
        }
        let mut meeting = self.meeting.lock();
        while self.ended.load(Ordering::Relaxed) == number {
            self.end.wait(&mut meeting);
        }
        meeting.over
    }
}

impl Meeting {
    /// Applies all writes, in order of thread.
    fn enter_writes(&mut self, tt: &Table) {
        for (key, entry) in self.writes.iter_mut().flat_map(|writes| writes.drain(..)) {
            tt.store(key, entry);
        }
    }
}

/// One thread's side of the lockstep: its writes since the last barrier.
pub(crate) struct Step<'a> {
    lockstep: &'a Lockstep,
    thread: usize,
    recent: Box<[Option<(u64, Entry)>]>,
    writes: Vec<(u64, Entry)>,
    next_meeting: u64,
    is_over: bool,
}

impl<'a> Step<'a> {
    pub(crate) fn new(lockstep: &'a Lockstep, thread: usize) -> Self {
        Self {
            lockstep,
            thread,
            recent: vec![None; RECENT].into_boxed_slice(),
            writes: Vec::new(),
            next_meeting: EPOCH,
            is_over: false,
        }
    }

    /// Own writes first, then the TT as of the last barrier.
    pub(crate) fn probe(&self, tt: &Table, key: u64) -> Option<Entry> {
        match self.recent[key as usize % RECENT] {
            Some((own, entry)) if own == key => Some(entry),
            _ => tt.probe(key),
        }
    }

    /// A result without a move keeps the known move, as in the TT itself.
    pub(crate) fn store(&mut self, tt: &Table, key: u64, mut entry: Entry) {
        if entry.mv == 0 {
            entry.mv = self.probe(tt, key).map_or(0, |known| known.mv);
        }
        self.recent[key as usize % RECENT] = Some((key, entry));
        self.writes.push((key, entry));
    }

    /// Enters the barrier when it is due. Returns whether the search is over.
    pub(crate) fn advance(&mut self, nodes: u64, tt: &Table) -> bool {
        if nodes >= self.next_meeting && !self.is_over {
            self.next_meeting = nodes + EPOCH;
            self.meet(tt, false);
        }
        self.is_over
    }

    fn meet(&mut self, tt: &Table, finished: bool) {
        self.is_over = self.lockstep.meet(self.thread, &mut self.writes, finished, tt);
        self.recent.fill(None);
    }

    /// Enters barriers until all threads have seen the end of the search.
    pub(crate) fn finish(&mut self, tt: &Table) {
        while !self.is_over {
            self.meet(tt, true);
        }
    }
}

//! Slots: how helper threads share the cores when there are more threads than cores.
//!
//! If the scheduler runs 64 threads on two cores, each thread waits for the time
//! slices of 31 others. The main thread, which reads the clock, waits with them, and
//! a search overruns its time by a tenth of a second. Therefore no more threads run
//! than there are cores. The main thread always runs. Helpers share the remaining
//! slots: each holds one for a number of nodes, then sleeps until its next turn. A
//! helper that never gets a slot is never woken, so the cost of a short search does
//! not grow with the number of threads.
//!
//! With enough cores a search has no [`Slots`].

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex, MutexGuard};

/// Sends a helper into the search.
pub(crate) type Starter = Box<dyn FnOnce() + Send>;

/// A helper that waits for a slot.
enum Waiting {
    Start(Starter),
    Resume(usize),
}

struct State {
    free: usize,
    /// Longest wait first.
    queue: VecDeque<Waiting>,
    closed: bool,
}

/// The slots of one search.
pub(crate) struct Slots {
    state: Mutex<State>,
    /// One per thread, so that a single thread can be woken.
    wakeups: Box<[Condvar]>,
}

impl Slots {
    pub(crate) fn new(threads: usize, count: usize) -> Self {
        Self {
            state: Mutex::new(State { free: count, queue: VecDeque::new(), closed: false }),
            wakeups: (0..threads).map(|_| Condvar::new()).collect(),
        }
    }

    /// Starts a helper now or when a slot becomes free. Drops `start` unused if the
    /// search ends first.
    pub(crate) fn submit(&self, start: Starter) {
        let mut state = self.state.lock();
        if state.closed {
            return;
        }
        if state.free > 0 {
            state.free -= 1;
            start();
        } else {
            state.queue.push_back(Waiting::Start(start));
        }
    }

    /// Blocks until `thread`, which has already started, has a slot.
    pub(crate) fn acquire(&self, thread: usize) {
        let mut state = self.state.lock();
        if state.free > 0 {
            state.free -= 1;
        } else if !state.closed {
            state.queue.push_back(Waiting::Resume(thread));
            self.wait_queued(thread, state);
        }
    }

    /// Passes the slot of `thread` to the longest waiting helper and blocks until
    /// `thread` has one again. Does nothing if the queue is empty.
    pub(crate) fn yield_slot(&self, thread: usize) {
        let mut state = self.state.lock();
        let Some(next) = state.queue.pop_front() else { return };
        state.queue.push_back(Waiting::Resume(thread));
        self.wake(next);
        self.wait_queued(thread, state);
    }

    fn wait_queued(&self, thread: usize, mut state: MutexGuard<'_, State>) {
        while state.has_queued(thread) {
            self.wakeups[thread].wait(&mut state);
        }
    }

    /// Releases a slot without asking for another.
    pub(crate) fn release(&self) {
        let mut state = self.state.lock();
        match state.queue.pop_front() {
            Some(next) => self.wake(next),
            None => state.free += 1,
        }
    }

    /// Wakes parked helpers so that they can exit; drops those not started.
    pub(crate) fn close(&self) {
        let queue = {
            let mut state = self.state.lock();
            state.closed = true;
            std::mem::take(&mut state.queue)
        };
        for next in queue {
            if let Waiting::Resume(thread) = next {
                self.wakeups[thread].notify_one();
            }
        }
    }

    fn wake(&self, next: Waiting) {
        match next {
            Waiting::Start(start) => start(),
            Waiting::Resume(thread) => {
                self.wakeups[thread].notify_one();
            }
        }
    }
}

impl State {
    fn has_queued(&self, thread: usize) -> bool {
        self.queue.iter().any(|next| matches!(next, Waiting::Resume(id) if *id == thread))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use crossbeam::channel::unbounded;

    use super::*;

    /// Runs `threads` helpers on `count` slots for `rounds` each. Returns the order in
    /// which they ran and the largest number that ran at once.
    fn run(threads: usize, count: usize, rounds: usize) -> (Vec<usize>, usize) {
        // No slot is free before all helpers are queued.
        let slots = Arc::new(Slots::new(threads, 0));
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let (sender, order) = unbounded();
        for thread in 0..threads {
            let (own, sender) = (Arc::clone(&slots), sender.clone());
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            slots.submit(Box::new(move || {
                std::thread::spawn(move || {
                    for _ in 0..rounds {
                        let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        sender.send(thread).expect("the receiver is alive");
                        running.fetch_sub(1, Ordering::SeqCst);
                        own.yield_slot(thread);
                    }
                    own.release();
                });
            }));
        }
        drop(sender);
        (0..count).for_each(|_| slots.release());
        (order.iter().collect(), most.load(Ordering::SeqCst))
    }

    #[test]
    fn one_slot_goes_round_robin() {
        let (order, most) = run(4, 1, 3);
        assert_eq!(order, [0, 1, 2, 3].repeat(3));
        assert_eq!(most, 1);
    }

    #[test]
    fn running_threads_never_exceed_the_slots_and_all_finish() {
        let (order, most) = run(20, 3, 50);
        assert!(most <= 3, "{most}");
        for thread in 0..20 {
            assert_eq!(order.iter().filter(|&&it| it == thread).count(), 50);
        }
    }

    #[test]
    fn close_wakes_parked_threads_and_starts_no_others() {
        let slots = Arc::new(Slots::new(3, 1));
        let started = Arc::new(AtomicUsize::new(0));
        let starter = || -> Starter {
            let started = Arc::clone(&started);
            Box::new(move || {
                started.fetch_add(1, Ordering::SeqCst);
            })
        };
        slots.submit(starter());
        slots.submit(starter());
        slots.submit(starter());
        assert_eq!(started.load(Ordering::SeqCst), 1);
        let parked = {
            let slots = Arc::clone(&slots);
            std::thread::spawn(move || slots.yield_slot(0))
        };
        // The second start shows that the thread has given up its slot.
        while started.load(Ordering::SeqCst) < 2 {
            std::thread::yield_now();
        }
        slots.close();
        parked.join().expect("the parked thread was woken");
        slots.submit(starter());
        slots.release();
        assert_eq!(started.load(Ordering::SeqCst), 2);
        assert_eq!(Arc::strong_count(&started), 1, "no starter is left in the queue");
    }
}

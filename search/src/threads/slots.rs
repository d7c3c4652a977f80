//! More threads than cores: helpers take turns.
//!
//! Left to the system, 64 threads on two cores all want to run at once. Every one
//! waits for the time slices of 31 others before its next, the main thread with
//! the clock among them, and a search overruns its time by a tenth of a second.
//! So no more threads are let to run than there are cores. The main thread always
//! runs; the helpers share the seats that are left, sit for so many nodes each, and
//! sleep in between. A helper that never got a seat has not even been woken, so that
//! the cost of a short search does not grow with the number of threads.
//!
//! With enough cores there are no turns to take, and nothing of this is there.

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex, MutexGuard};

/// Brings a helper that has not begun into the search.
pub(crate) type Starter = Box<dyn FnOnce() + Send>;

/// Who is to have a seat.
enum Next {
    Start(Starter),
    Resume(usize),
}

struct State {
    free_seats: usize,
    /// Who waits, the longest first.
    queue: VecDeque<Next>,
    over: bool,
}

/// The seats of one search.
pub(crate) struct Turns {
    state: Mutex<State>,
    /// One for each thread, to wake it alone.
    bells: Box<[Condvar]>,
}

impl Turns {
    pub(crate) fn new(threads: usize, seats: usize) -> Self {
        Self {
            state: Mutex::new(State { free_seats: seats, queue: VecDeque::new(), over: false }),
            bells: (0..threads).map(|_| Condvar::new()).collect(),
        }
    }

    /// Starts a helper now or when a seat is given up; never, if the search is
    /// over before. What `start` owns is dropped then.
    pub(crate) fn join(&self, start: Starter) {
        let mut state = self.state.lock();
        if state.over {
            return;
        }
        if state.free_seats > 0 {
            state.free_seats -= 1;
            start();
        } else {
            state.queue.push_back(Next::Start(start));
        }
    }

    /// Sleeps until `thread`, which takes part already, has a seat.
    pub(crate) fn sit(&self, thread: usize) {
        let mut state = self.state.lock();
        if state.free_seats > 0 {
            state.free_seats -= 1;
        } else if !state.over {
            state.queue.push_back(Next::Resume(thread));
            self.sleep(thread, state);
        }
    }

    /// Gives the seat of `thread` to whoever waits longest, and sleeps until it is
    /// the turn of `thread` again.
    pub(crate) fn pass(&self, thread: usize) {
        let mut state = self.state.lock();
        let Some(next) = state.queue.pop_front() else { return };
        state.queue.push_back(Next::Resume(thread));
        self.call(next);
        self.sleep(thread, state);
    }

    fn sleep(&self, thread: usize, mut state: MutexGuard<'_, State>) {
        while state.has_queued(thread) {
            self.bells[thread].wait(&mut state);
        }
    }

    /// Gives a seat up for good.
    pub(crate) fn leave(&self) {
        let mut state = self.state.lock();
        match state.queue.pop_front() {
            Some(next) => self.call(next),
            None => state.free_seats += 1,
        }
    }

    /// Wakes all who sleep, to let them go home; who has not begun never will.
    pub(crate) fn end(&self) {
        let queue = {
            let mut state = self.state.lock();
            state.over = true;
            std::mem::take(&mut state.queue)
        };
        for next in queue {
            if let Next::Resume(thread) = next {
                self.bells[thread].notify_one();
            }
        }
    }

    fn call(&self, next: Next) {
        match next {
            Next::Start(start) => start(),
            Next::Resume(thread) => {
                self.bells[thread].notify_one();
            }
        }
    }
}

impl State {
    fn has_queued(&self, thread: usize) -> bool {
        self.queue.iter().any(|next| matches!(next, Next::Resume(id) if *id == thread))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use crossbeam::channel::unbounded;

    use super::*;

    /// Runs `threads` helpers on `seats`, each for `rounds` turns; the order in which
    /// they sat, and how many sat at once at most.
    fn sat(threads: usize, seats: usize, rounds: usize) -> (Vec<usize>, usize) {
        // No seat before all have come.
        let turns = Arc::new(Turns::new(threads, 0));
        let seated = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let (told, order) = unbounded();
        for thread in 0..threads {
            let (table, told) = (Arc::clone(&turns), told.clone());
            let (seated, most) = (Arc::clone(&seated), Arc::clone(&most));
            turns.join(Box::new(move || {
                std::thread::spawn(move || {
                    for _ in 0..rounds {
                        let now = seated.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        told.send(thread).expect("somebody listens");
                        seated.fetch_sub(1, Ordering::SeqCst);
                        table.pass(thread);
                    }
                    table.leave();
                });
            }));
        }
        drop(told);
        (0..seats).for_each(|_| turns.leave());
        (order.iter().collect(), most.load(Ordering::SeqCst))
    }

    #[test]
    fn turns_go_round() {
        let (order, most) = sat(4, 1, 3);
        assert_eq!(order, [0, 1, 2, 3].repeat(3));
        assert_eq!(most, 1);
    }

    #[test]
    fn no_more_sit_than_there_are_seats_and_all_get_theirs() {
        let (order, most) = sat(20, 3, 50);
        assert!(most <= 3, "{most}");
        for thread in 0..20 {
            assert_eq!(order.iter().filter(|&&it| it == thread).count(), 50);
        }
    }

    #[test]
    fn the_end_wakes_sleepers_and_lets_nobody_begin() {
        let turns = Arc::new(Turns::new(3, 1));
        let begun = Arc::new(AtomicUsize::new(0));
        let begin = || -> Starter {
            let begun = Arc::clone(&begun);
            Box::new(move || {
                begun.fetch_add(1, Ordering::SeqCst);
            })
        };
        turns.join(begin());
        turns.join(begin());
        turns.join(begin());
        assert_eq!(begun.load(Ordering::SeqCst), 1);
        let sleeper = {
            let turns = Arc::clone(&turns);
            std::thread::spawn(move || turns.pass(0))
        };
        // The seat that the sleeper gave up shows that it sleeps.
        while begun.load(Ordering::SeqCst) < 2 {
            std::thread::yield_now();
        }
        turns.end();
        sleeper.join().expect("the sleeper was woken");
        turns.join(begin());
        turns.leave();
        assert_eq!(begun.load(Ordering::SeqCst), 2);
        assert_eq!(Arc::strong_count(&begun), 1, "nobody waits who might begin");
    }
}

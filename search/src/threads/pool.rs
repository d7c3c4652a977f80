//! Lazy SMP: parked threads that start with a search. Each has its own memory; they share
//! the transposition table.
//!
//! How a search ends in time: the main thread checks the clock as it searches, and the
//! timekeeper sleeps until the hard limit. The first of them sets the stop flag, which
//! every thread reads at every node. The main thread then answers from the published
//! [`Votes`](crate::threads::vote::Votes), or the timekeeper does if the main thread does
//! not get a core (`finish.rs`). A thread that has not yet seen the flag starts the next
//! search when it has; only reproducible searches wait for all threads first.
//!
//! No more threads search than the machine has cores: others bring nothing, and the main
//! thread would wait for their time slices. Only in lockstep do all take part, since the
//! result must not depend on the machine.

use std::io::ErrorKind;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, available_parallelism};

use crossbeam::channel::{Receiver, Sender, unbounded};
use crossbeam::sync::WaitGroup;
use riposte_params::{Lab, stats::Stats};
use riposte_tt::available_memory;

use crate::threads::finish::MAIN_THREAD_GRACE;
use crate::threads::shared::{SearchShared, ThreadSetup};
use crate::threads::worker::Worker;
use crate::tree::search::Search;

/// Room for the recursion of the deepest search in the largest build.
pub const STACK_BYTES: usize = 16 << 20;

/// Memory of a thread besides its stack: histories and accumulators, rounded up.
pub const BYTES_PER_THREAD: u64 = 6 << 20;

/// Size of a trial allocation before a thread is started: more than the thread needs at
/// once. Some allocators would keep a smaller block and lay out all others differently.
const TRIAL_BYTES: usize = 2 * STACK_BYTES + BYTES_PER_THREAD as usize;

enum Job<L: Lab> {
    /// Takes part in a search; drops `done` when it is finished.
    Search {
        shared: Arc<SearchShared>,
        number: u64,
        done: WaitGroup,
    },
    NewGame(WaitGroup),
    /// Requests the statistics of the search of that number, from threads that took part.
    Statistics(u64, Sender<L::Stats>),
    SetLab(L),
}

/// A search for the timekeeper to end in time.
type Appointment = (Arc<SearchShared>, WaitGroup);

/// A thread that sleeps until it receives a job.
struct Thread<J> {
    jobs: Option<Sender<J>>,
    handle: Option<JoinHandle<()>>,
}

/// The threads of an engine.
pub(crate) struct Pool<L: Lab> {
    lab: L,
    threads: Vec<Thread<Job<L>>>,
    /// Ends searches with a clock in time: see [`SearchShared::needs_timekeeper`].
    timekeeper: Option<Thread<Appointment>>,
    /// Threads that the machine runs at once.
    cores: usize,
    /// How many searches there were.
    searches: u64,
}

impl<L: Lab> Pool<L> {
    /// Starts as many of `count` threads as the system grants, at least one if
    /// it grants any.
    pub(crate) fn new(lab: L, count: usize) -> std::io::Result<Self> {
        let cores = available_parallelism().map_or(1, NonZero::get);
        let mut pool = Self { lab, threads: Vec::new(), timekeeper: None, cores, searches: 0 };
        pool.resize(count)?;
        Ok(pool)
    }

    pub(crate) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Grows or shrinks to `count` threads. On an error the threads already started stay.
    pub(crate) fn resize(&mut self, count: usize) -> std::io::Result<()> {
        self.threads.truncate(count);
        if self.timekeeper.is_none() {
            self.timekeeper = Some(Thread::start("timekeeper", || (), keep_time)?);
        }
        let most = self.len().saturating_add(room_for_threads()).max(1);
        while self.threads.len() < count {
            if self.threads.len() >= most {
                return Err(ErrorKind::OutOfMemory.into());
            }
            try_memory()?;
            let (id, lab) = (self.threads.len(), self.lab.clone());
            let make = move || Worker::new(id, lab);
            self.threads.push(Thread::start(&format!("search {id}"), make, serve)?);
        }
        Ok(())
    }

    /// The threads that take part in a search.
    pub(crate) fn setup(&self, deterministic: bool) -> ThreadSetup {
        let count = if deterministic { self.len() } else { self.len().min(self.cores) };
        ThreadSetup { count, cores: self.cores, deterministic }
    }

    /// Every thread clears its memory of the game.
    pub(crate) fn new_game(&self) {
        let group = WaitGroup::new();
        for thread in &self.threads {
            thread.send(Job::NewGame(group.clone()));
        }
        group.wait();
    }

    /// Every thread searches by `lab` from now on.
    pub(crate) fn set_lab(&mut self, lab: &L) {
        self.lab = lab.clone();
        for thread in &self.threads {
            thread.send(Job::SetLab(lab.clone()));
        }
    }

    /// The statistics of the last search, all threads together.
    pub(crate) fn statistics(&self) -> L::Stats {
        let (reply, statistics) = unbounded();
        for thread in &self.threads {
            thread.send(Job::Statistics(self.searches, reply.clone()));
        }
        drop(reply);
        let mut sum = L::Stats::default();
        statistics.iter().for_each(|stats| sum.merge(&stats));
        sum
    }

    /// Starts a search on its threads, each as soon as it has ended the one before; `done` is
    /// when all are at rest again.
    pub(crate) fn search(&mut self, shared: &Arc<SearchShared>, done: &WaitGroup) {
        self.searches += 1;
        let number = self.searches;
        for thread in self.threads.iter().take(shared.clock.threads() as usize) {
            thread.send(Job::Search { shared: Arc::clone(shared), number, done: done.clone() });
        }
        if let Some(timekeeper) = &self.timekeeper
            && shared.clock.needs_timekeeper()
        {
            timekeeper.send((Arc::clone(shared), done.clone()));
        }
    }
}

impl<J: Send + 'static> Thread<J> {
    /// Starts a thread, which makes its memory itself, and waits until it has it: a thread's first
    /// allocation may reserve much for a moment, and another one meanwhile would fail.
    fn start<M>(
        name: &str,
        make: impl FnOnce() -> M + Send + 'static,
        life: impl FnOnce(M, &Receiver<J>) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (jobs, inbox) = unbounded();
        let ready = WaitGroup::new();
        let part = ready.clone();
        let handle = Builder::new().name(name.into()).stack_size(STACK_BYTES).spawn(move || {
            let memory = make();
            drop(part);
            life(memory, &inbox);
        })?;
        ready.wait();
        Ok(Self { jobs: Some(jobs), handle: Some(handle) })
    }

    fn send(&self, job: J) {
        if let Some(jobs) = &self.jobs {
            // The receiver lives as long as the sender does.
            let _ = jobs.send(job);
        }
    }
}

impl<J> Drop for Thread<J> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// How many more threads there is memory for. Leaves a quarter free, or the out-of-memory
/// killer ends the process.
fn room_for_threads() -> usize {
    let Some(bytes) = available_memory() else { return usize::MAX };
    usize::try_from(bytes / 4 * 3 / BYTES_PER_THREAD).unwrap_or(usize::MAX)
}

/// Checks that the memory for a thread is available. A failed allocation in the thread
/// itself would end the process.
fn try_memory() -> std::io::Result<()> {
    Vec::<u8>::new().try_reserve_exact(TRIAL_BYTES).map_err(|_| ErrorKind::OutOfMemory.into())
}

/// The life of a search thread: one job after the other until the pool is gone.
fn serve<L: Lab>(mut worker: Worker<L>, inbox: &Receiver<Job<L>>) {
    let mut last_search = 0;
    for job in inbox {
        match job {
            Job::Search { shared, number, done } => {
                last_search = number;
                if worker.is_main() {
                    lead(&mut worker, &shared);
                } else {
                    help(&mut worker, &shared);
                }
                // The waiting thread may need the TT exclusively.
                drop(shared);
                drop(done);
            }
            Job::NewGame(part) => {
                worker.new_game();
                drop(part);
            }
            Job::Statistics(number, reply) => {
                if number == last_search {
                    // The receiver may be gone.
                    let _ = reply.send(worker.stats.clone());
                }
            }
            Job::SetLab(lab) => worker.set_lab(lab),
        }
    }
}

/// The searches of this workspace. Builds for tests share generic code, so what is
/// mentioned here they compile once and not in every program that searches.
#[cfg(all(debug_assertions, not(test)))]
mod compiled_once {
    use super::{Job, Receiver, Worker, serve};
    use riposte_params::{Counted, Masked, Release};

    type Serve<L> = fn(Worker<L>, &Receiver<Job<L>>);

    #[used]
    static RELEASE: Serve<Release> = serve;
    #[used]
    static MASKED: Serve<Masked> = serve;
    #[used]
    static COUNTED_RELEASE: Serve<Counted<Release>> = serve;
    #[used]
    static COUNTED_MASKED: Serve<Counted<Masked>> = serve;
}

/// The life of the timekeeper.
fn keep_time((): (), inbox: &Receiver<Appointment>) {
    for (shared, done) in inbox {
        shared.clock.run_timekeeper();
        shared.answer_for_main(MAIN_THREAD_GRACE);
        drop(shared);
        drop(done);
    }
}

/// A helper's part: search, and leave the result to the main thread.
fn help<L: Lab>(worker: &mut Worker<L>, shared: &SearchShared) {
    let mut search = Search::new(worker, shared);
    search.iterate();
    search.finish();
}

/// The main thread's part: search, wait until an answer is allowed, stop the others, and
/// answer without waiting for them.
pub(crate) fn lead<L: Lab>(worker: &mut Worker<L>, shared: &SearchShared) {
    let mut search = Search::new(worker, shared);
    search.iterate();
    search.finish();
    shared.clock.wait_until_answerable();
    shared.clock.stop();
    search.answer();
}

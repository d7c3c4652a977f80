//! Lazy SMP: threads that sleep until there is a search, each with a memory of
//! its own, joined only by the transposition table.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use crossbeam::channel::{Receiver, Sender, unbounded};
use crossbeam::sync::WaitGroup;
use parking_lot::Mutex;
use riposte_movegen::Move;

use crate::depth::Depth;
use crate::info::Bound;
use crate::lab::Lab;
use crate::root::RootMove;
use crate::score::Score;
use crate::search::Search;
use crate::stats::Stats;
use crate::task::Task;
use crate::worker::Worker;

/// Room for the recursion of the deepest search in the largest build.
const STACK_BYTES: usize = 16 << 20;

/// What one thread has found.
struct Answer {
    depth: Depth,
    best: RootMove,
}

/// The answers of a search, gathered as its threads finish.
type Answers = Arc<Mutex<Vec<(usize, Answer)>>>;

enum Job<L: Lab> {
    /// Takes part in a search. The main thread gets the group of the others.
    Search {
        task: Arc<Task>,
        answers: Answers,
        role: Role,
    },
    NewGame(WaitGroup),
    /// Asks for what the last search counted.
    Statistics(Sender<L::Stats>),
    SetLab(L),
}

enum Role {
    /// Waits for the helpers, then answers.
    Main(WaitGroup, WaitGroup),
    /// Says when it is finished by dropping its part of the group.
    Helper(WaitGroup),
}

struct Thread<L: Lab> {
    jobs: Option<Sender<Job<L>>>,
    handle: Option<JoinHandle<()>>,
}

/// The threads of an engine.
pub(crate) struct Pool<L: Lab> {
    lab: L,
    threads: Vec<Thread<L>>,
}

impl<L: Lab> Pool<L> {
    /// Starts as many of `count` threads as the system grants, at least one if
    /// it grants any.
    pub(crate) fn new(lab: L, count: usize) -> std::io::Result<Self> {
        let mut pool = Self { lab, threads: Vec::new() };
        pool.resize(count)?;
        Ok(pool)
    }

    pub(crate) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Grows or shrinks to `count` threads. On an error the threads that could
    /// be started stay.
    pub(crate) fn resize(&mut self, count: usize) -> std::io::Result<()> {
        self.threads.truncate(count);
        while self.threads.len() < count {
            self.threads.push(Thread::start(self.threads.len(), self.lab.clone())?);
        }
        Ok(())
    }

    /// Every thread forgets the game.
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

    /// What all threads counted in the last search.
    pub(crate) fn statistics(&self) -> L::Stats {
        let (reply, answers) = unbounded();
        for thread in &self.threads {
            thread.send(Job::Statistics(reply.clone()));
        }
        drop(reply);
        let mut sum = L::Stats::default();
        answers.iter().for_each(|stats| sum.merge(&stats));
        sum
    }

    /// Starts a search on all threads; the group is done when it is over.
    pub(crate) fn search(&self, task: &Arc<Task>) -> WaitGroup {
        let answers = Answers::default();
        let (done, helpers) = (WaitGroup::new(), WaitGroup::new());
        let mut helpers_part = Some(helpers);
        for (id, thread) in self.threads.iter().enumerate().rev() {
            let role = if id > 0 {
                Role::Helper(helpers_part.clone().unwrap_or_default())
            } else {
                Role::Main(helpers_part.take().unwrap_or_default(), done.clone())
            };
            let (task, answers) = (Arc::clone(task), Arc::clone(&answers));
            thread.send(Job::Search { task, answers, role });
        }
        done
    }
}

impl<L: Lab> Thread<L> {
    fn start(id: usize, lab: L) -> std::io::Result<Self> {
        let (jobs, inbox) = unbounded();
        let handle = Builder::new()
            .name(format!("search {id}"))
            .stack_size(STACK_BYTES)
            .spawn(move || serve(Worker::new(id, lab), &inbox))?;
        Ok(Self { jobs: Some(jobs), handle: Some(handle) })
    }

    fn send(&self, job: Job<L>) {
        if let Some(jobs) = &self.jobs {
            // The receiver lives as long as the sender does.
            let _ = jobs.send(job);
        }
    }
}

impl<L: Lab> Drop for Thread<L> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// The life of a thread: one job after the other until the pool is gone.
fn serve<L: Lab>(mut worker: Worker<L>, inbox: &Receiver<Job<L>>) {
    for job in inbox {
        match job {
            Job::Search { task, answers, role } => match role {
                Role::Main(helpers, done) => {
                    lead(&mut worker, &task, &answers, helpers);
                    drop(task);
                    drop(done);
                }
                Role::Helper(part) => {
                    let answer = run(&mut worker, &task);
                    answers.lock().extend(answer.map(|answer| (worker.id, answer)));
                    drop(task);
                    drop(part);
                }
            },
            Job::NewGame(part) => {
                worker.new_game();
                drop(part);
            }
            Job::Statistics(reply) => {
                // Who asked may have gone.
                let _ = reply.send(worker.stats.clone());
            }
            Job::SetLab(lab) => worker.set_lab(lab),
        }
    }
}

fn run<L: Lab>(worker: &mut Worker<L>, task: &Task) -> Option<Answer> {
    let mut search = Search::new(worker, task);
    search.iterate();
    search.finish();
    (!search.root.is_empty())
        .then(|| Answer { depth: search.completed_depth, best: search.root.at(0).clone() })
}

/// The main thread's part: search, wait until an answer may be given, end the
/// others, and speak for all.
fn lead<L: Lab>(worker: &mut Worker<L>, task: &Task, answers: &Answers, helpers: WaitGroup) {
    let mut search = Search::new(worker, task);
    search.iterate();
    search.finish();
    task.wait_for_leave();
    task.stop();
    helpers.wait();
    task.report_faults();
    if search.root.is_empty() {
        search.report_no_move();
        task.sink.best_move(None, None);
        return;
    }
    let own = Answer { depth: search.completed_depth, best: search.root.at(0).clone() };
    let answers = answers.lock();
    let best = if task.multi_pv == 1 { vote(&own, &answers) } else { &own };
    search.report_final(best.depth, &best.best);
    task.sink.best_move(Some(best.best.mv), ponder_move(task, &task.line_of(&best.best)));
}

/// The second move of the line, if it is there.
fn ponder_move(task: &Task, pv: &[Move]) -> Option<Move> {
    if let [_, reply, ..] = pv {
        return Some(*reply);
    }
    // A line of one move: the table may know the reply.
    let mut board = task.board.clone();
    board.make(*pv.first()?);
    let reply = task.table.probe(board.key()).and_then(|entry| Move::from_bits(entry.mv))?;
    board.is_legal(reply).then_some(reply)
}

/// The best answer by vote: a move counts by the depth and the score of every
/// thread that chose it. Proved mates win over votes.
fn vote<'a>(own: &'a Answer, others: &'a [(usize, Answer)]) -> &'a Answer {
    let answers: Vec<&Answer> = {
        let mut sorted: Vec<_> = others.iter().collect();
        sorted.sort_by_key(|(id, _)| *id);
        let usable = sorted.into_iter().map(|(_, answer)| answer).filter(|a| a.is_usable());
        std::iter::once(own).chain(usable).collect()
    };
    let worst = answers.iter().map(|answer| answer.best.score).min().unwrap_or_default();
    let weight = |answer: &Answer| {
        i64::from(answer.best.score - worst + 10) * i64::from(answer.depth.plies())
    };
    let votes = |mv: Move| -> i64 {
        answers.iter().filter(|answer| answer.best.mv == mv).map(|answer| weight(answer)).sum()
    };
    let mut best = own;
    for &answer in &answers[1..] {
        if is_better(answer, best, votes(answer.best.mv), votes(best.best.mv)) {
            best = answer;
        }
    }
    best
}

fn is_better(new: &Answer, old: &Answer, new_votes: i64, old_votes: i64) -> bool {
    if old.best.score.is_decisive() || new.best.score.is_win() {
        return new.best.score > old.best.score;
    }
    if new.best.mv == old.best.mv {
        return new.depth > old.depth;
    }
    !new.best.score.is_loss() && new_votes > old_votes
}

impl Answer {
    /// Whether the score is one that was found and is exact.
    fn is_usable(&self) -> bool {
        self.depth > Depth::ZERO
            && self.best.bound == Bound::Exact
            && self.best.score != -Score::INFINITE
    }
}

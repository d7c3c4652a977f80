//! Parts on several threads. They share nothing, so the counts are the same
//! whatever the number of threads and the order.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use riposte_search::Evaluation;

use super::parts::{Series, Worker};
use super::store::{Key, Store};
use riposte_tools::random::Random;

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(20);

/// The stream of random numbers that brings parts into order.
const ORDER_STREAM: u64 = 1;

/// How to work.
pub struct Means<'a> {
    /// Threads.
    pub threads: usize,
    /// Megabytes of the table of each.
    pub hash: usize,
    /// For the engine.
    pub evaluation: &'a Evaluation,
    /// For the order of parts.
    pub seed: u64,
}

/// A part by its place in series, settings and subjects.
type Part<'a> = (&'a Series, usize, usize);

/// Runs what is not in `store` yet.
///
/// # Errors
///
/// The first error of any thread.
pub fn run(series: &[Series], store: &Mutex<Store>, means: &Means<'_>) -> Result<(), String> {
    let mut parts: Vec<Part<'_>> = series.iter().flat_map(places).collect();
    let all = parts.len();
    parts.retain(|&place| store.lock().get(&key(place)).is_none());
    // Long and short ones mixed, so that the estimate of the time left is good.
    Random::stream(means.seed, ORDER_STREAM).shuffle(&mut parts);
    let progress = Progress::new(parts.len(), all);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut worker = Worker::new(means.hash, means.evaluation)?;
        loop {
            let Some(&place) = parts.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return Ok(());
            };
            let (series, setting, subject) = place;
            let job = &series.settings[setting].job;
            let rows = worker.run(job, &series.subjects[subject]);
            // After an error the other threads need not go on.
            let added = rows.and_then(|rows| store.lock().add(key(place), rows));
            added.inspect_err(|_| next.store(parts.len(), Ordering::Relaxed))?;
            progress.advance();
        }
    };
    let outcome: Result<Vec<()>, String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..means.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a search failed".to_owned())))
            .collect()
    });
    progress.finish();
    outcome.map(drop)
}

fn places(series: &Series) -> impl Iterator<Item = Part<'_>> {
    let subjects = series.subjects.len();
    (0..series.settings.len())
        .flat_map(move |setting| (0..subjects).map(move |subject| (series, setting, subject)))
}

/// How the store knows a part.
pub fn key((series, setting, subject): Part<'_>) -> Key {
    let setting = &series.settings[setting];
    let position = series.subjects[subject].board.fen();
    Key::new(series.name, &setting.name, &position, setting.job.depth())
}

/// A bar on a terminal, lines elsewhere.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    last_line: Mutex<Instant>,
}

impl Progress {
    fn new(parts: usize, all: usize) -> Self {
        let bar = ProgressBar::new(parts as u64);
        let template = "{bar:40} {pos}/{len} parts, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if parts < all {
            eprintln!("{} of {all} parts are known already", all - parts);
        }
        let start = Instant::now();
        Self { bar, start, last_line: Mutex::new(start) }
    }

    fn advance(&self) {
        self.bar.inc(1);
        let mut last = self.last_line.lock();
        if !std::io::stderr().is_terminal() && last.elapsed() >= LINE_INTERVAL {
            *last = Instant::now();
            eprintln!("{}", self.line());
        }
    }

    fn line(&self) -> String {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
        let left = self.start.elapsed().mul_f64(all as f64 / done.max(1) as f64 - 1.0);
        format!("{done}/{all} parts, {} left", HumanDuration(left))
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

//! What more threads bring: nodes per second, and time to reach a depth.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::{Engine, EngineError, Evaluation, Info, Limits, Sink};
use riposte_workloads::boards;

use crate::chart::{self, Point};

/// What `riposte-bench scaling` is given.
#[derive(Args)]
pub struct Options {
    /// Numbers of threads to compare; the first is what the others are measured by.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// Measures several threads in lockstep (`Deterministic`) as well.
    #[arg(long)]
    lockstep: bool,
    /// Measures as many engines of one thread side by side, too: what the
    /// machine has to give, and threads can share at best.
    #[arg(long)]
    separate: bool,
    /// Iterations per position, for the time to depth.
    #[arg(long, default_value_t = 16)]
    depth: u32,
    /// Milliseconds per position, for the nodes per second.
    #[arg(long, default_value_t = 200)]
    movetime: i64,
    /// Times that every position is searched with every number of threads.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Megabytes of transposition table.
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Draws a picture to this file, too.
    #[arg(long)]
    svg: Option<PathBuf>,
}

/// How several threads work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In one engine.
    Free,
    /// In one engine, with results that can be repeated.
    Lockstep,
    /// Each in an engine of its own.
    Separate,
}

/// One search of one position.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

/// Keeps the last report.
#[derive(Default)]
struct Last(Mutex<Cost>);

impl Sink for Last {
    fn info(&self, info: &Info) {
        *self.0.lock() = Cost { nodes: info.nodes, time: info.time };
    }

    fn best_move(&self, _: Option<Move>, _: Option<Move>) {}
}

/// Measures and prints a table. The numbers of threads take turns position by
/// position, so that a machine that slows down slows all of them. Speed is
/// measured in a given time and not to a depth: more threads would else be
/// measured on other, smaller trees.
///
/// # Errors
///
/// What the engine was refused.
pub fn run(options: &Options) -> Result<(), String> {
    let boards = boards();
    let mut contenders = contenders(options)
        .into_iter()
        .map(|(threads, mode)| Contender::new(threads, mode, options.hash))
        .collect::<Result<Vec<_>, _>>()?;
    let timed = Limits { move_time: Some(options.movetime), ..Limits::default() };
    let speeds = measure(&mut contenders, &boards, &timed, options.runs);
    let times = measure(&mut contenders, &boards, &Limits::depth(options.depth), options.runs);
    println!("{} positions, {} runs, medians, geometric means", boards.len(), options.runs);
    println!("(L: threads in lockstep, S: separate engines side by side)");
    println!("threads      nodes/s   ratio  time to depth {}, ratio", options.depth);
    let mut points = Vec::new();
    for (index, contender) in contenders.iter().enumerate() {
        let point = Point {
            threads: contender.threads,
            mode: contender.mode,
            speed: mean(&speeds[index], Cost::speed) / mean(&speeds[0], Cost::speed),
            sooner: mean(&times[0], Cost::seconds) / mean(&times[index], Cost::seconds),
        };
        println!(
            "{:>7} {} {:>10.0} {:>7.3} {:>10.3}",
            contender.threads,
            contender.mode.letter(),
            mean(&speeds[index], Cost::speed),
            point.speed,
            1.0 / point.sooner,
        );
        points.push(point);
    }
    match &options.svg {
        None => Ok(()),
        Some(path) => {
            chart::draw(&points, path).map_err(|error| format!("{}: {error}", path.display()))
        }
    }
}

/// What to compare: numbers of threads, and how they work together.
fn contenders(options: &Options) -> Vec<(usize, Mode)> {
    let modes = |&threads: &usize| {
        let asked = [
            (true, Mode::Free),
            (options.lockstep, Mode::Lockstep),
            (options.separate, Mode::Separate),
        ];
        asked
            .into_iter()
            .filter(move |&(asked, mode)| asked && (threads > 1 || mode == Mode::Free))
            .map(move |(_, mode)| (threads, mode))
    };
    options.threads.iter().flat_map(modes).collect()
}

/// The costs by `[contender][position][run]`.
fn measure(
    contenders: &mut [Contender],
    boards: &[Board],
    limits: &Limits,
    runs: usize,
) -> Vec<Vec<Vec<Cost>>> {
    let mut costs = vec![vec![Vec::new(); boards.len()]; contenders.len()];
    for _ in 0..runs.max(1) {
        for (position, board) in boards.iter().enumerate() {
            for (contender, costs) in contenders.iter_mut().zip(&mut costs) {
                costs[position].push(contender.search(board, limits));
            }
        }
    }
    costs
}

impl Mode {
    const fn letter(self) -> char {
        match self {
            Self::Free => ' ',
            Self::Lockstep => 'L',
            Self::Separate => 'S',
        }
    }
}

/// Threads that search the same position at the same time.
struct Contender {
    threads: usize,
    mode: Mode,
    engines: Vec<Engine>,
}

impl Contender {
    fn new(threads: usize, mode: Mode, hash: usize) -> Result<Self, String> {
        let (engines, each) = if mode == Mode::Separate { (threads, 1) } else { (1, threads) };
        let evaluation = Evaluation::embedded().map_err(|error| error.to_string())?;
        let engine = || -> Result<Engine, EngineError> {
            let mut engine = Engine::new()?;
            engine.set_evaluation(evaluation.clone());
            engine.set_threads(each)?;
            engine.set_hash(hash)?;
            engine.set_deterministic(mode == Mode::Lockstep);
            Ok(engine)
        };
        let engines =
            (0..engines).map(|_| engine()).collect::<Result<_, _>>().map_err(|f| f.to_string())?;
        Ok(Self { threads, mode, engines })
    }

    /// The nodes of all engines and the time of the slowest.
    fn search(&mut self, board: &Board, limits: &Limits) -> Cost {
        let lasts: Vec<_> = self.engines.iter().map(|_| Arc::new(Last::default())).collect();
        for engine in &mut self.engines {
            engine.new_game();
            engine.set_position(board.clone());
        }
        for (engine, last) in self.engines.iter_mut().zip(&lasts) {
            engine.go(limits.clone(), Arc::<Last>::clone(last));
        }
        self.engines.iter().for_each(Engine::wait);
        let costs = lasts.iter().map(|last| *last.0.lock());
        costs.fold(Cost::default(), |sum, cost| Cost {
            nodes: sum.nodes + cost.nodes,
            time: sum.time.max(cost.time),
        })
    }
}

impl Cost {
    fn seconds(self) -> f64 {
        self.time.as_secs_f64().max(1e-6)
    }

    fn speed(self) -> f64 {
        self.nodes as f64 / self.seconds()
    }
}

/// Geometric mean over the positions of the median over the runs: every
/// position counts the same, however large its tree.
fn mean(costs: &[Vec<Cost>], value: fn(Cost) -> f64) -> f64 {
    let logs = costs.iter().map(|runs| median(runs, value).ln());
    (logs.sum::<f64>() / costs.len() as f64).exp()
}

fn median(runs: &[Cost], value: fn(Cost) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(|&cost| value(cost)).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(seconds: u64) -> Cost {
        Cost { nodes: 1000 * seconds, time: Duration::from_secs(seconds) }
    }

    #[test]
    fn medians_of_runs_and_geometric_means_of_positions() {
        let costs = [vec![cost(4), cost(2), cost(90)], vec![cost(9)]];
        assert!((mean(&costs, Cost::seconds) - 6.0).abs() < 1e-9);
        assert!((mean(&costs, Cost::speed) - 1000.0).abs() < 1e-6);
    }
}

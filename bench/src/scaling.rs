//! What more threads bring: nodes per second, and time to reach a depth.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::{Engine, Info, Limits, Sink};

/// The positions of `riposte bench`.
const POSITIONS: &str = include_str!("../../uci/src/bench/positions.fen");

/// What `riposte-bench scaling` is told.
#[derive(Args)]
pub struct Options {
    /// Numbers of threads to compare; the first is what the others are measured by.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// Iterations per position.
    #[arg(long, default_value_t = 16)]
    depth: u32,
    /// Times that every position is searched with every number of threads.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Megabytes of transposition table.
    #[arg(long, default_value_t = 64)]
    hash: usize,
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
/// position, so that a machine that slows down slows all of them.
///
/// # Errors
///
/// What the engine was refused.
pub fn run(options: &Options) -> Result<(), String> {
    let boards = POSITIONS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|fen| Board::from_fen(fen).map_err(|fault| format!("{fen}: {fault}")))
        .collect::<Result<Vec<_>, _>>()?;
    let mut engines = options
        .threads
        .iter()
        .map(|&threads| engine(threads, options.hash))
        .collect::<Result<Vec<_>, _>>()?;
    // [threads][position][run]
    let mut costs = vec![vec![Vec::new(); boards.len()]; engines.len()];
    for _ in 0..options.runs.max(1) {
        for (position, board) in boards.iter().enumerate() {
            for (engine, costs) in engines.iter_mut().zip(&mut costs) {
                costs[position].push(search(engine, board, options.depth));
            }
        }
    }
    println!("{} positions, depth {}, {} runs", boards.len(), options.depth, options.runs);
    println!("threads        nodes/s    ratio   time to depth, ratio");
    for (&threads, own) in options.threads.iter().zip(&costs) {
        let speed = speed(own);
        println!(
            "{threads:>7} {speed:>14.0} {:>8.3} {:>10.3}",
            speed / self::speed(&costs[0]),
            time_ratio(own, &costs[0])
        );
    }
    Ok(())
}

fn engine(threads: usize, hash: usize) -> Result<Engine, String> {
    let mut engine = Engine::new().map_err(|fault| fault.to_string())?;
    engine.set_threads(threads).map_err(|fault| fault.to_string())?;
    engine.set_hash(hash).map_err(|fault| fault.to_string())?;
    Ok(engine)
}

fn search(engine: &mut Engine, board: &Board, depth: u32) -> Cost {
    let last = Arc::new(Last::default());
    engine.new_game();
    engine.set_position(board.clone());
    engine.go(Limits::depth(depth), last.clone());
    engine.wait();
    *last.0.lock()
}

/// Nodes per second over all searches.
fn speed(costs: &[Vec<Cost>]) -> f64 {
    let nodes: u64 = costs.iter().flatten().map(|cost| cost.nodes).sum();
    let time: Duration = costs.iter().flatten().map(|cost| cost.time).sum();
    nodes as f64 / time.as_secs_f64().max(1e-9)
}

/// Geometric mean over the positions of the median times' ratio.
fn time_ratio(own: &[Vec<Cost>], other: &[Vec<Cost>]) -> f64 {
    let logs = own.iter().zip(other).map(|(own, other)| (median(own) / median(other)).ln());
    (logs.sum::<f64>() / own.len() as f64).exp()
}

/// Seconds of the median run.
fn median(runs: &[Cost]) -> f64 {
    let mut times: Vec<f64> = runs.iter().map(|cost| cost.time.as_secs_f64().max(1e-6)).collect();
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(seconds: u64) -> Cost {
        Cost { nodes: 1000 * seconds, time: Duration::from_secs(seconds) }
    }

    #[test]
    fn ratios_are_of_medians_over_positions() {
        let one = vec![vec![cost(4), cost(2), cost(90)], vec![cost(8)]];
        let two = vec![vec![cost(1)], vec![cost(8)]];
        assert!((time_ratio(&two, &one) - 0.5).abs() < 1e-9);
        assert!((speed(&one) - 1000.0).abs() < 1e-9);
    }
}

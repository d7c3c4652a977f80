//! What each heuristic is worth in nodes: the bench positions searched to one
//! depth, with every switch the other way and every rule in its other forms.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use indicatif::ProgressBar;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_search::stats::{Counters, Stats};

use riposte_tools::searcher::Searcher;

use crate::positions;
use crate::setting::Setting;

/// The positions of `riposte bench`.
const POSITIONS: &str = include_str!("../../../search/src/bench_positions.fen");

/// Options of `riposte-tools ablate`.
#[derive(Args)]
pub struct Options {
    /// Iterations per position.
    #[arg(long, default_value_t = 12)]
    depth: u32,
    /// File with a FEN or EPD per line in place of the bench positions.
    #[arg(long)]
    positions: Option<PathBuf>,
    /// Measures only this setting beside the release, such as `NullMove=off` or
    /// `Futility=off+Razoring=off`; may be given several times.
    #[arg(long, value_name = "SETTING")]
    only: Vec<String>,
    /// Settings searched at once, each by an engine of its own.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    #[command(flatten)]
    evaluation: crate::evaluation::Choice,
    /// Writes comma-separated values and not a table for reading.
    #[arg(long)]
    csv: bool,
}

/// What a setting costs.
#[derive(Clone)]
struct Cost {
    nodes: Vec<u64>,
    /// Share of cutoffs that the first move gave.
    first_move: f64,
}

/// Searches by every setting and prints the table.
///
/// # Errors
///
/// A text that says which position cannot be read or what the engine was
/// refused.
pub fn run(options: &Options) -> Result<(), String> {
    let boards = match &options.positions {
        None => positions::parse(POSITIONS)?,
        Some(file) => positions::read(file)?,
    };
    let evaluation = options.evaluation.load()?;
    let settings = if options.only.is_empty() { Setting::all() } else { chosen(&options.only)? };
    let next = AtomicUsize::new(0);
    let costs = Mutex::new(vec![None; settings.len()]);
    let bar = ProgressBar::new(settings.len() as u64);
    let outcome: Result<Vec<()>, String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut searcher = Searcher::new(&evaluation)?;
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(setting) = settings.get(index) else { return Ok(()) };
                        let cost = measure(&mut searcher, setting, &boards, options.depth)?;
                        costs.lock()[index] = Some(cost);
                        bar.inc(1);
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a search failed".to_owned())))
            .collect()
    });
    bar.finish_and_clear();
    outcome?;
    let costs: Vec<Cost> = costs.into_inner().into_iter().flatten().collect();
    print!("{}", table(&settings, &costs, options.csv));
    Ok(())
}

/// The release, then what the user wants to see.
fn chosen(texts: &[String]) -> Result<Vec<Setting>, String> {
    let settings = texts.iter().map(|text| Setting::parse(text));
    std::iter::once(Ok(Setting::RELEASE)).chain(settings).collect()
}

fn measure(
    searcher: &mut Searcher,
    setting: &Setting,
    boards: &[Board],
    depth: u32,
) -> Result<Cost, String> {
    let (mut nodes, mut counters) = (Vec::new(), Counters::default());
    for board in boards {
        let outcome = searcher.search(setting, board, depth)?;
        nodes.push(outcome.nodes);
        counters.merge(&outcome.counters);
    }
    Ok(Cost { nodes, first_move: counters.fail_high_first_rate() })
}

/// A line per setting, the dearest first.
fn table(settings: &[Setting], costs: &[Cost], csv: bool) -> String {
    let Some((release, _)) = costs.split_first() else { return String::new() };
    let mut rows: Vec<(String, f64, u64, f64)> = settings
        .iter()
        .zip(costs)
        .map(|(setting, cost)| {
            (setting.name(), mean_ratio(cost, release), cost.nodes.iter().sum(), cost.first_move)
        })
        .collect();
    rows[1..].sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut text = String::from(if csv {
        "setting,ratio,nodes,first_move_cutoffs\n"
    } else {
        "| setting | nodes, ratio | nodes, sum | first-move cutoffs |\n|---|---:|---:|---:|\n"
    });
    for (name, ratio, nodes, first) in rows {
        // Writing to a string cannot fail.
        let _ = if csv {
            writeln!(text, "{name},{ratio:.4},{nodes},{first:.4}")
        } else {
            writeln!(text, "| {name} | {ratio:.3} | {nodes} | {:.1} % |", first * 100.0)
        };
    }
    text
}

/// Geometric mean over the positions of the nodes against the release's.
fn mean_ratio(cost: &Cost, release: &Cost) -> f64 {
    let logs = cost
        .nodes
        .iter()
        .zip(&release.nodes)
        .map(|(&own, &other)| (own.max(1) as f64 / other.max(1) as f64).ln());
    (logs.sum::<f64>() / cost.nodes.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_geometric_means() {
        let release = Cost { nodes: vec![100, 100], first_move: 0.9 };
        let other = Cost { nodes: vec![400, 25], first_move: 0.9 };
        assert!((mean_ratio(&other, &release) - 1.0).abs() < 1e-9);
    }
}

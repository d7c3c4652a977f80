//! Bulk perft of Riposte and its peers as one table: `cargo bench -p
//! riposte-bench --bench perft_table [-- ROUNDS [POSITION [DEPTH [GENERATOR]]]]`.
//!
//! Rounds are interleaved, so that a busy machine slows all generators alike,
//! and the median of each pair of generator and position is shown.
mod peers;

use std::time::Instant;

use peers::{CASES, Case, GENERATORS, Generator};

fn main() {
    // Cargo adds `--bench` to the arguments.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let rounds = arguments.first().map_or(3, |text| text.parse().expect("ROUNDS is a number"));
    if let [_, position, depth, generator] = arguments.as_slice() {
        single(position, depth, generator);
    } else {
        table(rounds);
    }
}

/// One perft and nothing else, for profilers.
fn single(position: &str, depth: &str, generator: &str) {
    let case = CASES.iter().find(|case| case.name == position).expect("no such position");
    let depth = depth.parse().expect("DEPTH is a number");
    let generator =
        GENERATORS.iter().find(|candidate| candidate.name == generator).expect("no such generator");
    println!("{} leaves", (generator.perft)(case, depth));
}

fn table(rounds: usize) {
    let mut seconds = vec![vec![Vec::new(); GENERATORS.len()]; CASES.len()];
    for _ in 0..rounds {
        for (case, row) in CASES.iter().zip(&mut seconds) {
            for (generator, cell) in GENERATORS.iter().zip(row) {
                cell.push(time(generator, case));
            }
        }
    }
    let medians: Vec<Vec<f64>> =
        seconds.into_iter().map(|row| row.into_iter().map(median).collect()).collect();
    print(&medians);
}

fn time(generator: &Generator, case: &Case) -> f64 {
    let start = Instant::now();
    let leaves = (generator.perft)(case, case.depth);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(leaves, case.leaves, "{} on {}", generator.name, case.name);
    seconds
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_unstable_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn print(medians: &[Vec<f64>]) {
    println!("million leaves per second, in brackets how many times as fast Riposte is");
    print!("{:14}", "");
    GENERATORS.iter().for_each(|generator| print!("{:>16}", generator.name));
    println!();
    for (case, row) in CASES.iter().zip(medians) {
        line(&format!("{} {}", case.name, case.depth), case.leaves, row);
    }
    let leaves = CASES.iter().map(|case| case.leaves).sum();
    let column = |generator| medians.iter().map(|row| row[generator]).sum();
    let total: Vec<f64> = (0..GENERATORS.len()).map(column).collect();
    line("total", leaves, &total);
}

fn line(name: &str, leaves: u64, seconds: &[f64]) {
    print!("{name:14}");
    for time in seconds {
        print!("{:>8.0} ({:4.2}) ", leaves as f64 / time / 1e6, time / seconds[0]);
    }
    println!();
}

//! What a probe that finds nothing costs, beside the one cache miss that it
//! cannot do without.
//!
//! Two ways to ask. *One by one*: a barrier lets no instruction begin before the
//! access has ended and its answer is known; the cost of the barrier itself is
//! measured too and taken off. So does the search ask: thousands of instructions
//! lie between two probes. *In a stream*: the processor overlaps as many accesses
//! as its window holds, which are the fewer the more instructions each takes.

use std::hint::black_box;
use std::time::Instant;

use clap::Args;
use riposte_tt::Table;
use riposte_workloads::{Filled, Numbers};

/// What `riposte-bench probe` is given.
#[derive(Args)]
pub struct Options {
    /// Megabytes of the table, and of plain memory; much more than the caches.
    #[arg(long, default_value_t = 1024)]
    megabytes: usize,
    /// Accesses in each round.
    #[arg(long, default_value_t = 1 << 20)]
    accesses: usize,
    /// Rounds; the median counts.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
}

/// One cache line of plain memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CacheLine([u64; 8]);

/// What is compared.
const NAMES: [&str; 4] =
    ["nothing", "plain load, plain memory", "plain load, the table's memory", "probe that misses"];

/// Measures and prints a table.
///
/// # Errors
///
/// When numbers make no sense.
pub fn run(options: &Options) -> Result<(), String> {
    if options.megabytes == 0 || options.accesses == 0 || options.rounds == 0 {
        return Err("nothing to measure: a number is zero".to_owned());
    }
    let table = Filled::new(options.megabytes, 0).table;
    // Written to, so that it is more than one page of zeros mapped many times.
    let memory = vec![CacheLine([1; 8]); options.megabytes << 14];
    let (all, huge) = (options.megabytes, table.huge_megabytes());
    println!("{all} MB; table: {huge} MB in huge pages; {} accesses", options.accesses);
    println!("nanoseconds per access                one by one  in a stream");
    let fenced = measure(options, &table, &memory, true);
    let streamed = measure(options, &table, &memory, false);
    for ((name, fenced), streamed) in NAMES.iter().zip(fenced).zip(streamed) {
        println!("{name:36} {fenced:>11.1} {streamed:>12.1}");
    }
    let net = |costs: [f64; 4], what: usize| costs[what] - costs[0];
    for (name, load) in [("plain memory", 1), ("the table's memory", 2)] {
        println!(
            "a miss costs {:.2} loads from {name} one by one, {:.2} in a stream",
            net(fenced, 3) / net(fenced, load),
            net(streamed, 3) / net(streamed, load),
        );
    }
    Ok(())
}

/// The nanoseconds of each access, medians over the rounds, which are interleaved
/// so that a busy machine slows all alike.
fn measure(options: &Options, table: &Table, memory: &[CacheLine], fenced: bool) -> [f64; 4] {
    let mut times: [Vec<f64>; 4] = Default::default();
    for round in 0..options.rounds {
        let seed = 1000 + round as u64;
        let loads = |key: u64| memory[index(key, memory.len())].0[0];
        times[0].push(time(options.accesses, seed, fenced, |key| key));
        times[1].push(time(options.accesses, seed, fenced, loads));
        times[2].push(time(options.accesses, seed, fenced, |key| table.first_word(key)));
        times[3].push(time(options.accesses, seed, fenced, |key| {
            u64::from(table.probe(key).is_some())
        }));
    }
    times.map(median)
}

/// Where a key belongs among so many lines.
#[inline]
const fn index(key: u64, count: usize) -> usize {
    ((key as u128 * count as u128) >> 64) as usize
}

#[inline(always)]
fn time(count: usize, seed: u64, fenced: bool, access: impl Fn(u64) -> u64) -> f64 {
    let mut numbers = Numbers::new(seed);
    let mut sum = 0_u64;
    let start = Instant::now();
    for _ in 0..count {
        sum = sum.wrapping_add(access(numbers.draw()));
        if fenced {
            barrier();
        }
    }
    black_box(sum);
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

/// Lets nothing begin before everything before it has ended. (An atomic fence is
/// not enough on x86-64: later loads are tried before it.)
#[inline(always)]
fn barrier() {
    // SAFETY: SSE2 is part of x86-64, and the instruction has no other demand.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_lfence();
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

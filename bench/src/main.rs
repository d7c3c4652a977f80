//! Measurements that are programs of their own, and a table of what criterion
//! measured.

mod chart;
mod probe;
mod report;
mod scaling;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Measurements of Riposte.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    measurement: Measurement,
}

#[derive(Subcommand)]
enum Measurement {
    /// Nodes per second and time to depth by number of threads.
    Scaling(scaling::Options),
    /// A probe of the transposition table beside a plain load from memory.
    Probe(probe::Options),
    /// The last results of `cargo bench -p riposte-bench` as a short table.
    Report(report::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().measurement {
        Measurement::Scaling(options) => scaling::run(&options),
        Measurement::Probe(options) => probe::run(&options),
        Measurement::Report(options) => report::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

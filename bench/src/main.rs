//! Measurements that are programs of their own: `riposte-bench scaling`.

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
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().measurement {
        Measurement::Scaling(options) => scaling::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

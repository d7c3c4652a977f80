//! Tools that build Riposte's tables, data and networks. None of them is
//! needed to build or to run the engine.
mod magics;

use clap::{Parser, Subcommand};

/// Tools that build Riposte's tables, data and networks.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Finds magic numbers and prints them as the source of movegen's tables.
    Magics(magics::Options),
}

fn main() {
    match Arguments::parse().tool {
        Tool::Magics(options) => magics::run(&options),
    }
}

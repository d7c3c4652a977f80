//! Riposte, a UCI chess engine: the program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    riposte_uci::run()
}

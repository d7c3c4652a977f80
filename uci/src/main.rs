//! Riposte, a UCI chess engine: the program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(riposte_uci::run())
}

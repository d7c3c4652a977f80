//! Riposte, a UCI chess engine: everything that the program does.
//!
//! Lines come in through `input`, become typed [`command`]s and are carried
//! out by a `session`; searches report through `report`. Everything about
//! chess is in the libraries.
//!
//! The program itself is one call of [`run`]. It is a library so that the readers
//! of foreign text can be called without a process around them: `fuzz/` does.
#![forbid(unsafe_code)]

mod about;
mod analyse;
mod bench;
pub mod command;
mod display;
mod genfens;
mod help;
mod input;
mod network;
mod opinion;
pub mod options;
mod output;
mod perft;
mod person;
pub mod position;
mod report;
mod session;
mod syzygy;
mod tuning;
mod weakness;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use session::Session;

/// Does what the arguments of the process say: holds a conversation, carries out
/// commands, or analyses a file.
pub fn run() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some((first, rest)) = words.split_first()
        && (first == "analyse" || first == "analyze")
    {
        return analyse::run(rest);
    }
    match converse() {
        Ok(code) => code,
        Err(fault) => {
            // If that cannot be said either, the exit status still tells.
            let _ = writeln!(io::stdout(), "info string {fault}");
            ExitCode::FAILURE
        }
    }
}

fn converse() -> Result<ExitCode, Box<dyn std::error::Error>> {
    // An argument that is not Unicode is answered like any other bad word.
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let is_conversation = arguments.is_empty();
    let input =
        if is_conversation { input::from_stdin()? } else { input::from_arguments(&arguments) };
    let session = Session::new()?;
    if is_conversation {
        session.greet();
    }
    let outcome = session.run(&input);
    // A person or a script at the command line wants to know; a match runner
    // was told by `info string`, and for it the engine has lived on.
    Ok(if outcome.had_faults && !is_conversation { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

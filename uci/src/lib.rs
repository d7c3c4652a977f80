//! Riposte, a UCI chess engine: the program.
//!
//! Lines come in through `input`, become typed [`command`]s and are carried out by a
//! `session`. `show` writes what it answers, `jobs` are commands that take their time.
//!
//! The binary is one call of [`run`]. This is a library so that `fuzz/` can call the
//! parsers without a process.
#![cfg_attr(not(feature = "universal"), forbid(unsafe_code))]

mod about;
mod analyse;
pub mod command;
mod help;
mod input;
mod jobs;
mod network;
pub mod options;
mod output;
pub mod position;
mod session;
mod show;
mod tablebases;
mod tuning;
#[cfg(feature = "universal")]
pub mod universal;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use session::Session;

/// The exit status when all went well.
const SUCCESS: u8 = 0;

/// The exit status after errors.
const FAILURE: u8 = 1;

/// Follows the arguments of the process: holds a conversation, carries out commands,
/// or analyses a file.
pub fn run() -> ExitCode {
    ExitCode::from(status())
}

/// What the process does, and its exit status.
fn status() -> u8 {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some((first, rest)) = words.split_first()
        && (first == "analyse" || first == "analyze")
    {
        return analyse::run(rest);
    }
    match converse() {
        Ok(status) => status,
        Err(error) => {
            // If this fails too, the exit status reports the failure.
            let _ = writeln!(io::stdout(), "info string {error}");
            FAILURE
        }
    }
}

fn converse() -> Result<u8, Box<dyn std::error::Error>> {
    // An argument that is not Unicode is refused like any other unknown word.
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
    // At the command line the exit status reports errors. A client has read them as
    // `info string`, and the engine has continued.
    Ok(if outcome.had_errors && !is_conversation { FAILURE } else { SUCCESS })
}

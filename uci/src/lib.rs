//! Riposte, a UCI chess engine: the program.
//!
//! Lines come in through `input`, become typed [`command`]s and are carried out by a
//! `session`. `show` writes what it answers, `jobs` are commands that take their time.
//!
//! The binary is one call of [`run`]. This is a library so that `fuzz/` can call the
//! parsers without a process.
#![forbid(unsafe_code)]

pub mod about;
mod analyse;
pub mod command;
mod help;
mod input;
mod jobs;
mod output;
mod session;
mod show;

use std::ffi::OsString;
use std::io::{self, Write};

use riposte_pages::HugePages;
use session::Session;
pub use session::options;

/// Of all programs that this is linked to: the network and the histories are read at random.
#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// Follows the arguments of the process: holds a conversation, carries out commands,
/// or analyses a file. Returns the exit status.
pub fn run() -> u8 {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    match words.split_first() {
        Some((first, rest)) if first == "analyse" || first == "analyze" => analyse::run(rest),
        _ => converse(&words).unwrap_or_else(|error| {
            // If this fails too, the exit status reports the failure.
            let _ = writeln!(io::stdout(), "info string {error}");
            1
        }),
    }
}

fn converse(words: &[OsString]) -> Result<u8, Box<dyn std::error::Error>> {
    // An argument that is not Unicode is refused like any other unknown word.
    let arguments: Vec<String> =
        words.iter().map(|text| text.to_string_lossy().into_owned()).collect();
    let is_conversation = arguments.is_empty();
    let input =
        if is_conversation { input::from_stdin()? } else { input::from_arguments(&arguments) };
    let session = Session::new()?;
    if is_conversation {
        session.greet();
    }
    let had_errors = session.run(&input);
    // At the command line the exit status reports errors. A client has read them as
    // `info string`, and the engine has continued.
    Ok(u8::from(had_errors && !is_conversation))
}

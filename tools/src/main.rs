//! Tools that build Riposte's tables, data and networks, and measure the engine.
//! None of them is needed to build or to run it.
#![forbid(unsafe_code)]

mod chart;
mod data;
mod magics;
mod signals;
mod testing;
mod train;
mod yardstick;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use data::{datagen, files, statistics, training_loop, wdl};
// Modules of the library, by the names that they have there.
use riposte_pages::HugePages;
use riposte_tools::{digest, evaluation, setting};
use testing::{epd, histories, linear, matches, mates, play, screen, step_journal, tune};

/// For the network and the histories, which are read at random.
#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// Tools that build Riposte's tables, data and networks, and measure the engine.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Plays games of the engine against itself and stores them for training.
    Datagen(datagen::Options),
    /// Searches test positions and counts the ones solved.
    Epd(epd::Options),
    /// Fits what the histories of late moves say about their reductions.
    Histories(histories::Options),
    /// Inspects, converts, joins, checks and repairs files of stored games.
    Data(files::Options),
    /// Plays basic endings against a bare king and counts the mates.
    Mates(mates::Options),
    /// Trains the evaluation network on stored games.
    Train(train::Options),
    /// Makes networks one after the other: games by the best, training, yardstick,
    /// match, promotion. Goes on where it was stopped.
    Loop(training_loop::Options),
    /// Plays two settings, networks or engines against each other until a
    /// statistical test (SPRT) or a number of games ends the match.
    Match(matches::Options),
    /// Measures what each of several changes of the search is worth, all by the same games.
    Screen(screen::Options),
    /// Tunes the numbers of the search by games (SPSA).
    Tune(tune::Options),
    /// Fits the WDL model to stored games.
    Wdl(wdl::Options),
    /// Measures evaluations against reference scores.
    Yardstick(yardstick::Options),
    /// Finds magic numbers and prints them as the source of movegen's tables.
    Magics(magics::Options),
}

fn main() -> ExitCode {
    // Some tools search on the thread that calls them.
    let life = std::thread::Builder::new().stack_size(riposte_search::STACK_BYTES).spawn(run);
    let outcome = life.map(std::thread::JoinHandle::join);
    // A panic has printed its message.
    if let Ok(outcome) = outcome { outcome.unwrap_or(ExitCode::FAILURE) } else { run() }
}

fn run() -> ExitCode {
    let outcome = match Arguments::parse().tool {
        Tool::Datagen(options) => datagen::run(&options),
        Tool::Data(options) => files::run(&options).map_err(Into::into),
        Tool::Histories(options) => histories::run(&options),
        Tool::Epd(options) => epd::run(&options).map_err(Into::into),
        Tool::Mates(options) => mates::run(&options).map_err(Into::into),
        Tool::Train(options) => train::run(&options),
        Tool::Loop(options) => training_loop::run(&options),
        Tool::Match(options) => matches::run(options),
        Tool::Screen(options) => screen::run(&options),
        Tool::Tune(options) => tune::run(&options),
        Tool::Wdl(options) => wdl::run(&options).map_err(Into::into),
        Tool::Yardstick(options) => yardstick::run(&options),
        Tool::Magics(options) => {
            magics::run(&options);
            Ok(())
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a share: a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("not from 0 to 1".to_owned()) }
}

/// Reads a time such as `90s`, `45m` or `8h`; a bare number means seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((end, 's')) => (&text[..end], 1.0),
        Some((end, 'm')) => (&text[..end], 60.0),
        Some((end, 'h')) => (&text[..end], 3600.0),
        _ => (text, 1.0),
    };
    let number: f64 = number.parse().map_err(|_| "not a time such as 90s, 45m or 8h".to_owned())?;
    Duration::try_from_secs_f64(number * unit).map_err(|error| error.to_string())
}

//! `riposte analyse`: runs [`riposte_analyse`] with progress on standard error.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use riposte_analyse::{AnalyseError, Event, Options, Outcome};
use riposte_search::Tablebases;
use thiserror::Error;

use crate::about;
use crate::network::{self, LoadError};
use crate::tablebases::{self, SyzygyError};
use crate::{FAILURE, SUCCESS};

/// The exit status after Ctrl-C, as shells give it.
const INTERRUPTED: u8 = 130;

/// Why an analysis was not made or not finished. The texts are for the user.
#[derive(Debug, Error)]
enum RunError {
    #[error("{file}: {error}")]
    Input { file: String, error: io::Error },
    #[error(transparent)]
    Analyse(AnalyseError),
    #[error(transparent)]
    Network(#[from] LoadError),
    #[error(transparent)]
    Tablebases(#[from] SyzygyError),
    #[error("Ctrl-C cannot be handled: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// Carries out `riposte analyse` with the words after it; returns the exit status.
pub fn run(words: &[OsString]) -> u8 {
    let name = OsString::from("riposte analyse");
    let options = match Options::try_parse_from(std::iter::once(&name).chain(words)) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    match analyse(&options) {
        Ok(Outcome { was_interrupted: true, searched, .. }) => {
            eprintln!("interrupted after {searched} positions");
            INTERRUPTED
        }
        Ok(Outcome { bad: 0, .. }) => SUCCESS,
        Ok(Outcome { bad, .. }) => {
            eprintln!("bad lines: {bad}");
            FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            FAILURE
        }
    }
}

fn analyse(options: &Options) -> Result<Outcome, RunError> {
    let evaluation = network::load(options.eval_file.as_deref().unwrap_or(network::DEFAULT))?;
    let settings = options.settings(evaluation, open_tablebases(options)?);
    let interrupted = listen_for_interrupts()?;
    let file = options.name();
    let failure = |error| match error {
        AnalyseError::Input(error) => RunError::Input { file: file.to_owned(), error },
        error => RunError::Analyse(error),
    };
    let (source, length) = options.source().map_err(failure)?;
    let mut outputs = options.outputs(about::NAME).map_err(failure)?;
    let progress = progress_bar(length, options.quiet);
    let print = |text: String| progress.suspend(|| eprintln!("{text}"));
    let listener = |event: Event<'_>| match event {
        Event::Finished { positions, offset } => {
            progress.set_position(offset);
            progress.set_message(format!("{positions} positions"));
        }
        Event::BadLine { line, error } => print(format!("{file}:{line}: {error}")),
        Event::Warning { line, text } => print(format!("{file}:{line}: warning: {text}")),
        Event::Message(text) => print(text.to_owned()),
    };
    let workers = options.workers();
    let outcome =
        riposte_analyse::run(source, settings, workers, &mut outputs, &interrupted, listener);
    progress.finish_and_clear();
    outcome.map_err(failure)
}

/// The tablebases of `options`; reports damaged files.
fn open_tablebases(options: &Options) -> Result<Tablebases, SyzygyError> {
    let path = options.syzygy_path.as_deref().unwrap_or(tablebases::NO_PATH);
    let (damaged, opened) = tablebases::open(path);
    damaged.iter().for_each(|error| eprintln!("{error}"));
    Ok(Tablebases { tables: opened?.tables, ..Tablebases::default() })
}

/// A flag that Ctrl-C sets. Pressed again, it ends the process.
fn listen_for_interrupts() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(interrupted)
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(length: Option<u64>, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    }
    let (bar, template) = match length {
        Some(length) => {
            (ProgressBar::new(length), "{bar:30} {percent}% {msg} {elapsed} (left {eta})")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

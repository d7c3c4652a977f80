//! `riposte analyse`: runs [`riposte_analyse`] with progress on standard error.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use riposte_analyse::{AnalyseError, Event, Options, Outcome};

use crate::about;

/// The exit status after Ctrl-C, as shells give it.
const INTERRUPTED: u8 = 130;

/// Carries out `riposte analyse` with the words after it; returns the exit status.
pub fn run(words: &[OsString]) -> u8 {
    let name = OsString::from("riposte analyse");
    let options = match Options::try_parse_from(std::iter::once(&name).chain(words)) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    let (text, status) = match analyse(&options) {
        Ok(Outcome { was_interrupted: true, searched, .. }) => {
            (format!("interrupted after {searched} positions"), INTERRUPTED)
        }
        Ok(Outcome { bad: 0, .. }) => return 0,
        Ok(Outcome { bad, .. }) => (format!("bad lines: {bad}"), 1),
        Err(error) => (format!("error: {error}"), 1),
    };
    eprintln!("{text}");
    status
}

fn analyse(options: &Options) -> Result<Outcome, Box<dyn Error>> {
    let interrupted =
        listen_for_interrupts().map_err(|error| format!("Ctrl-C cannot be handled: {error}"))?;
    let file = options.name();
    let progress = ProgressBar::hidden();
    let print = |text: String| progress.suspend(|| eprintln!("{text}"));
    let outcome = options.run(about::NAME, &interrupted, |event| match event {
        Event::Started { length } => show_progress(&progress, length, options.quiet),
        Event::Finished { positions, offset } => {
            progress.set_position(offset);
            progress.set_message(format!("{positions} positions"));
        }
        Event::BadLine { line, error } => print(format!("{file}:{line}: {error}")),
        Event::Warning { line, text } => print(format!("{file}:{line}: warning: {text}")),
        Event::Message(text) => print(text.to_owned()),
    });
    progress.finish_and_clear();
    outcome.map_err(|error| match error {
        AnalyseError::Input(error) => format!("{file}: {error}").into(),
        error => error.into(),
    })
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

/// Shows `progress` on standard error, if that is a terminal.
fn show_progress(progress: &ProgressBar, length: Option<u64>, quiet: bool) {
    if quiet || !io::stderr().is_terminal() {
        return;
    }
    let template = match length {
        Some(_) => "{bar:30} {percent}% {msg} {elapsed} (left {eta})",
        None => "{spinner} {msg} {elapsed}",
    };
    length.into_iter().for_each(|length| progress.set_length(length));
    if let Ok(style) = ProgressStyle::with_template(template) {
        progress.set_style(style);
    }
    progress.set_draw_target(ProgressDrawTarget::stderr());
    progress.enable_steady_tick(Duration::from_millis(200));
}

//! Batch analysis: every position of a file searched, in parallel, with results in
//! the order of the input.
//!
//! [`Options`] are the command line. [`Options::run`] reads FEN, EPD or PGN and has three
//! outputs, each of them optional: one line of JSON per position, a folder with a web page per
//! game, and the games with evaluations, glyphs and variations. It prints nothing else; what
//! there is to say goes to a listener as an [`Event`].
//!
//! With limits of nodes or depth, results depend neither on the number of threads nor on the
//! positions before.
//!
//! [`RandomOpenings`] makes the positions that data generation starts from.
#![forbid(unsafe_code)]

mod annotate;
mod game;
mod judge;
mod openings;
mod options;
mod random_openings;
mod record;
mod report;
mod source;
mod target;
mod work;

use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use riposte_search::EngineError;
use riposte_syzygy::NoTables;

use annotate::annotated;
use game::{Analysed, Collector};
pub use options::{MAX_PVS, Options};
pub use random_openings::{RandomOpenings, RandomOpeningsError};
use report::Report;
use source::{Input, Source};
use target::Target;
use work::{Done, Settings};

/// Why an analysis was not made or not finished. The texts are for the user.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum AnalyseError {
    /// The input cannot be read. The text does not name it, since the caller can
    /// ([`Options::name`]).
    #[error("{0}")]
    Input(io::Error),
    #[error("{what} '{file}': {error}")]
    File { what: &'static str, file: PathBuf, error: Box<dyn Error + Send + Sync> },
    #[error("{what} '{file}', line {line}: {error}")]
    Line { what: &'static str, file: PathBuf, line: usize, error: &'static str },
    #[error("output '{file}' exists already; --resume goes on with it")]
    Exists { file: PathBuf },
    #[error("output '{file}' has more lines than the input has positions")]
    TooLong { file: PathBuf },
    #[error(transparent)]
    Tablebases(#[from] NoTables),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("no thread could be started: {0}")]
    Thread(io::Error),
}

impl AnalyseError {
    /// For `map_err`: makes an error one about `file`, which the message calls `what`.
    fn file<E: Into<Box<dyn Error + Send + Sync>>>(
        what: &'static str,
        file: &Path,
    ) -> impl Fn(E) -> Self {
        move |error| Self::File { what, file: file.to_owned(), error: error.into() }
    }
}

/// How an analysis ended.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Positions that were searched now.
    pub searched: usize,
    /// Lines of the input that are bad.
    pub bad: usize,
    /// Whether the end of the input was not reached.
    pub was_interrupted: bool,
}

/// What happens during an analysis.
#[derive(Debug)]
pub enum Event<'a> {
    /// The input and the outputs are open.
    Started {
        /// Bytes of the input, if they are known.
        length: Option<u64>,
    },
    /// A position is finished.
    Finished {
        /// Positions finished, those of an earlier run included.
        positions: usize,
        /// The bytes of the input up to its end.
        offset: u64,
    },
    /// A line of the input is bad: it counts in [`Outcome::bad`].
    BadLine {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: &'a str,
    },
    /// An error of the input that was passed over.
    Warning {
        /// The line of the input, from 1.
        line: usize,
        /// What is wrong with it.
        text: &'a str,
    },
    /// What the search had to say, such as the name of a damaged file.
    Message(&'a str),
}

/// Searches all positions of `source` with `workers` engines.
///
/// When `interrupted` is set, all outputs are complete up to some position or game. An output
/// of an earlier run is continued; the positions in it are not searched again.
fn run(
    source: Source<Input>,
    settings: Settings,
    workers: usize,
    mut outputs: Outputs,
    interrupted: &Arc<AtomicBool>,
    mut listener: impl FnMut(Event<'_>),
) -> Result<Outcome, AnalyseError> {
    let mut outcome = Outcome::default();
    let finished = outputs.records.as_ref().map_or(0, Target::done);
    for item in work::start(source, settings, workers, finished, interrupted)? {
        let done = item.map_err(AnalyseError::Input)?;
        tell(&done, &mut listener);
        outcome.bad += usize::from(done.record.error.is_some());
        let (positions, offset) = (done.record.index + 1, done.offset);
        outcome.searched += usize::from(outputs.add(done)?);
        listener(Event::Finished { positions, offset });
    }
    outcome.was_interrupted = interrupted.load(Ordering::Relaxed);
    outputs.finish(outcome.was_interrupted)?;
    Ok(outcome)
}

fn tell(done: &Done, listener: &mut impl FnMut(Event<'_>)) {
    done.messages.iter().for_each(|text| listener(Event::Message(text)));
    if let Some(place) = &done.in_game
        && place.is_last
    {
        for error in &place.game.errors {
            listener(Event::Warning { line: error.line, text: &error.to_string() });
        }
    }
    if let Some(error) = &done.record.error {
        listener(Event::BadLine { line: done.record.line, error });
    }
}

/// Where results go.
struct Outputs {
    /// One line of JSON per position.
    records: Option<Target>,
    /// A web page per game.
    report: Option<Report>,
    /// The games with annotations, and the name of their file.
    annotated: Option<(PathBuf, File)>,
    /// Gathers the games for these two.
    collector: Option<Collector>,
}

impl Outputs {
    /// Writes a position, and the game that it ends. Returns whether the output of an earlier
    /// run lacked it.
    fn add(&mut self, mut done: Done) -> Result<bool, AnalyseError> {
        let earlier = match &mut self.records {
            Some(target) => target.take(&done.record)?,
            None => None,
        };
        let is_new = earlier.is_none();
        if let Some(record) = earlier {
            done.record = record;
        }
        if let Some(game) = self.collector.as_mut().and_then(|collector| collector.add(done)) {
            self.write_game(&game)?;
        }
        Ok(is_new)
    }

    fn write_game(&mut self, game: &Analysed) -> Result<(), AnalyseError> {
        if let Some(report) = &mut self.report {
            report.add(game)?;
        }
        if let Some((path, file)) = &mut self.annotated {
            let text = annotated(game).to_string();
            file.write_all(text.as_bytes()).map_err(AnalyseError::file("annotated games", path))?;
        }
        Ok(())
    }

    fn finish(&mut self, was_interrupted: bool) -> Result<(), AnalyseError> {
        if let (Some(target), false) = (&self.records, was_interrupted) {
            target.finish()?;
        }
        self.report.as_mut().map_or(Ok(()), Report::finish)
    }
}

//! Batch analysis: every position of a file searched, in parallel, with results in
//! the order of the input.
//!
//! [`run`] reads a [`Source`] (FEN, EPD or PGN) and feeds three outputs, each of them
//! optional: [`Target`], one line of JSON per position; [`Report`], a folder with a web
//! page per game; [`AnnotatedPgn`], the games with evaluations, glyphs and variations. It
//! prints nothing; what there is to say goes to a listener as an [`Event`].
//!
//! [`Options`] are the same as a command line. [`RandomOpenings`] makes the positions that
//! data generation starts from.
//!
//! The results depend on the positions and [`Settings`] only, not on the number of
//! workers.
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

use std::io::{self, BufRead};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use riposte_search::{EngineError, LoadError};
use riposte_syzygy::NoTables;
use thiserror::Error;

pub use annotate::AnnotatedPgn;
use game::{Analysed, Collector};
pub use openings::{Openings, OpeningsError};
pub use options::{Input, MAX_PVS, Options};
pub use random_openings::{RandomOpenings, RandomOpeningsError};
pub use report::{Report, ReportError};
pub use source::{Format, Source};
pub use target::{Target, TargetError};
use work::Done;
pub use work::Settings;

/// Why an analysis was not made or not finished. The texts are for the user.
#[derive(Debug, Error)]
pub enum AnalyseError {
    /// The input cannot be read.
    #[error("{0}")]
    Input(io::Error),
    /// The JSON cannot be written, or belongs to another input.
    #[error(transparent)]
    Output(#[from] TargetError),
    /// The report cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The annotated games cannot be written.
    #[error("annotated games: {0}")]
    Pgn(io::Error),
    /// The file of the annotated games cannot be created.
    #[error("'{file}': {error}")]
    CreatePgn {
        /// The file.
        file: String,
        /// The reason given by the system.
        error: io::Error,
    },
    /// The names of openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// There is no such network.
    #[error("EvalFile '{file}': {error}")]
    Network {
        /// Its name.
        file: String,
        /// Why not.
        error: LoadError,
    },
    /// There are no tablebases where they should be.
    #[error(transparent)]
    Tablebases(#[from] NoTables),
    /// The system refused an engine what it needs.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The system refused a thread.
    #[error("no thread could be started: {0}")]
    Thread(io::Error),
}

/// Where results go.
#[derive(Default)]
pub struct Outputs {
    /// One line of JSON per position.
    pub records: Option<Target>,
    /// A web page per game.
    pub report: Option<Report>,
    /// The games with annotations.
    pub annotated: Option<AnnotatedPgn>,
    /// Names of openings, for both.
    pub openings: Openings,
    /// Who analyses, and how, for both.
    pub engine: String,
}

/// How an analysis ended.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Positions that were searched now.
    pub searched: usize,
    /// Lines of the input that are bad.
    pub bad: usize,
    /// Games that were reported or annotated.
    pub games: usize,
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
    /// A error of the input that was passed over.
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
/// Sets what it has written apart from what it has not: when `interrupted` is set, all
/// outputs are complete up to some position or game. An output of an earlier run is
/// continued; the positions in it are not searched again.
///
/// # Errors
///
/// See [`AnalyseError`]. A bad line of the input is no error but an [`Event`].
pub fn run<R: BufRead + Send + 'static>(
    source: Source<R>,
    settings: Settings,
    workers: usize,
    outputs: &mut Outputs,
    interrupted: &Arc<AtomicBool>,
    mut listener: impl FnMut(Event<'_>),
) -> Result<Outcome, AnalyseError> {
    let mut outcome = Outcome::default();
    let mut collector = outputs
        .wants_games()
        .then(|| Collector::new(mem::take(&mut outputs.openings), mem::take(&mut outputs.engine)));
    let finished = outputs.records.as_ref().map_or(0, Target::done);
    for item in work::start(source, settings, workers, finished, interrupted)? {
        let mut done = item.map_err(AnalyseError::Input)?;
        tell(&done, &mut listener);
        outcome.bad += usize::from(done.record.error.is_some());
        let earlier = match &mut outputs.records {
            Some(target) => target.take(&done.record)?,
            None => None,
        };
        match earlier {
            Some(record) => done.record = record,
            None => outcome.searched += 1,
        }
        let (positions, offset) = (done.record.index + 1, done.offset);
        if let Some(game) = collector.as_mut().and_then(|collector| collector.add(done)) {
            outputs.write_game(&game)?;
            outcome.games += 1;
        }
        listener(Event::Finished { positions, offset });
    }
    outcome.was_interrupted = interrupted.load(Ordering::Relaxed);
    if let (Some(target), false) = (&outputs.records, outcome.was_interrupted) {
        target.finish()?;
    }
    if let Some(report) = &mut outputs.report {
        report.finish()?;
    }
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

impl Outputs {
    fn wants_games(&self) -> bool {
        self.report.is_some() || self.annotated.is_some()
    }

    fn write_game(&mut self, game: &Analysed) -> Result<(), AnalyseError> {
        if let Some(report) = &mut self.report {
            report.add(game)?;
        }
        if let Some(annotated) = &mut self.annotated {
            annotated.add(game).map_err(AnalyseError::Pgn)?;
        }
        Ok(())
    }
}

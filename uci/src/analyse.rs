//! `riposte analyse`: the command line of [`riposte_analyse`].

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use riposte_analyse::{
    AnalyseError, AnnotatedPgn, Event, Openings, OpeningsError, Outcome, Outputs, Report, Settings,
    Source, Target,
};
use riposte_search::{DEFAULT_HASH, Limits, Tablebases};
use thiserror::Error;

use crate::network::{self, LoadError};
use crate::syzygy::{self, SyzygyError, SyzygySetting};
use crate::{about, options};

/// Nodes per position when nothing is said: about a second.
const NODES: u64 = 1_000_000;

/// Lines per position of a report when nothing is said.
const REPORT_LINES: usize = 3;

/// The exit status after Ctrl-C, as shells give it.
const INTERRUPTED: u8 = 130;

/// Searches every position of a file and writes what it finds as JSON Lines, as
/// web pages or as annotated games.
///
/// The output has one line for every position of the input, in its order. A bad
/// line of the input has one too, with an "error", is named on standard error
/// and makes the exit status 1. Interrupted with Ctrl-C, even killed, the output
/// is whole up to some position, from which --resume goes on.
#[derive(Parser)]
#[command(name = "riposte analyse", version)]
struct Arguments {
    /// FEN, EPD or PGN; standard input if it is '-' or missing.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Ends each search after so many iterations.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Ends each search after so many nodes; 1000000 if no limit is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Ends each search after so many milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..))]
    movetime: Option<i64>,
    /// Positions that are searched at a time; as many as there are processors if
    /// not given. The results do not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Megabytes of each position's transposition table.
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// The best N moves of each position, with a line for each; 1 if not given, 3
    /// for a report.
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=options::MAX_LINES as i64))]
    multipv: Option<u16>,
    /// Folders with endgame tablebases, as the option SyzygyPath takes them.
    #[arg(long, value_name = "FOLDERS", default_value = syzygy::NO_PATH)]
    syzygy_path: String,
    /// Counts wins that the 50-move rule prevents as wins.
    #[arg(long)]
    no_50_move_rule: bool,
    /// How the input is written.
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,
    /// Writes to a file and not to standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Writes a web page for every game, and an index; JSON only with --output.
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,
    /// Writes the games with evaluations and variations; JSON only with --output.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Names openings by a file, or the .tsv files of a folder, with the columns
    /// eco, name and pgn.
    #[arg(long, value_name = "PATH")]
    openings: Option<PathBuf>,
    /// Goes on with the output of an analysis that was interrupted.
    #[arg(long, requires = "output")]
    resume: bool,
    /// Writes castling as the king taking its own rook.
    #[arg(long)]
    chess960: bool,
    /// The network to judge by, as the option EvalFile takes it.
    #[arg(long, value_name = "FILE", default_value = network::DEFAULT)]
    eval_file: String,
    /// Shows no progress.
    #[arg(long, short)]
    quiet: bool,
}

/// How the input is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// PGN if the first line that is not empty says so, else FEN or EPD.
    Auto,
    /// One position per line, with or without EPD operations.
    #[value(alias = "epd")]
    Fen,
    /// Games: every position of each.
    Pgn,
}

impl From<Format> for riposte_analyse::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Auto => Self::Auto,
            Format::Fen => Self::Fen,
            Format::Pgn => Self::Pgn,
        }
    }
}

/// Why an analysis was not made or not finished. The texts are for the user.
#[derive(Debug, Error)]
enum RunError {
    #[error("{file}: {fault}")]
    Input { file: String, fault: io::Error },
    #[error("'{file}': {fault}")]
    Pgn { file: String, fault: io::Error },
    #[error(transparent)]
    Analyse(AnalyseError),
    #[error(transparent)]
    Network(#[from] LoadError),
    #[error(transparent)]
    Tablebases(#[from] SyzygyError),
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    #[error("Ctrl-C cannot be listened for: {0}")]
    Signal(#[from] ctrlc::Error),
}

/// Carries out `riposte analyse` with the words after it.
pub fn run(words: &[OsString]) -> ExitCode {
    let name = OsString::from("riposte analyse");
    let arguments = match Arguments::try_parse_from(std::iter::once(&name).chain(words)) {
        Ok(arguments) => arguments,
        Err(fault) => fault.exit(),
    };
    match analyse(&arguments) {
        Ok(Outcome { was_interrupted: true, searched, .. }) => {
            eprintln!("interrupted after {searched} positions");
            ExitCode::from(INTERRUPTED)
        }
        Ok(Outcome { bad: 0, .. }) => ExitCode::SUCCESS,
        Ok(Outcome { bad, .. }) => {
            eprintln!("bad lines: {bad}");
            ExitCode::FAILURE
        }
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn analyse(arguments: &Arguments) -> Result<Outcome, RunError> {
    let settings = Settings {
        limits: arguments.limits(),
        hash: arguments.hash,
        chess960: arguments.chess960,
        multi_pv: arguments.lines(),
        tablebases: arguments.tablebases()?,
        evaluation: network::load(&arguments.eval_file)?,
    };
    let interrupted = listen_for_interrupts()?;
    let failure = |fault| match fault {
        AnalyseError::Input(fault) => RunError::Input { file: arguments.name().into(), fault },
        fault => RunError::Analyse(fault),
    };
    let input = |fault| failure(AnalyseError::Input(fault));
    let (reader, length) = open(&arguments.file).map_err(input)?;
    let source = Source::new(reader, arguments.format.into()).map_err(input)?;
    let mut outputs = arguments.outputs()?;
    let progress = progress_bar(length, arguments.quiet);
    let say = |text: String| progress.suspend(|| eprintln!("{text}"));
    let file = arguments.name();
    let listener = |event: Event<'_>| match event {
        Event::Finished { positions, offset } => {
            progress.set_position(offset);
            progress.set_message(format!("{positions} positions"));
        }
        Event::BadLine { line, error } => say(format!("{file}:{line}: {error}")),
        Event::Warning { line, text } => say(format!("{file}:{line}: warning: {text}")),
        Event::Message(text) => say(text.to_owned()),
    };
    let workers = arguments.workers();
    let outcome =
        riposte_analyse::run(source, settings, workers, &mut outputs, &interrupted, listener);
    progress.finish_and_clear();
    outcome.map_err(failure)
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

impl Arguments {
    fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.movetime.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or((!is_limited).then_some(NODES)),
            move_time: self.movetime,
            ..Limits::default()
        }
    }

    /// Lines per position.
    fn lines(&self) -> usize {
        let usual = if self.report.is_some() { REPORT_LINES } else { 1 };
        self.multipv.map_or(usual, usize::from)
    }

    /// Opens everything that is written to.
    fn outputs(&self) -> Result<Outputs, RunError> {
        let writes_json = self.output.is_some() || (self.report.is_none() && self.pgn.is_none());
        let target = writes_json.then(|| Target::open(self.output.as_deref(), self.resume));
        let title = self.file.file_name().map_or("Games".into(), |name| name.to_string_lossy());
        let report = self.report.as_deref().map(|folder| Report::create(folder, title));
        let failure = RunError::Analyse;
        Ok(Outputs {
            records: target.transpose().map_err(|fault| failure(fault.into()))?,
            report: report.transpose().map_err(|fault| failure(fault.into()))?,
            annotated: self.pgn.as_deref().map(create_pgn).transpose()?,
            openings: self.openings.as_deref().map(Openings::read).transpose()?.unwrap_or_default(),
            engine: self.engine(),
        })
    }

    /// Who analyses, and how.
    fn engine(&self) -> String {
        let limits = self.limits();
        let mut text = about::NAME.to_owned();
        if let Some(depth) = limits.depth {
            text += &format!(", depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            text += &format!(", {nodes} nodes");
        }
        if let Some(time) = limits.move_time {
            text += &format!(", {time} ms");
        }
        text + " per position"
    }

    /// The tables to be used; names what is wrong with their files.
    fn tablebases(&self) -> Result<Tablebases, SyzygyError> {
        let mut tablebases =
            Tablebases { fifty_move_rule: !self.no_50_move_rule, ..Tablebases::default() };
        let path = SyzygySetting::Path(self.syzygy_path.clone());
        let (opened, outcome) = syzygy::apply(path, &mut tablebases);
        opened.faults.iter().for_each(|fault| eprintln!("{fault}"));
        outcome.map(|()| tablebases)
    }

    fn workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(all, NonZeroUsize::get)
    }

    /// The input as messages call it.
    fn name(&self) -> &str {
        if is_stdin(&self.file) { "standard input" } else { self.file.to_str().unwrap_or("input") }
    }
}

fn create_pgn(file: &Path) -> Result<AnnotatedPgn, RunError> {
    let name = file.to_string_lossy().into_owned();
    let writer = File::create_new(file).map_err(|fault| RunError::Pgn { file: name, fault })?;
    Ok(AnnotatedPgn::new(Box::new(BufWriter::new(writer)) as Box<dyn Write>))
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The input, and its length if that is known.
fn open(file: &Path) -> io::Result<(Box<dyn BufRead + Send>, Option<u64>)> {
    if is_stdin(file) {
        return Ok((Box::new(BufReader::new(io::stdin())), None));
    }
    let file = File::open(file)?;
    let about = file.metadata()?;
    Ok((Box::new(BufReader::new(file)), about.is_file().then_some(about.len())))
}

/// A bar on standard error, if somebody looks there.
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn limits_add_up_and_there_is_always_one() {
        let limits =
            |words: &[&str]| Arguments::parse_from([&["analyse"], words].concat()).limits();
        assert_eq!(limits(&[]), Limits::nodes(NODES));
        assert_eq!(limits(&["--depth", "9"]), Limits::depth(9));
        assert_eq!(
            limits(&["--depth", "9", "--nodes", "7"]),
            Limits { depth: Some(9), nodes: Some(7), ..Limits::default() }
        );
        assert!(Arguments::try_parse_from(["analyse", "--nodes", "0"]).is_err());
        assert!(Arguments::try_parse_from(["analyse", "--resume"]).is_err());
    }
}

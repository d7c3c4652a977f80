//! The command line of an analysis.

use std::fs::File;
use std::io::{self, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use riposte_search::{DEFAULT_HASH, Evaluation, Limits, Tablebases};
use riposte_syzygy::{FileError, Tables};

use crate::game::Collector;
use crate::openings::Openings;
use crate::report::Report;
use crate::source::{Format, Input, Source};
use crate::target::Target;
use crate::work::Settings;
use crate::{AnalyseError, Event, Outcome, Outputs};

/// The most pvs of a search: no position has more moves.
pub const MAX_PVS: usize = 256;

/// Nodes per position by default: about a second.
const NODES: u64 = 1_000_000;

/// Pvs per position of a report by default.
const REPORT_PVS: usize = 3;

/// Searches every position of a file and writes what it finds as JSON Lines, as
/// web pages or as annotated games.
///
/// The output has one line for every position of the input, in its order. A bad
/// line of the input has one too, with an "error", is named on standard error
/// and makes the exit status 1. After Ctrl-C, and even if the process is killed,
/// the output is complete up to some position, from which --resume continues.
#[derive(Debug, Parser)]
#[command(name = "riposte analyse", version)]
pub struct Options {
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
    /// not given. With limits of nodes or depth, results do not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Megabytes of transposition table for each thread, so --threads times as much in
    /// all.
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// The best N moves of each position, each with its pv; 1 if not given, 3 for a
    /// report.
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=MAX_PVS as i64))]
    multipv: Option<u16>,
    /// Folders with endgame tablebases, as the option SyzygyPath takes them.
    #[arg(long, value_name = "FOLDERS")]
    syzygy_path: Option<String>,
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
    /// eco, name and pgn; by the list of Lichess, which is built in, if not given.
    #[arg(long, value_name = "PATH")]
    openings: Option<PathBuf>,
    /// Goes on with the output of an analysis that was interrupted.
    #[arg(long, requires = "output")]
    resume: bool,
    /// Writes castling as the king taking its own rook.
    #[arg(long)]
    chess960: bool,
    /// The evaluation network, as the option EvalFile takes it.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
    /// Shows no progress.
    #[arg(long, short)]
    pub quiet: bool,
}

impl Options {
    /// Carries out the analysis. `engine` is the name of the engine in the outputs. When
    /// `interrupted` is set, all outputs are complete up to some position or game.
    ///
    /// # Errors
    ///
    /// See [`AnalyseError`]. A bad line of the input is no error but an [`Event`].
    pub fn run(
        &self,
        engine: &str,
        interrupted: &Arc<AtomicBool>,
        mut listener: impl FnMut(Event<'_>),
    ) -> Result<Outcome, AnalyseError> {
        let settings = self.settings(|error| listener(Event::Message(&error.to_string())))?;
        let (source, length) = self.source()?;
        let outputs = self.outputs(engine)?;
        listener(Event::Started { length });
        crate::run(source, settings, self.workers(), outputs, interrupted, listener)
    }

    /// How positions are searched. Tablebase files that cannot be used are passed to `damaged`.
    fn settings(&self, damaged: impl FnMut(FileError)) -> Result<Settings, AnalyseError> {
        let name = self.eval_file.as_deref().unwrap_or(Evaluation::DEFAULT);
        let evaluation =
            Evaluation::load(name).map_err(AnalyseError::file("EvalFile", Path::new(name)))?;
        let path = self.syzygy_path.as_deref().unwrap_or(Tables::NO_PATH);
        let (tables, errors) = Tables::open_path(path);
        errors.into_iter().for_each(damaged);
        Ok(Settings {
            limits: self.limits(),
            hash: self.hash,
            chess960: self.chess960,
            multi_pv: self.multi_pv(),
            tablebases: Tablebases {
                tables: Arc::new(tables?),
                fifty_move_rule: !self.no_50_move_rule,
                ..Tablebases::default()
            },
            evaluation,
        })
    }

    /// Opens the input; also returns its length in bytes if that is known.
    fn source(&self) -> Result<(Source<Input>, Option<u64>), AnalyseError> {
        let (reader, length) = open(&self.file).map_err(AnalyseError::Input)?;
        let source = Source::new(reader, self.format).map_err(AnalyseError::Input)?;
        Ok((source, length))
    }

    /// Opens all outputs; `engine` is the name of the engine in them.
    fn outputs(&self, engine: &str) -> Result<Outputs, AnalyseError> {
        let writes_json = self.output.is_some() || (self.report.is_none() && self.pgn.is_none());
        let target = writes_json.then(|| Target::open(self.output.as_deref(), self.resume));
        let title = self.file.file_name().map_or("Games".into(), |name| name.to_string_lossy());
        let report = self.report.as_deref().map(|folder| Report::create(folder, title));
        Ok(Outputs {
            records: target.transpose()?,
            report: report.transpose()?,
            annotated: self.pgn.as_deref().map(create_pgn).transpose()?,
            collector: self.collector(engine)?,
        })
    }

    /// Gathers games, if there is an output that shows them.
    fn collector(&self, engine: &str) -> Result<Option<Collector>, AnalyseError> {
        let openings = self.openings.as_deref().map(Openings::read).transpose()?;
        let shows_games = self.report.is_some() || self.pgn.is_some();
        let openings = shows_games.then(|| openings.unwrap_or_else(Openings::bundled));
        Ok(openings.map(|openings| Collector::new(openings, self.describe(engine))))
    }

    /// Positions that are searched at a time.
    fn workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(all, NonZeroUsize::get)
    }

    /// The name of the input in messages.
    pub fn name(&self) -> &str {
        if is_stdin(&self.file) { "standard input" } else { self.file.to_str().unwrap_or("input") }
    }

    fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.movetime.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or((!is_limited).then_some(NODES)),
            move_time: self.movetime,
            ..Limits::default()
        }
    }

    fn multi_pv(&self) -> usize {
        let usual = if self.report.is_some() { REPORT_PVS } else { 1 };
        self.multipv.map_or(usual, usize::from)
    }

    /// The engine and the limits of its searches.
    fn describe(&self, engine: &str) -> String {
        let limits = self.limits();
        let mut text = engine.to_owned();
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
}

fn create_pgn(path: &Path) -> Result<(PathBuf, File), AnalyseError> {
    let file = File::create_new(path).map_err(AnalyseError::file("annotated games", path))?;
    Ok((path.to_owned(), file))
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn open(file: &Path) -> io::Result<(Input, Option<u64>)> {
    if is_stdin(file) {
        return Ok((Box::new(BufReader::new(io::stdin())), None));
    }
    let file = File::open(file)?;
    let about = file.metadata()?;
    Ok((Box::new(BufReader::new(file)), about.is_file().then_some(about.len())))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use riposte_board::Board;

    use super::*;

    #[test]
    fn the_options_are_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn reports_and_annotated_games_have_opening_names() {
        let knows = |words: &[&str]| {
            let options = Options::parse_from([&["analyse"], words].concat());
            let mut board = Board::startpos();
            board.make(board.parse_san("e4").expect("a legal move"));
            let collector = options.collector("Riposte").expect("openings");
            collector.is_some_and(|collector| collector.openings.of(&board).is_some())
        };
        assert!(knows(&["--report", "folder"]) && knows(&["--pgn", "games.pgn"]));
        assert!(!knows(&[]), "JSON has no opening names");
    }

    #[test]
    fn limits_add_up_and_there_is_always_one() {
        let limits = |words: &[&str]| Options::parse_from([&["analyse"], words].concat()).limits();
        assert_eq!(limits(&[]), Limits::nodes(NODES));
        assert_eq!(limits(&["--depth", "9"]), Limits::depth(9));
        assert_eq!(
            limits(&["--depth", "9", "--nodes", "7"]),
            Limits { depth: Some(9), nodes: Some(7), ..Limits::default() }
        );
        assert!(Options::try_parse_from(["analyse", "--nodes", "0"]).is_err());
        assert!(Options::try_parse_from(["analyse", "--resume"]).is_err());
    }
}

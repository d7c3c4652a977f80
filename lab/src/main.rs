//! The heuristics laboratory: the literature's experiments with move ordering,
//! search windows, null moves and hash tables, repeated with one command and
//! set beside what was published.
//!
//! # The search of the period
//!
//! [`classic`] is a fixed-depth alpha-beta without selectivity, as the papers
//! had it, on the project's board, move generator and transposition table. Every
//! system is a switch of [`classic::Systems`]. A module of its own names its source, or
//! one of `riposte-ordering` if the engine has it too. The search serves one purpose: to
//! count trees. So it does nothing without a switch: without a system, moves come as they
//! are generated.
//!
//! The value of a position is a function of the position and the remaining depth
//! alone:
//!
//! ```text
//! value(P, d) = -(MATE + d)                    if the side to move is mated
//!             = 0                              if it is stalemated (d > 0)
//!             = max over moves of -value(P.move, d - 1)      if d > 0
//!             = quiescence(P)                  if d = 0
//! quiescence(P) = max(evaluation(P), -quiescence(P.move) over captures and promotions)
//! ```
//!
//! There is no rule of repetition and no count of 50 moves, mates are
//! counted from the horizon, and the transposition table answers only with
//! results of exactly the depth that is asked for. So nothing depends on the path,
//! every TT bound is a bound of this function, and with any set of systems
//! that do not prune the root's value is the minimax value
//! (`classic/tests.rs` holds all combinations to it). Null moves and the peak
//! history reduction are the only systems that prune.
//!
//! # Experiments
//!
//! An experiment ([`experiments`]) is a list of settings, searched in every
//! position, and a function that makes a [`report::Section`] of the counts:
//! tables, plots, and what was published beside what was measured.
//!
//! | module | what it does |
//! |---|---|
//! | `classic` | the search of the period, a module per system |
//! | `positions` | the 24 positions of Bratko and Kopec, or those of an EPD file |
//! | `parts` | one search of one setting in one position: what is run |
//! | `searcher` | the engine, its settings changed from search to search |
//! | `store` | finished parts in a file, so that an interrupted run goes on |
//! | `work` | parts on several threads, with a bar that shows the time left |
//! | `summary` | means, quartiles and errors over positions |
//! | `experiments` | one module per experiment |
//! | `report` | CSV, SVG and one HTML page |
//!
//! Counts depend on nothing but the program, the positions and the options: parts
//! share nothing, whatever the number of threads. Times do depend on the machine
//! and on what else it does.

#![forbid(unsafe_code)]

mod classic;
mod experiments;
mod parts;
mod positions;
mod report;
mod searcher;
mod store;
mod summary;
mod work;

use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use parking_lot::Mutex;
use riposte_tools::digest;

use experiments::{Choices, Experiment, Name};
use report::{Provenance, Section};
use store::Store;

use summary::Measured;

/// Repeats the literature's experiments with move ordering, null moves and hash
/// tables, and draws the result.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// The experiment.
    #[arg(value_enum)]
    experiment: Name,
    /// EPD file of positions in place of the 24 of Bratko and Kopec; solutions (`bm`,
    /// `am`) may be missing.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Takes the first so many positions only.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Deepest iteration in place of the experiment's own; with `all`, none goes
    /// deeper than this.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=classic::MAX_DEPTH as i64))]
    depth: Option<u32>,
    /// Searches at once [default: as many as there are cores].
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Megabytes of transposition table of each search.
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// With `ablate`: measures only this setting beside the release, such as
    /// `NullMove=off` or `Futility=off+Razoring=off`; may be given several times.
    #[arg(long, value_name = "SETTING")]
    only: Vec<String>,
    /// For whatever is drawn by lot.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the report; finished parts found there are not run again.
    #[arg(long, value_name = "FOLDER", default_value = "lab-report")]
    out: PathBuf,
    /// Throws away finished parts.
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    evaluation: riposte_tools::evaluation::Choice,
}

/// The file of finished parts in the folder of the report.
const COUNTS: &str = "counts.csv";

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs an experiment and writes its report.
///
/// # Errors
///
/// A text that says which position or file is at error.
fn run(options: &Options) -> Result<(), String> {
    let choices = options.choices();
    let names = options.experiment.expand();
    let experiments: Vec<Experiment> =
        names.iter().map(|&name| experiments::build(name, &choices)).collect::<Result<_, _>>()?;
    let evaluation = options.evaluation.load()?;
    fs::create_dir_all(&options.out)
        .map_err(|error| format!("{}: {error}", options.out.display()))?;
    let file = options.out.join(COUNTS);
    if options.fresh {
        throw_away(&file)?;
    }
    let stamp = stamp(options, &evaluation.to_string())?;
    let store = Mutex::new(Store::open(&file, &stamp)?);
    let means = work::Means {
        threads: options.threads(),
        hash: options.hash,
        evaluation: &evaluation,
        seed: options.seed,
    };
    let mut sizes = Vec::new();
    let mut series = Vec::new();
    let mut conclusions = Vec::new();
    for experiment in experiments {
        sizes.push(experiment.series.len());
        series.extend(experiment.series);
        conclusions.push(experiment.conclude);
    }
    work::run(&series, &store, &means)?;
    let store = store.into_inner();
    let measured: Vec<Measured<'_>> =
        series.iter().map(|series| Measured::new(series, &store)).collect::<Result<_, _>>()?;
    let mut rest = &measured[..];
    let mut sections = Vec::new();
    for (conclude, size) in conclusions.iter().zip(sizes) {
        let (own, others) = rest.split_at(size);
        sections.push(conclude(own));
        rest = others;
    }
    report::write(&options.out, &sections, &options.provenance(&choices, &evaluation.to_string()))?;
    print!("{}", summary(&sections));
    println!("report: {}", options.out.join("index.html").display());
    Ok(())
}

impl Options {
    fn choices(&self) -> Choices {
        Choices {
            epd: self.epd.clone(),
            positions: self.positions.map(|count| count as usize),
            depth: self.depth,
            depth_is_limit: self.experiment == Name::All,
            only: self.only.clone(),
            seed: self.seed,
        }
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, NonZeroUsize::get)
    }

    fn provenance(&self, choices: &Choices, evaluation: &str) -> Provenance {
        let source = match &choices.epd {
            Some(file) => file.display().to_string(),
            None => "Bratko and Kopec (1982)".to_owned(),
        };
        let positions = match choices.positions {
            Some(count) => format!("{source}, the first {count}"),
            None => source,
        };
        let build = if cfg!(debug_assertions) { "with debug assertions" } else { "release" };
        Provenance {
            command: command(std::env::args()),
            commit: env!("RIPOSTE_COMMIT"),
            facts: vec![
                ("build", build.to_owned()),
                ("positions", positions),
                ("table", format!("{} MB", self.hash)),
                ("engine", evaluation.to_owned()),
                ("seed", self.seed.to_string()),
                (
                    "times",
                    format!(
                        "on {} threads of a machine that may have had other work; counts do not depend \
                         on that",
                        self.threads()
                    ),
                ),
            ],
        }
    }
}

/// The command as it can be given again, wherever the program lies.
fn command(arguments: impl Iterator<Item = String>) -> String {
    let name = env!("CARGO_BIN_NAME").to_owned();
    std::iter::once(name).chain(arguments.skip(1)).collect::<Vec<_>>().join(" ")
}

/// What results depend on beside setting, position and depth.
fn stamp(options: &Options, evaluation: &str) -> Result<String, String> {
    Ok(format!(
        "riposte-lab, program {}, {evaluation}, --hash {}",
        digest::program()?,
        options.hash
    ))
}

fn throw_away(file: &Path) -> Result<(), String> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", file.display()))
        }
        _ => Ok(()),
    }
}

/// Published against measured, for the terminal.
fn summary(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", section.title);
        for claim in &section.claims {
            let _ = writeln!(text, "  {}: {}", claim.source, claim.published);
            let _ = writeln!(text, "    {}: {}", claim.verdict.name(), claim.measured);
        }
    }
    text
}

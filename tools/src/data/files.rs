//! Work on files of stored games. Every command but `recover` refuses a file
//! with an error and names the byte where it is.
mod inspect;
mod recover;
mod source;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use thiserror::Error;

use self::source::Source;
use riposte_games::{CreateError, NewFile, ReadError};

/// Options of `riposte-tools data`.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prints statistics, and games as PGN.
    Inspect(inspect::Options),
    /// Counts games and positions without checking the moves.
    Count(Files),
    /// Writes games in the other format: compact if the name of the result ends in
    /// `.cg`, else viriformat. Scores lose at most two units in compact ones.
    Convert(Merge),
    /// Joins files into one and leaves out repeated games.
    Merge(Merge),
    /// Checks every game: moves, scores, result and ending.
    Verify(Files),
    /// Saves the intact games of a damaged file.
    Recover(recover::Options),
}

/// The files to read.
#[derive(Args)]
struct Files {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The file to write.
#[derive(Args)]
struct Output {
    /// File for the result.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replaces the file if it exists.
    #[arg(long)]
    force: bool,
}

impl Output {
    fn create(&self) -> Result<NewFile, CreateError> {
        NewFile::create(&self.out, self.force)
    }
}

#[derive(Args)]
struct Merge {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    output: Output,
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file is damaged or cannot be read.
    #[error("{}: {source}{}", path.display(), advice(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ReadError,
    },
    /// The result cannot be written.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// Standard output cannot be written.
    #[error("cannot print: {0}")]
    Print(io::Error),
    /// Some files of several are damaged; each was named.
    #[error("{0} of the files are damaged")]
    Damaged(usize),
}

fn advice(source: &ReadError) -> &'static str {
    match source {
        ReadError::Fault(_) => "; `riposte-tools data recover` saves the intact games",
        ReadError::Io(_) => "",
    }
}

/// Carries out one command.
///
/// # Errors
///
/// See [`DataError`].
pub fn run(options: &Options) -> Result<(), DataError> {
    match &options.command {
        // A reader such as `head` may close the pipe early.
        Command::Inspect(options) => match inspect::run(options) {
            Err(DataError::Print(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            outcome => outcome,
        },
        Command::Count(files) => count(files),
        Command::Convert(options) => convert(options),
        Command::Merge(options) => merge(options),
        Command::Verify(files) => verify(files),
        Command::Recover(options) => recover::run(options),
    }
}

fn count(files: &Files) -> Result<(), DataError> {
    let mut total = (0, 0);
    for path in &files.files {
        let [games, positions] = riposte_games::count(path)
            .map_err(|source| DataError::Read { path: path.clone(), source })?;
        println!("{}: {games} games, {positions} positions", path.display());
        total = (total.0 + games, total.1 + positions);
    }
    if files.files.len() > 1 {
        println!("total: {} games, {} positions", total.0, total.1);
    }
    Ok(())
}

/// Compact or not, by the name of the file that is written.
fn convert(options: &Merge) -> Result<(), DataError> {
    let mut output = options.output.create()?;
    let mut games = 0_u64;
    let source = Source::new(&options.files.files)?;
    source.each_bytes(|bytes| {
        games += 1;
        Ok(output.write(bytes)?)
    })?;
    output.complete()?;
    let path = &options.output.out;
    let size = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |data| data.len());
    println!("{}: {games} games, {} bytes from {}", path.display(), size(path), source.bytes());
    Ok(())
}

fn merge(options: &Merge) -> Result<(), DataError> {
    let mut output = options.output.create()?;
    let mut seen = HashSet::new();
    let mut repeated = 0;
    Source::new(&options.files.files)?.each(|bytes, _| {
        // Eight bytes for each game: among 100 million games the chance that
        // any is taken for another is below one in a thousand.
        if seen.insert(hash(bytes)) {
            output.write(bytes)?;
        } else {
            repeated += 1;
        }
        Ok(())
    })?;
    output.complete()?;
    println!(
        "{}: {} games; {repeated} repeated ones left out",
        options.output.out.display(),
        seen.len()
    );
    Ok(())
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Looks at all files, so that one error does not hide another.
fn verify(files: &Files) -> Result<(), DataError> {
    let mut damaged = 0;
    for path in &files.files {
        let (mut games, mut positions) = (0_u64, 0);
        let outcome = Source::new(std::slice::from_ref(path))?.each(|_, game| {
            games += 1;
            positions += game.moves.len();
            Ok(())
        });
        match outcome {
            Ok(()) => println!("{}: {games} games, {positions} positions, intact", path.display()),
            Err(error) => {
                damaged += 1;
                eprintln!("error: {error}");
            }
        }
    }
    if damaged == 0 { Ok(()) } else { Err(DataError::Damaged(damaged)) }
}

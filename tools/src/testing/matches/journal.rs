//! The file of a match: its conditions, and the result of every pair.
//!
//! Plain text. Lines that begin with `#` state the conditions; then every line is
//! a pair: its number from 1, and the results of player A with white and with
//! black. Pairs are written in the order of their numbers, so that a match that
//! was interrupted goes on as if it had not been.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::play::{GameResult, PairResult, Points};

/// The line above the pairs.
const COLUMNS: &str = "pair,A with white,A with black";

/// What a game is called in the file.
const RESULTS: [(GameResult, &str); 5] = [
    (GameResult { points: Points::Won, on_time: false }, "win"),
    (GameResult { points: Points::Won, on_time: true }, "win on time"),
    (GameResult { points: Points::Drawn, on_time: false }, "draw"),
    (GameResult { points: Points::Lost, on_time: false }, "loss"),
    (GameResult { points: Points::Lost, on_time: true }, "loss on time"),
];

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refused.
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: io::Error },
    /// Another process writes to it.
    #[error("{path}: in use by another match")]
    InUse { path: PathBuf },
    /// The file is of a match under other conditions.
    #[error("{path}: of a match with '{found}', not '{expected}'")]
    Other { path: PathBuf, found: String, expected: String },
    /// The file is something else.
    #[error("{path}: not the journal of a match")]
    NotAJournal { path: PathBuf },
    /// A line is not what it should be.
    #[error("{path}:{line}: not a pair of this match")]
    Line { path: PathBuf, line: usize },
}

/// A file to which pairs are added.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    pairs: u64,
}

impl Journal {
    /// Goes on with the file at `path`, or begins it, for a match under
    /// `conditions`, names and values. Also the pairs so far. A last line that
    /// was cut off is removed.
    ///
    /// # Errors
    ///
    /// When the file is of another match, in use, damaged, or cannot be written.
    pub fn open(
        path: &Path,
        conditions: &[(&str, String)],
    ) -> Result<(Self, Vec<PairResult>), JournalError> {
        let error = |source| JournalError::Io { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(path).map_err(error)?;
        if file.try_lock().is_err() {
            return Err(JournalError::InUse { path: path.to_owned() });
        }
        let text = fs::read_to_string(path).map_err(error)?;
        // What has no line end was cut off in the middle.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let head = head(conditions);
        let mut journal = Self { path: path.to_owned(), file, pairs: 0 };
        let mut pairs = Vec::new();
        if text.is_empty() {
            journal.write(&(head.join("\n") + "\n"))?;
        } else {
            check_head(path, whole, &head)?;
            pairs = read(path, whole, head.len())?;
            journal.file.set_len(whole.len() as u64).map_err(error)?;
        }
        journal.pairs = pairs.len() as u64;
        Ok((journal, pairs))
    }

    /// Adds a pair.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn push(&mut self, pair: PairResult) -> Result<(), JournalError> {
        self.pairs += 1;
        let [white, black] = pair.map(name);
        self.write(&format!("{},{white},{black}\n", self.pairs))
    }

    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }
}

fn head(conditions: &[(&str, String)]) -> Vec<String> {
    let lines = conditions.iter().map(|(name, value)| format!("# {name}: {value}"));
    std::iter::once("# riposte-tools match".to_owned())
        .chain(lines)
        .chain([COLUMNS.to_owned()])
        .collect()
}

/// Checks that the file begins with the lines of `head`.
fn check_head(path: &Path, text: &str, head: &[String]) -> Result<(), JournalError> {
    let path = path.to_owned();
    let mut lines = text.lines();
    if lines.next() != head.first().map(String::as_str) {
        return Err(JournalError::NotAJournal { path });
    }
    for expected in &head[1..] {
        let found = lines.next().unwrap_or_default();
        if found != expected {
            let plain = |line: &str| line.trim_start_matches("# ").to_owned();
            return Err(JournalError::Other {
                path,
                found: plain(found),
                expected: plain(expected),
            });
        }
    }
    Ok(())
}

fn read(path: &Path, text: &str, head: usize) -> Result<Vec<PairResult>, JournalError> {
    let pair = |(index, line): (usize, &str)| {
        let error = || JournalError::Line { path: path.to_owned(), line: head + index + 1 };
        let fields: Vec<&str> = line.split(',').collect();
        let [number, white, black] = fields[..] else { return Err(error()) };
        if number != (index + 1).to_string() {
            return Err(error());
        }
        Ok([result(white).ok_or_else(error)?, result(black).ok_or_else(error)?])
    };
    text.lines().skip(head).enumerate().map(pair).collect()
}

fn name(result: GameResult) -> &'static str {
    // A draw on time does not exist.
    RESULTS.iter().find(|(it, _)| *it == result).map_or("draw", |(_, name)| name)
}

fn result(text: &str) -> Option<GameResult> {
    RESULTS.iter().find(|(_, name)| *name == text).map(|(result, _)| *result)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn conditions(limit: &str) -> Vec<(&'static str, String)> {
        vec![("A", "release".to_owned()), ("limit", limit.to_owned())]
    }

    fn pairs() -> Vec<PairResult> {
        let all = RESULTS.map(|(result, _)| result);
        all.into_iter().flat_map(|white| all.map(|black| [white, black])).collect()
    }

    fn begin(folder: &TempDir) -> PathBuf {
        let path = folder.path().join("match.csv");
        let (mut journal, found) = Journal::open(&path, &conditions("7 nodes")).unwrap();
        assert!(found.is_empty());
        pairs().into_iter().for_each(|pair| journal.push(pair).unwrap());
        path
    }

    #[test]
    fn pairs_are_read_back_and_a_torn_line_is_removed() {
        let folder = TempDir::new().unwrap();
        let path = begin(&folder);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}26,win,dr")).unwrap();
        let (mut journal, found) = Journal::open(&path, &conditions("7 nodes")).unwrap();
        assert_eq!(found, pairs());
        journal.push(pairs()[0]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{text}26,win,win\n"));
    }

    #[test]
    fn other_conditions_are_refused_and_named() {
        let folder = TempDir::new().unwrap();
        let path = begin(&folder);
        let text = fs::read_to_string(&path).unwrap();
        let error = Journal::open(&path, &conditions("8 nodes")).unwrap_err().to_string();
        assert!(error.contains("'limit: 7 nodes', not 'limit: 8 nodes'"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn damage_and_foreign_files_are_refused_and_kept() {
        let folder = TempDir::new().unwrap();
        let path = begin(&folder);
        let text = fs::read_to_string(&path).unwrap();
        for line in ["26,win", "27,win,win", "26,win,lost", "26,win,win,win", "x,win,win", ""] {
            let damaged = format!("{text}{line}\n");
            fs::write(&path, &damaged).unwrap();
            let error = Journal::open(&path, &conditions("7 nodes")).unwrap_err();
            assert!(matches!(error, JournalError::Line { line: 30, .. }), "{line}: {error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
        for foreign in ["of mine", "of mine\n", "of mine\nand more\n"] {
            fs::write(&path, foreign).unwrap();
            let error = Journal::open(&path, &conditions("7 nodes")).unwrap_err();
            assert!(matches!(error, JournalError::NotAJournal { .. }), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
    }

    #[test]
    fn two_matches_do_not_share_a_file() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("match.csv");
        let first = Journal::open(&path, &conditions("7 nodes")).unwrap();
        let error = Journal::open(&path, &conditions("7 nodes")).unwrap_err();
        assert!(matches!(error, JournalError::InUse { .. }), "{error}");
        drop(first);
        assert!(Journal::open(&path, &conditions("7 nodes")).is_ok());
    }
}

//! An experiment that goes step by step: its progress, and its file, which says what it is
//! about and what every step has given.
//!
//! Plain text. The first line describes the experiment, the second names the columns
//! (`step`, `lead`, and those of the experiment), and every other is a step: games won
//! less games lost by the first of the two searches, and the numbers after it.
//! Numbers are written so that they are read back exactly: an experiment that was
//! interrupted goes on as if it had not been.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refused.
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    /// The file is of another experiment.
    #[error("{path}: the file is of another experiment: '{found}', and not '{expected}'")]
    Other { path: PathBuf, found: String, expected: String },
    /// A line is not what it should be.
    #[error("{path}:{line}: not a step of this experiment")]
    Line { path: PathBuf, line: usize },
}

/// One step that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub lead: i64,
    pub values: Vec<f64>,
}

/// The steps so far, in memory and in the file.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    pub steps: Vec<Step>,
}

impl Journal {
    /// Goes on with the file at `path`, or begins it, for an experiment that `title`
    /// describes, with these columns of its own. A last line that was cut off is removed.
    ///
    /// # Errors
    ///
    /// When the file is of another experiment, is damaged, or cannot be written.
    pub fn open(path: &Path, title: &str, columns: &[&str]) -> Result<Self, JournalError> {
        let failure = |error| JournalError::Io { path: path.to_owned(), error };
        let names = columns.iter().map(|name| format!(",{name}")).collect::<String>();
        let head = format!("# {title}\nstep,lead{names}\n");
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failure(error)),
        };
        // What has no line end was cut off in the middle.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let steps = match whole.strip_prefix(&head) {
            Some(lines) => read(lines, columns.len(), path)?,
            None if whole.is_empty() => Vec::new(),
            None => {
                let found = whole.lines().next().unwrap_or_default();
                return Err(JournalError::Other {
                    path: path.to_owned(),
                    found: found.trim_start_matches("# ").to_owned(),
                    expected: title.to_owned(),
                });
            }
        };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failure)?;
        if whole.is_empty() {
            file.set_len(0).map_err(failure)?;
            file.write_all(head.as_bytes()).map_err(failure)?;
        } else {
            file.set_len(whole.len() as u64).map_err(failure)?;
        }
        Ok(Self { path: path.to_owned(), file, steps })
    }

    /// Adds a step.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn push(&mut self, step: Step) -> Result<(), JournalError> {
        let values = step.values.iter().map(|value| format!(",{value}")).collect::<String>();
        let line = format!("{},{}{values}\n", self.steps.len() + 1, step.lead);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })?;
        self.steps.push(step);
        Ok(())
    }
}

/// A bar for so many steps, of which some are done.
pub fn progress(steps: u64, done: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps).with_position(done as u64);
    let style = ProgressStyle::with_template("{bar:24} step {pos}/{len}, {eta} left");
    // The template is constant and right; were it not, the plain style does.
    bar.with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

fn read(lines: &str, columns: usize, path: &Path) -> Result<Vec<Step>, JournalError> {
    let step = |(index, line): (usize, &str)| {
        let error = || JournalError::Line { path: path.to_owned(), line: index + 3 };
        let mut fields = line.split(',');
        let number: usize = fields.next().and_then(|it| it.parse().ok()).ok_or_else(error)?;
        let lead = fields.next().and_then(|it| it.parse().ok()).ok_or_else(error)?;
        let values: Vec<f64> =
            fields.map(str::parse).collect::<Result<_, _>>().map_err(|_| error())?;
        let is_right = number == index + 1
            && values.len() == columns
            && values.iter().all(|value| value.is_finite());
        if is_right { Ok(Step { lead, values }) } else { Err(error()) }
    };
    lines.lines().enumerate().map(step).collect()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const COLUMNS: [&str; 2] = ["RfpMargin", "NmpEval"];

    fn steps() -> [Step; 2] {
        [
            Step { lead: -3, values: vec![75.1, 190.0 + 1.0 / 3.0] },
            Step { lead: 16, values: vec![74.0 / 3.0, 200.0] },
        ]
    }

    #[test]
    fn steps_are_read_back_exactly_and_a_torn_line_is_forgotten() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("tune.csv");
        let mut journal = Journal::open(&path, "a", &COLUMNS).unwrap();
        steps().into_iter().for_each(|step| journal.push(step).unwrap());
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}3,1,77.")).unwrap();
        let journal = Journal::open(&path, "a", &COLUMNS).unwrap();
        assert_eq!(journal.steps, steps());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn another_tuning_and_damage_are_refused_and_kept() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("tune.csv");
        Journal::open(&path, "a", &COLUMNS).unwrap().push(steps()[0].clone()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let error = Journal::open(&path, "b", &COLUMNS).unwrap_err();
        assert!(matches!(&error, JournalError::Other { found, .. } if found == "a"), "{error}");
        assert!(matches!(
            Journal::open(&path, "a", &COLUMNS[..1]),
            Err(JournalError::Other { .. })
        ));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        for line in ["3,1,75,190", "2,1,75", "2,1,75,NaN", "2,x,75,190"] {
            fs::write(&path, format!("{text}{line}\n")).unwrap();
            let error = Journal::open(&path, "a", &COLUMNS).unwrap_err();
            assert!(matches!(error, JournalError::Line { line: 4, .. }), "{line}: {error}");
        }
    }
}

//! Endgame tablebases as the option `SyzygyPath` names them, and `tbcheck`.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use riposte_syzygy::{CheckEvent, FileError, TableKind, Tables};
use thiserror::Error;

use crate::output::Output;

/// What `SyzygyPath` is when it is not set: there are no tablebases.
pub const NO_PATH: &str = "<empty>";

/// Why no tablebases are used. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum SyzygyError {
    #[error("SyzygyPath: there are no tables in '{0}'; nothing was changed")]
    NoTables(String),
    #[error("tbcheck: there are no tables in '{0}'")]
    NothingToCheck(String),
    #[error("tbcheck: name the folders of the tables, or set SyzygyPath first")]
    NoPath,
}

/// The tablebases of a path.
pub struct Opened {
    /// The files, open.
    pub tables: Arc<Tables>,
    /// Which there are; `None` if the path names no folder.
    pub summary: Option<String>,
}

/// The folders of a path: separated by `:`, on Windows by `;`.
fn folders(path: &str) -> Vec<PathBuf> {
    env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// Whether `path` names any folder.
fn is_path(path: &str) -> bool {
    !path.is_empty() && path != NO_PATH
}

/// Opens the folders of `path`; also returns the files that cannot be used.
///
/// # Errors
///
/// When the folders have no tablebases.
pub fn open(path: &str) -> (Vec<FileError>, Result<Opened, SyzygyError>) {
    if !is_path(path) {
        return (Vec::new(), Ok(Opened { tables: Arc::default(), summary: None }));
    }
    let (tables, damaged) = Tables::open(&folders(path));
    if tables.is_empty() {
        return (damaged, Err(SyzygyError::NoTables(path.to_owned())));
    }
    let summary = Some(summary(&tables));
    (damaged, Ok(Opened { tables: Arc::new(tables), summary }))
}

fn summary(tables: &Tables) -> String {
    let [wdl, dtz] = [TableKind::Wdl, TableKind::Dtz].map(|kind| tables.count(kind));
    format!("tablebases: {wdl} WDL and {dtz} DTZ files for up to {} pieces", tables.max_pieces())
}

/// Tablebases whose files are checked.
pub struct Check {
    tables: Tables,
    damaged: Vec<FileError>,
}

impl Check {
    /// For the folders of `path`, or else of `current`.
    ///
    /// # Errors
    ///
    /// When there is nothing to check.
    pub fn new(path: Option<&str>, current: &str) -> Result<Self, SyzygyError> {
        let path = path.unwrap_or(current);
        if !is_path(path) {
            return Err(SyzygyError::NoPath);
        }
        let (tables, damaged) = Tables::open(&folders(path));
        if tables.is_empty() && damaged.is_empty() {
            return Err(SyzygyError::NothingToCheck(path.to_owned()));
        }
        Ok(Self { tables, damaged })
    }

    /// Reads all files and reports those that are damaged or missing, unless
    /// `cancel` is set before the end. Returns whether there are none.
    pub fn run(self, output: &Output, cancel: &AtomicBool) -> bool {
        let print = |text: &dyn fmt::Display| output.message(format_args!("tbcheck: {text}"));
        let (mut good, mut bad) = (0, self.damaged.len());
        self.damaged.iter().for_each(|error| print(error));
        self.tables.check(cancel, |event| match event {
            CheckEvent::Good => good += 1,
            CheckEvent::Bad(error) => {
                bad += 1;
                print(&error);
            }
        });
        if cancel.load(Ordering::Relaxed) {
            print(&"was stopped");
            return false;
        }
        let missing = self.tables.missing();
        missing.iter().for_each(|file| print(&format_args!("{file} is missing")));
        let missing = missing.len();
        output.line(format_args!("{good} files good, {bad} damaged, {missing} missing"));
        bad == 0 && missing == 0
    }
}

//! Endgame tablebases as the options name them, and `tbcheck`.

use std::env;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use riposte_search::Tablebases;
use riposte_syzygy::{CheckEvent, FileError, TableKind, Tables};
use thiserror::Error;

use crate::output::Output;

/// What `SyzygyPath` is when nobody sets it: there are no tables.
pub const NO_PATH: &str = "<empty>";

/// Why no tables were taken. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum SyzygyError {
    #[error("SyzygyPath: there are no tables in '{0}'; nothing was changed")]
    NoTables(String),
    #[error("tbcheck: there are no tables in '{0}'")]
    NothingToCheck(String),
    #[error("tbcheck: name the folders of the tables, or set SyzygyPath first")]
    NoPath,
}

/// A change of how tables are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyzygySetting {
    /// The folders of the tables.
    Path(String),
    /// See [`Tablebases::probe_depth`].
    ProbeDepth(u32),
    /// See [`Tablebases::probe_limit`].
    ProbeLimit(usize),
    /// See [`Tablebases::fifty_move_rule`].
    FiftyMoveRule(bool),
}

/// What opening the folders of a path told.
pub struct Opened {
    /// Which tables there are.
    pub summary: Option<String>,
    /// What cannot be used.
    pub faults: Vec<FileError>,
}

/// The folders of a path: separated by `:`, on Windows by `;`.
fn folders(path: &str) -> Vec<PathBuf> {
    env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

/// Whether `path` names any folder.
fn is_path(path: &str) -> bool {
    !path.is_empty() && path != NO_PATH
}

/// Makes `setting` part of `tablebases`.
///
/// # Errors
///
/// When the folders of a new path have no tables; then nothing is changed.
pub fn apply(
    setting: SyzygySetting,
    tablebases: &mut Tablebases,
) -> (Opened, Result<(), SyzygyError>) {
    let nothing = Opened { summary: None, faults: Vec::new() };
    match setting {
        SyzygySetting::Path(path) => return open(&path, tablebases),
        SyzygySetting::ProbeDepth(depth) => tablebases.probe_depth = depth,
        SyzygySetting::ProbeLimit(men) => tablebases.probe_limit = men,
        SyzygySetting::FiftyMoveRule(on) => tablebases.fifty_move_rule = on,
    }
    (nothing, Ok(()))
}

fn open(path: &str, tablebases: &mut Tablebases) -> (Opened, Result<(), SyzygyError>) {
    if !is_path(path) {
        tablebases.tables = Arc::default();
        return (Opened { summary: None, faults: Vec::new() }, Ok(()));
    }
    let (tables, faults) = Tables::open(&folders(path));
    if tables.is_empty() {
        let fault = SyzygyError::NoTables(path.to_owned());
        return (Opened { summary: None, faults }, Err(fault));
    }
    let summary = Some(summary(&tables));
    tablebases.tables = Arc::new(tables);
    (Opened { summary, faults }, Ok(()))
}

fn summary(tables: &Tables) -> String {
    let [wdl, dtz] = [TableKind::Wdl, TableKind::Dtz].map(|kind| tables.count(kind));
    format!("tablebases: {wdl} WDL and {dtz} DTZ files for up to {} men", tables.max_pieces())
}

/// Tables whose files are to be checked.
pub struct Check {
    tables: Tables,
    faults: Vec<FileError>,
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
        let (tables, faults) = Tables::open(&folders(path));
        if tables.is_empty() && faults.is_empty() {
            return Err(SyzygyError::NothingToCheck(path.to_owned()));
        }
        Ok(Self { tables, faults })
    }

    /// Reads all files and names those that are damaged or missing, unless
    /// `cancel` is set before the end. Says whether all is well.
    pub fn run(self, output: &Output, cancel: &AtomicBool) -> bool {
        let say = |text: fmt::Arguments<'_>| output.message(format_args!("tbcheck: {text}"));
        let (mut good, mut bad) = (0, 0);
        let mut name = |fault: &FileError| {
            bad += 1;
            say(format_args!("{fault}"));
        };
        self.faults.iter().for_each(&mut name);
        self.tables.check(cancel, |event| match event {
            CheckEvent::Good => good += 1,
            CheckEvent::Bad(fault) => name(&fault),
        });
        if cancel.load(Ordering::Relaxed) {
            say(format_args!("was stopped"));
            return false;
        }
        let missing = self.tables.missing();
        for file in &missing {
            say(format_args!("{file} is missing"));
        }
        let missing = missing.len();
        output.line(format_args!("{good} files good, {bad} damaged, {missing} missing"));
        bad == 0 && missing == 0
    }
}

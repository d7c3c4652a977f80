//! A collection of tables: which there are, which are missing, which are
//! damaged.

use std::collections::HashMap;
use std::env;
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use riposte_movegen::{Color, Placement};

use crate::damage::{Damage, FileError};
use crate::material::{MAX_PIECES, Material};
use crate::probe::ProbeError;
use crate::table::{Distance, Table, TableKind};
use crate::wdl::Wdl;

/// The tables of one material, as the board sees it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Their numbers, by [`TableKind`].
    tables: [Option<usize>; 2],
    /// Whether the tables' white is the board's black.
    flipped: bool,
}

/// Syzygy tables from some folders.
///
/// Opening lists the folders; a file is read when it is first asked. All
/// questions may be asked from many threads at once.
#[derive(Debug, Default)]
pub struct Tables {
    tables: Vec<Table>,
    entries: HashMap<Material, Entry>,
    max_pieces: usize,
}

/// How many there are, for messages.
impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wdl, dtz] = [TableKind::Wdl, TableKind::Dtz].map(|kind| self.count(kind));
        write!(f, "{wdl} WDL and {dtz} DTZ files for up to {} pieces", self.max_pieces)
    }
}

/// The folders of a path have no tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no tables in '{0}'")]
pub struct NoTables(pub String);

/// What is heard while all files are checked, in the order of their names.
#[derive(Clone, Debug)]
pub enum CheckEvent {
    /// A file is as its maker wrote it.
    Good,
    /// A file is damaged.
    Bad(FileError),
}

impl Tables {
    /// The tables in `folders`, without their subfolders. Where two folders have
    /// the same file, the first is taken. What cannot be used is reported, and left
    /// out: folders that cannot be listed and files that are not whole.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> (Self, Vec<FileError>) {
        let mut tables = Self::default();
        let mut errors = Vec::new();
        for folder in folders {
            tables.add_folder(folder.as_ref(), &mut errors);
        }
        errors.sort_by(|a, b| a.path.cmp(&b.path));
        (tables, errors)
    }

    fn add_folder(&mut self, folder: &Path, errors: &mut Vec<FileError>) {
        let mut report = |path: &Path, damage| errors.push(FileError { path: path.into(), damage });
        let files = match fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) => return report(folder, error.into()),
        };
        for file in files {
            match file {
                Ok(file) => {
                    if let Err(damage) = self.add_file(&file.path()) {
                        report(&file.path(), damage);
                    }
                }
                Err(error) => report(folder, error.into()),
            }
        }
    }

    /// Adds a file if its name is that of a table.
    fn add_file(&mut self, path: &Path) -> Result<(), Damage> {
        let Some((material, kind)) = identify(path) else { return Ok(()) };
        let len = fs::metadata(path)?.len();
        if len % 64 != 16 {
            return Err(Damage::Size(len));
        }
        let new = Entry { tables: [None; 2], flipped: false };
        let entry = self.entries.entry(material).or_insert(new);
        let slot = &mut entry.tables[kind as usize];
        if slot.is_some() || entry.flipped {
            return Ok(());
        }
        *slot = Some(self.tables.len());
        let entry = *entry;
        if !material.is_symmetric() {
            self.entries.insert(material.flipped(), Entry { flipped: true, ..entry });
        }
        self.tables.push(Table::new(path.to_owned(), material, kind));
        self.max_pieces = self.max_pieces.max(material.pieces());
        Ok(())
    }

    /// What a path is called that names no folder.
    pub const NO_PATH: &str = "<empty>";

    /// The tables of all folders in `path`, which are separated as in the system's variable
    /// `PATH`, and the files that cannot be used. An empty path and [`Self::NO_PATH`] give
    /// no tables and no error.
    pub fn open_path(path: &str) -> (Result<Self, NoTables>, Vec<FileError>) {
        if path.is_empty() || path == Self::NO_PATH {
            return (Ok(Self::default()), Vec::new());
        }
        let folders = env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty());
        let (tables, damaged) = Self::open(&folders.collect::<Vec<_>>());
        let tables = if tables.is_empty() { Err(NoTables(path.to_owned())) } else { Ok(tables) };
        (tables, damaged)
    }

    /// Whether there is no table at all.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// How many tables of a kind there are.
    pub fn count(&self, kind: TableKind) -> usize {
        self.tables.iter().filter(|table| table.kind == kind).count()
    }

    /// The most pieces for which there is a table; 0 without any.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// The names of the files that a complete collection for up to
    /// [`Self::max_pieces`] pieces has and this one lacks.
    pub fn missing(&self) -> Vec<String> {
        let mut names = Vec::new();
        for material in (3..=self.max_pieces.min(MAX_PIECES)).flat_map(Material::all_with) {
            let entry = self.entries.get(&material);
            for kind in [TableKind::Wdl, TableKind::Dtz] {
                if entry.is_none_or(|entry| entry.tables[kind as usize].is_none()) {
                    names.push(format!("{material}.{}", kind.extension()));
                }
            }
        }
        names
    }

    /// Damage that probing has met so far.
    pub fn errors(&self) -> Vec<FileError> {
        self.tables.iter().filter_map(Table::known_error).collect()
    }

    /// Damage that probing has met and that was not asked for before.
    pub fn take_errors(&self) -> Vec<FileError> {
        self.tables.iter().filter_map(Table::take_error).collect()
    }

    /// Reads every file from beginning to end, compares it with its checksum and
    /// tells `listener`, until `cancel` is set.
    pub fn check(&self, cancel: &AtomicBool, mut listener: impl FnMut(CheckEvent)) {
        let mut tables: Vec<&Table> = self.tables.iter().collect();
        tables.sort_by_key(|table| (table.material.pieces(), &table.path));
        for table in tables {
            let outcome = table.verify(|| cancel.load(Ordering::Relaxed));
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            listener(match outcome {
                Ok(()) => CheckEvent::Good,
                Err(damage) => CheckEvent::Bad(FileError { path: table.path.clone(), damage }),
            });
        }
    }

    #[cfg(test)]
    pub(crate) fn files(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    /// The table of a material and whether its white is the board's black.
    fn table(&self, material: Material, kind: TableKind) -> Result<(&Table, bool), ProbeError> {
        let missing = ProbeError::Missing(material);
        let entry = self.entries.get(&material).ok_or(missing)?;
        let number = entry.tables[kind as usize].ok_or(missing)?;
        Ok((&self.tables[number], entry.flipped))
    }

    /// What the table says, right if the best move is no capture.
    pub(crate) fn stored_wdl(&self, placement: &Placement, side: Color) -> Result<Wdl, ProbeError> {
        let material = Material::of(placement);
        let (table, flipped) = self.table(material, TableKind::Wdl)?;
        let wdl = table.wdl(placement, side, flipped);
        wdl.map_err(|damage| ProbeError::Damaged(material, damage))
    }

    /// What the table says, right if the best move is neither a capture nor a
    /// pawn move.
    pub(crate) fn stored_dtz(
        &self,
        placement: &Placement,
        side: Color,
        wdl: Wdl,
    ) -> Result<Distance, ProbeError> {
        let material = Material::of(placement);
        let (table, flipped) = self.table(material, TableKind::Dtz)?;
        let distance = table.dtz(placement, side, flipped, wdl);
        distance.map_err(|damage| ProbeError::Damaged(material, damage))
    }
}

/// The material and kind that the name of a file promises.
fn identify(path: &Path) -> Option<(Material, TableKind)> {
    let extension = path.extension()?.to_str()?;
    let kind = [TableKind::Wdl, TableKind::Dtz]
        .into_iter()
        .find(|kind| kind.extension().eq_ignore_ascii_case(extension))?;
    Some((Material::from_name(path.file_stem()?.to_str()?)?, kind))
}

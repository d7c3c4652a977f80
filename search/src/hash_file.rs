//! The transposition table in a file, so that an analysis can continue later.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use riposte_board::Board;
use riposte_eval::Evaluation;
use riposte_params::Lab;
use riposte_tt::LoadError;

use crate::engine::Engine;

/// Why the TT was not loaded from a file.
#[derive(Debug, thiserror::Error)]
pub enum LoadHashError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] io::Error),
    /// It does not fit; the TT is unchanged.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl<L: Lab> Engine<L> {
    /// Writes the transposition table to the file `path`, after a running search has ended.
    /// An existing file is replaced only when the new one is complete.
    ///
    /// # Errors
    ///
    /// Those of the file system. Nothing is left behind then.
    pub fn save_hash(&self, path: &Path) -> io::Result<()> {
        self.rest();
        let draft = draft_of(path);
        let written = self.write_hash(&draft).and_then(|()| fs::rename(&draft, path));
        if written.is_err() {
            // It may not even have been made.
            let _ = fs::remove_file(&draft);
        }
        written
    }

    fn write_hash(&self, path: &Path) -> io::Result<()> {
        let mut writer = BufWriter::new(File::create(path)?);
        self.tt().save(&mut writer, meaning(self.evaluation()))?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    /// Reads the transposition table from a file that [`save_hash`] wrote, after
    /// a running search has ended.
    ///
    /// # Errors
    ///
    /// When the file is damaged, or of another size or evaluation.
    ///
    /// [`save_hash`]: Self::save_hash
    pub fn load_hash(&self, path: &Path) -> Result<(), LoadHashError> {
        self.rest();
        let mut file = File::open(path)?;
        Ok(self.tt().load(&mut file, meaning(self.evaluation()))?)
    }
}

/// A file beside `path`, so that it can take its name.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// Identifies the meaning of keys and scores: evaluation and Zobrist keys.
fn meaning(evaluation: &Evaluation) -> u64 {
    let network = evaluation.to_file().unwrap_or_default();
    let mut state = Board::startpos().key();
    for byte in network {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    state
}

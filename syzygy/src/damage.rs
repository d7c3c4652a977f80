//! What can be wrong with a file.

use std::io;
use std::path::PathBuf;

/// Why a file is not the table that its name promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The system could not open or read it.
    #[error("cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// Whole files are 16 bytes longer than a multiple of 64.
    #[error("{0} bytes are not the size of a whole file")]
    Size(u64),
    /// It does not begin like a table of its kind.
    #[error("it is not a table of this kind")]
    Magic,
    /// Its description of itself is impossible.
    #[error("damaged: {0}")]
    Content(&'static str),
    /// What it contains is not what its maker wrote.
    #[error("damaged: the checksum is wrong")]
    Checksum,
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.kind())
    }
}

/// A file or folder that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {damage}", path.display())]
pub struct FileError {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub damage: Damage,
}

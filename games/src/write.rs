use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::blocks::{Packer, is_name};
use super::{Game, ReadError, Reader, is_truncation};

/// Games wait in memory until there are so many bytes of them.
const BLOCK: usize = 1 << 16;

/// Why a file of games cannot be continued.
#[derive(Debug, Error)]
pub enum AppendError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another program writes to the file.
    #[error("{}: in use by another program", .0.display())]
    InUse(PathBuf),
    /// The file holds something that is no game.
    #[error("{}: {source}; `riposte-tools data recover` saves the intact games", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The first error.
        source: ReadError,
    },
}

/// Compact games wait for a full block no longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

/// Writes whole games to the end of a file that other programs leave alone
/// meanwhile: compact ones if its name ends in [`super::EXTENSION`], else viriformat.
///
/// A game goes to the system in one piece with its neighbours, so that a
/// process that is killed leaves at most one game cut off at the very end,
/// which [`Appender::open`] removes.
pub struct Appender {
    path: PathBuf,
    file: File,
    /// Bytes of whole games in the file.
    length: u64,
    buffer: Vec<u8>,
    packer: Option<Packer>,
    packed: Instant,
}

/// What stood in a file that is continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Whole games.
    pub games: u64,
    /// Moves of these games.
    pub positions: u64,
    /// Bytes of a game that was cut off, now removed.
    pub removed: u64,
}

impl Appender {
    /// Opens the file at `path` or creates it with its folder.
    ///
    /// # Errors
    ///
    /// [`AppendError`]; the file is then as it was.
    pub fn open(path: &Path) -> Result<(Self, Found), AppendError> {
        let failed = |source| AppendError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(AppendError::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let (found, length) = survey(&file)
            .map_err(|source| AppendError::Corrupt { path: path.to_owned(), source })?;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        let packer = is_name(path).then(Packer::default);
        let path = path.to_owned();
        let packed = Instant::now();
        Ok((Self { path, file, length, buffer: Vec::new(), packer, packed }, found))
    }

    /// Adds a game. It may stay in memory until [`Appender::flush`].
    ///
    /// # Errors
    ///
    /// See [`Appender::flush`].
    pub fn push(&mut self, game: &Game) -> Result<(), AppendError> {
        match &mut self.packer {
            None => game.encode(&mut self.buffer),
            Some(packer) => {
                if let Some(block) = packer.push(game.clone()) {
                    self.buffer.extend(block);
                    self.packed = Instant::now();
                }
            }
        }
        if self.buffer.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    /// Hands all games to the system, but for compact ones of the last half minute that
    /// do not yet make a block.
    ///
    /// # Errors
    ///
    /// When it does not take them, for want of space for example. Nothing of
    /// them is in the file then.
    pub fn flush(&mut self) -> Result<(), AppendError> {
        if self.packed.elapsed() >= PATIENCE {
            self.end_block();
        }
        if let Err(source) = self.file.write_all(&self.buffer) {
            // Should this fail as well, the next start cuts the rest off.
            let _ = self.file.set_len(self.length);
            return Err(AppendError::Io { path: self.path.clone(), source });
        }
        self.length += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Makes a block of the games that wait for one.
    fn end_block(&mut self) {
        self.packed = Instant::now();
        self.buffer.extend(self.packer.as_mut().and_then(Packer::finish).unwrap_or_default());
    }

    /// Waits until the disk has all games.
    ///
    /// # Errors
    ///
    /// See [`Appender::flush`].
    pub fn sync(&mut self) -> Result<(), AppendError> {
        self.end_block();
        self.flush()?;
        self.file.sync_data().map_err(|source| AppendError::Io { path: self.path.clone(), source })
    }
}

/// The whole games of a file and the bytes they take.
fn survey(file: &File) -> Result<(Found, u64), ReadError> {
    let mut reader = Reader::new(file);
    let mut found = Found::default();
    loop {
        match reader.next_counts() {
            Ok(Some([games, positions])) => {
                found.games += games;
                found.positions += positions;
            }
            Ok(None) => break,
            Err(error) if is_truncation(&error) => break,
            Err(error) => return Err(error),
        }
    }
    let length = reader.offset();
    found.removed = file.metadata()?.len() - length;
    Ok((found, length))
}

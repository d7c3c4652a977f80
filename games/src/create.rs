use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::blocks::{Packer, is_name};
use super::{Fault, Game};

/// Why a file could not be made.
#[derive(Debug, Error)]
pub enum CreateError {
    /// It is there already and may be worth something.
    #[error("{}: exists already; --force replaces it", .0.display())]
    Exists(PathBuf),
    /// What is to be written is no game.
    #[error("a game to be written: {0}")]
    Fault(Fault),
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// A new file of games, compact if its name ends in [`super::EXTENSION`], that gets its name when it is complete: until then it has
/// `.part` behind the name, and it goes away if it is never completed.
pub struct NewFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    packer: Option<Packer>,
    is_complete: bool,
}

impl NewFile {
    /// Begins the file `path`, which with `force` may exist.
    ///
    /// # Errors
    ///
    /// When it exists without `force`, or cannot be made.
    pub fn create(path: &Path, force: bool) -> Result<Self, CreateError> {
        if !force && path.exists() {
            return Err(CreateError::Exists(path.to_owned()));
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file =
            File::create(&part).map_err(|source| CreateError::Io { path: part.clone(), source })?;
        Ok(Self {
            path: path.to_owned(),
            part,
            file: BufWriter::with_capacity(1 << 18, file),
            packer: is_name(path).then(Packer::default),
            is_complete: false,
        })
    }

    /// Adds the bytes of one viriformat game.
    ///
    /// # Errors
    ///
    /// When the system does not take them, or the bytes are no game.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), CreateError> {
        let Some(packer) = &mut self.packer else { return self.put(bytes) };
        let game = Game::decode(bytes).map_err(CreateError::Fault)?;
        match packer.push(game) {
            Some(block) => self.put(&block),
            None => Ok(()),
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), CreateError> {
        self.file.write_all(bytes).map_err(|source| self.failed(source))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// When the system does not take the last bytes or the name.
    pub fn complete(mut self) -> Result<(), CreateError> {
        if let Some(block) = self.packer.as_mut().and_then(Packer::finish) {
            self.put(&block)?;
        }
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_data())
            .and_then(|()| fs::rename(&self.part, &self.path))
            .map_err(|source| self.failed(source))?;
        self.is_complete = true;
        Ok(())
    }

    fn failed(&self, source: io::Error) -> CreateError {
        CreateError::Io { path: self.part.clone(), source }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // Nothing is lost if this fails; the next attempt overwrites it.
            let _ = fs::remove_file(&self.part);
        }
    }
}

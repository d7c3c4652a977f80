use std::fs::File;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use riposte_games::{Game, ReadError, Reader};

use super::DataError;

/// Reads the games of several files, with a progress bar if standard error is a
/// terminal.
pub struct Source<'a> {
    paths: &'a [PathBuf],
    /// Bytes of all files.
    bytes: u64,
    bar: ProgressBar,
}

/// Bytes between two updates of the bar.
const STRIDE: u64 = 1 << 20;

impl<'a> Source<'a> {
    /// # Errors
    ///
    /// When a file is not there.
    pub fn new(paths: &'a [PathBuf]) -> Result<Self, DataError> {
        let mut bytes = 0;
        for path in paths {
            bytes += std::fs::metadata(path).map_err(|error| failed(path, error.into()))?.len();
        }
        let template = "{bar:24} {percent:>3} % {bytes}/{total_bytes} {bytes_per_sec}, {eta} left";
        // The template is constant and right; were it not, the plain style does.
        let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
        // Without a terminal this one draws nothing.
        let bar = ProgressBar::new(bytes).with_style(style);
        Ok(Self { paths, bytes, bar })
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Visits every game with its bytes, after a full check.
    ///
    /// # Errors
    ///
    /// The first error of a file, or what `visit` says.
    pub fn each(
        &self,
        mut visit: impl FnMut(&[u8], &Game) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        self.read(|path, reader| {
            let Some(game) = reader.next_game().map_err(|error| failed(path, error))? else {
                return Ok(false);
            };
            visit(reader.last_bytes(), &game)?;
            Ok(true)
        })
    }

    /// Visits the bytes of every game without a check of its moves.
    ///
    /// # Errors
    ///
    /// The first error of a file, or what `visit` says.
    pub fn each_bytes(
        &self,
        mut visit: impl FnMut(&[u8]) -> Result<(), DataError>,
    ) -> Result<(), DataError> {
        self.read(|path, reader| {
            let Some(bytes) = reader.next_bytes().map_err(|error| failed(path, error))? else {
                return Ok(false);
            };
            visit(bytes)?;
            Ok(true)
        })
    }

    /// Calls `step` on every file until it says that the file is at its end.
    fn read(
        &self,
        mut step: impl FnMut(&Path, &mut Reader<File>) -> Result<bool, DataError>,
    ) -> Result<(), DataError> {
        let mut before = 0;
        for path in self.paths {
            let mut reader = Reader::open(path).map_err(|error| failed(path, error.into()))?;
            while step(path, &mut reader)? {
                let done = before + reader.offset();
                if done >= self.bar.position() + STRIDE {
                    self.bar.set_position(done);
                }
            }
            before += reader.offset();
        }
        self.bar.finish_and_clear();
        Ok(())
    }
}

fn failed(path: &Path, source: ReadError) -> DataError {
    DataError::Read { path: path.to_owned(), source }
}

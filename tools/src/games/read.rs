use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use super::game::{MAX_BYTES, measure};
use super::{Fault, FaultKind, Game};

/// Bytes read at a time.
const BLOCK: usize = 1 << 20;

/// Why no game could be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The bytes are no game.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The system does not give the bytes.
    #[error("reading: {0}")]
    Io(#[from] io::Error),
}

/// Reads games one after the other, holding no more than some blocks of the
/// file in memory.
pub struct Reader<R> {
    source: R,
    /// What was read and is not yet handed out starts at `begin`.
    buffer: Vec<u8>,
    begin: usize,
    /// Place in the file of the byte at `begin`.
    offset: u64,
    is_at_end: bool,
}

impl Reader<File> {
    /// Reads the file at `path` from its start.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads from `source`, which stands at the start of a game.
    pub fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), begin: 0, offset: 0, is_at_end: false }
    }

    /// Bytes of the file before the next game.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes of the next game; `None` at the end of the file. The moves are
    /// not checked.
    ///
    /// After a fault the reader stays where it is.
    ///
    /// # Errors
    ///
    /// When the bytes are no game or cannot be read.
    pub fn next_bytes(&mut self) -> Result<Option<&[u8]>, ReadError> {
        self.fill()?;
        if self.begin == self.buffer.len() {
            return Ok(None);
        }
        let length = measure(&self.buffer[self.begin..]).map_err(|fault| self.place(fault))?;
        let game = self.begin..self.begin + length;
        self.begin = game.end;
        self.offset += length as u64;
        Ok(Some(&self.buffer[game]))
    }

    /// The next game, fully checked; `None` at the end of the file.
    ///
    /// After a fault in the moves the reader stands behind the game.
    ///
    /// # Errors
    ///
    /// When the bytes are no game or cannot be read.
    pub fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        let start = self.offset;
        let Some(bytes) = self.next_bytes()? else { return Ok(None) };
        let game = Game::decode(bytes).map_err(|fault| fault.moved_by(start))?;
        Ok(Some(game))
    }

    fn place(&self, fault: Fault) -> Fault {
        fault.moved_by(self.offset)
    }

    /// Makes sure that a whole game is in the buffer, if the file has one.
    fn fill(&mut self) -> io::Result<()> {
        if self.buffer.len() - self.begin >= MAX_BYTES || self.is_at_end {
            return Ok(());
        }
        self.buffer.drain(..self.begin);
        self.begin = 0;
        while self.buffer.len() < MAX_BYTES && !self.is_at_end {
            let block = (&mut self.source).take(BLOCK as u64).read_to_end(&mut self.buffer)?;
            self.is_at_end = block == 0;
        }
        Ok(())
    }
}

/// Whether the file just ends too early.
pub fn is_truncation(error: &ReadError) -> bool {
    matches!(error, ReadError::Fault(Fault { kind: FaultKind::Truncated, .. }))
}

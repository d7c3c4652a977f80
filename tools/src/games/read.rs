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
    /// Bytes of the game that was handed out last, just before `begin`.
    last: usize,
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
        Self { source, buffer: Vec::new(), begin: 0, last: 0, offset: 0, is_at_end: false }
    }

    /// Bytes of the file before the next game.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes of the next game; `None` at the end of the file. The moves are
    /// not checked: that is done by [`Game::decode`].
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
        self.pass(length);
        Ok(Some(self.last_bytes()))
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

    /// The bytes of the game that was read last.
    pub fn last_bytes(&self) -> &[u8] {
        &self.buffer[self.begin - self.last..self.begin]
    }

    /// The next intact game, passing over everything else byte by
    /// byte; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn next_intact(&mut self) -> io::Result<Option<Game>> {
        let mut is_lost = false;
        loop {
            self.fill()?;
            if self.begin == self.buffer.len() {
                return Ok(None);
            }
            let bytes = &self.buffer[self.begin..];
            let found = measure(bytes)
                .and_then(|length| Game::decode(&bytes[..length]).map(|game| (game, length)));
            // Behind a fault, only a legal move shows that the bytes are not a
            // game by accident.
            if let Ok((game, length)) = found
                && !(is_lost && game.moves.is_empty())
            {
                self.pass(length);
                return Ok(Some(game));
            }
            is_lost = true;
            self.pass(1);
        }
    }

    fn pass(&mut self, bytes: usize) {
        self.begin += bytes;
        self.offset += bytes as u64;
        self.last = bytes;
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
        (self.begin, self.last) = (0, 0);
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

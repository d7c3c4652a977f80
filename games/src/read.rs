use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::path::Path;

use thiserror::Error;

use super::blocks::{self, is_block};
use super::game::measure;
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

/// The most bytes that a game or a block of games takes.
const MAX_BYTES: usize = if super::game::MAX_BYTES > blocks::MAX_BYTES {
    super::game::MAX_BYTES
} else {
    blocks::MAX_BYTES
};

/// Reads games of either format one after the other, holding no more than some blocks of
/// the file in memory.
pub struct Reader<R> {
    source: R,
    /// What was read and is not yet handed out starts at `begin`.
    buffer: Vec<u8>,
    begin: usize,
    /// Games of a block that are not yet handed out.
    waiting: std::vec::IntoIter<Game>,
    /// The game that was handed out last, in viriformat.
    last: Vec<u8>,
    /// Offset in the file where that game or its block starts.
    start: u64,
    /// Offset in the file of the byte at `begin`.
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
        Self {
            source,
            buffer: Vec::new(),
            begin: 0,
            waiting: Vec::new().into_iter(),
            last: Vec::new(),
            start: 0,
            offset: 0,
            is_at_end: false,
        }
    }

    /// Bytes of the file that were read, up to the end of a game or block.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Offset in the file where the game that was read last or its block starts.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The next game in viriformat, as [`Game::encode`] writes it; `None` at the end of
    /// the file. The moves are not checked: that is done by [`Game::decode`].
    ///
    /// After an error the reader stays where it is.
    ///
    /// # Errors
    ///
    /// When the bytes are no game or cannot be read.
    pub fn next_bytes(&mut self) -> Result<Option<&[u8]>, ReadError> {
        if !self.load_block()? {
            return Ok(None);
        }
        if self.take_waiting().is_none() {
            let bytes = &self.buffer[self.begin..];
            let length = measure(bytes).map_err(|error| self.place(error))?;
            self.take_bytes(length);
        }
        Ok(Some(self.last_bytes()))
    }

    /// The next game, fully checked; `None` at the end of the file.
    ///
    /// After an error in the moves the reader stands behind the game.
    ///
    /// # Errors
    ///
    /// When the bytes are no game or cannot be read.
    pub fn next_game(&mut self) -> Result<Option<Game>, ReadError> {
        if !self.load_block()? {
            return Ok(None);
        }
        // The games of a block are legal by the way they are stored.
        if let Some(game) = self.take_waiting() {
            return Ok(Some(game));
        }
        let start = self.offset;
        let Some(bytes) = self.next_bytes()? else { return Ok(None) };
        let game = Game::decode(bytes).map_err(|error| error.moved_by(start))?;
        Ok(Some(game))
    }

    /// The games of the next block, or the next game that is in none; `None` at the end
    /// of the file. Games that wait from a block before are not among them.
    ///
    /// # Errors
    ///
    /// As [`Reader::next_game`].
    pub fn next_block(&mut self) -> Result<Option<Vec<Game>>, ReadError> {
        self.fill()?;
        if is_block(&self.buffer[self.begin..]) {
            self.unpack().map_err(|error| self.place(error))?;
            return Ok(Some(mem::take(&mut self.waiting).collect()));
        }
        Ok(self.next_game()?.map(|game| vec![game]))
    }

    /// Numbers of games and positions of the next game or block, which is passed over
    /// with no more than a look at its checksum; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// As [`Reader::next_bytes`].
    pub fn next_counts(&mut self) -> Result<Option<[u64; 2]>, ReadError> {
        self.fill()?;
        let bytes = &self.buffer[self.begin..];
        if bytes.is_empty() {
            return Ok(None);
        }
        if !is_block(bytes) {
            let positions = self.next_bytes()?.map(Game::count_moves);
            return Ok(positions.map(|positions| [1, positions as u64]));
        }
        let block = blocks::measure(bytes).map_err(|error| self.place(error))?;
        self.pass(block.length);
        Ok(Some([block.games.into(), block.positions.into()]))
    }

    /// The game that was read last, in viriformat.
    pub fn last_bytes(&self) -> &[u8] {
        &self.last
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
            if let Some(game) = self.take_waiting() {
                return Ok(Some(game));
            }
            self.fill()?;
            let bytes = &self.buffer[self.begin..];
            if bytes.is_empty() {
                return Ok(None);
            }
            if is_block(bytes) {
                if self.unpack().is_err() {
                    self.pass(1);
                }
                continue;
            }
            let found = measure(bytes)
                .and_then(|length| Game::decode(&bytes[..length]).map(|game| (game, length)));
            // Behind an error, only a legal move shows that the bytes are not a
            // game by accident.
            if let Ok((game, length)) = found
                && !(is_lost && game.moves.is_empty())
            {
                self.take_bytes(length);
                return Ok(Some(game));
            }
            is_lost = true;
            self.pass(1);
        }
    }

    /// Reads the next block unless games wait or the file goes on with a single game;
    /// whether there is a game.
    fn load_block(&mut self) -> Result<bool, ReadError> {
        while self.waiting.len() == 0 {
            self.fill()?;
            let bytes = &self.buffer[self.begin..];
            if !is_block(bytes) {
                return Ok(!bytes.is_empty());
            }
            self.unpack().map_err(|error| self.place(error))?;
        }
        Ok(true)
    }

    /// Unpacks the block at `begin`.
    fn unpack(&mut self) -> Result<(), Fault> {
        let bytes = &self.buffer[self.begin..];
        let block = blocks::measure(bytes)?;
        self.waiting = blocks::decode(bytes, block)?.into_iter();
        self.pass(block.length);
        Ok(())
    }

    /// Hands out a game of the last block.
    fn take_waiting(&mut self) -> Option<Game> {
        let game = self.waiting.next()?;
        self.last.clear();
        game.encode(&mut self.last);
        Some(game)
    }

    /// Hands out the bytes of a single game.
    fn take_bytes(&mut self, length: usize) {
        self.last.clear();
        self.last.extend_from_slice(&self.buffer[self.begin..self.begin + length]);
        self.pass(length);
    }

    fn pass(&mut self, bytes: usize) {
        self.start = self.offset;
        self.begin += bytes;
        self.offset += bytes as u64;
    }

    fn place(&self, error: Fault) -> Fault {
        error.moved_by(self.offset)
    }

    /// Makes sure that a whole game or block is in the buffer, if the file has one.
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

/// Counts the games and positions of the file at `path`, without a check of moves.
///
/// # Errors
///
/// The first error, or when the file cannot be read.
pub fn count(path: &Path) -> Result<[u64; 2], ReadError> {
    let mut reader = Reader::open(path)?;
    let mut sum = [0; 2];
    while let Some([games, positions]) = reader.next_counts()? {
        sum = [sum[0] + games, sum[1] + positions];
    }
    Ok(sum)
}

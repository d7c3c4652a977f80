//! Compact games in files: blocks that are checked and read each by itself.
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | [`MAGIC`], its last byte the version of the format |
//! | 8..12 | bytes of the games |
//! | 12..16 | number of games |
//! | 16..20 | number of moves |
//! | 20..28 | checksum of the twelve bytes before and of the games: FNV-1a, 64 bits |
//! | 28.. | the games, see [`compact`] |

use std::path::Path;

use super::{Fault, FaultKind, Game, compact};

/// The end of the name of a file of compact games.
pub const EXTENSION: &str = "cg";

/// No viriformat game starts like this: it would have more than 32 pieces.
const MAGIC: [u8; 8] = [0xff, 0xff, b'R', b'C', b'G', 0xff, 0xff, VERSION];
const VERSION: u8 = 0xe1;

/// Bytes before the games of a block.
const HEADER: usize = 28;
const CHECKED: std::ops::Range<usize> = 8..20;

/// Games of a whole block, and the number of moves that fills one earlier. More games
/// train the model better; fewer are lost with a block.
const GAMES: usize = 512;
const MOVES: usize = 100_000;

/// A longer block is damage.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// What a block says of itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Bytes with the header.
    pub length: usize,
    pub games: u32,
    pub positions: u32,
}

/// Whether `bytes` start with a block and not with a viriformat game.
pub(super) fn is_block(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..7])
}

/// Whether a file of this name is to hold compact games.
pub(super) fn is_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// The block at the start of `bytes`, with its checksum right.
///
/// # Errors
///
/// [`FaultKind::Truncated`] at the end of `bytes` if more could make it a block.
pub(super) fn measure(bytes: &[u8]) -> Result<Block, Fault> {
    let truncated = Fault::at(bytes.len(), FaultKind::Truncated);
    let Some(header) = bytes.first_chunk::<HEADER>() else { return Err(truncated) };
    if header[..8] != MAGIC {
        return Err(Fault::at(7, FaultKind::Version(header[7])));
    }
    let [payload, games, positions] = [8, 12, 16].map(|place| {
        u32::from_le_bytes([header[place], header[place + 1], header[place + 2], header[place + 3]])
    });
    let length = HEADER.saturating_add(payload as usize);
    if length > MAX_BYTES {
        return Err(Fault::at(8, FaultKind::Block));
    }
    if bytes.len() < length {
        return Err(truncated);
    }
    let sum = checksum([&bytes[CHECKED], &bytes[HEADER..length]]);
    if sum.to_le_bytes() != header[CHECKED.end..] {
        return Err(Fault::at(0, FaultKind::Block));
    }
    Ok(Block { length, games, positions })
}

/// The games of the block at the start of `bytes`, which [`measure`] has found.
pub(super) fn decode(bytes: &[u8], block: Block) -> Result<Vec<Game>, Fault> {
    compact::decode(&bytes[HEADER..block.length], block.games as usize)
        .map_err(|_| Fault::at(0, FaultKind::Block))
}

/// The block of these games.
fn encode(games: &[Game]) -> Vec<u8> {
    let payload = compact::encode(games);
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    let mut bytes = MAGIC.to_vec();
    for number in [payload.len(), games.len(), positions] {
        bytes.extend((number as u32).to_le_bytes());
    }
    let sum = checksum([&bytes[CHECKED], &payload]);
    bytes.extend(sum.to_le_bytes());
    bytes.extend(payload);
    bytes
}

pub(super) fn checksum(parts: [&[u8]; 2]) -> u64 {
    let bytes = parts.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Collects games until they make a block.
#[derive(Default)]
pub(super) struct Packer {
    games: Vec<Game>,
    moves: usize,
}

impl Packer {
    /// Adds a game; the bytes of a block if one is full now.
    pub fn push(&mut self, game: Game) -> Option<Vec<u8>> {
        self.moves += game.moves.len();
        self.games.push(game);
        if self.games.len() < GAMES && self.moves < MOVES {
            return None;
        }
        self.finish()
    }

    /// The block of the games that were collected, if there are any.
    pub fn finish(&mut self) -> Option<Vec<u8>> {
        self.moves = 0;
        let games = std::mem::take(&mut self.games);
        (!games.is_empty()).then(|| encode(&games))
    }
}

#[cfg(test)]
mod tests;

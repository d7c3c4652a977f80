use riposte_board::FenError;
use thiserror::Error;

/// Where and why some bytes are no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: {kind}")]
pub struct Fault {
    /// Bytes before the error, from the start of the file.
    pub offset: u64,
    /// What is wrong there.
    pub kind: FaultKind,
}

impl Fault {
    pub(super) fn at(offset: usize, kind: FaultKind) -> Self {
        Self { offset: offset as u64, kind }
    }

    /// The error in a file in which `bytes` come before what was looked at.
    #[must_use]
    pub fn moved_by(mut self, bytes: u64) -> Self {
        self.offset += bytes;
        self
    }
}

/// What can be wrong with the bytes of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum FaultKind {
    #[error("the file ends in the middle of a game")]
    Truncated,
    #[error("a damaged block of games")]
    Block,
    #[error("a block of games of version {0}, which this program does not know")]
    Version(u8),
    #[error("{0} pieces stand in the start position, not 2 to 32")]
    ManCount(u32),
    #[error("piece number {number} has the code {code}, which no piece has")]
    Man { number: usize, code: u8 },
    #[error("{0} is not an en passant square")]
    EnPassant(u8),
    #[error("{0} is not a result")]
    Result(u8),
    #[error("{0} is not a way for a game to end")]
    Ending(u8),
    #[error("the start position is impossible: {0}")]
    Position(FenError),
    #[error("move {number} is not legal: the bits {bits:#06x} in {fen}")]
    IllegalMove { number: usize, bits: u16, fen: String },
    #[error("a score without a move")]
    ScoreWithoutMove,
    #[error("a game that does not end after {0} moves")]
    Endless(usize),
    #[error("a score of {0}, more than mate")]
    Score(i16),
    #[error("the game ends with {ending} but has the result {outcome}")]
    Contradiction { ending: &'static str, outcome: &'static str },
    #[error("the game is said to end by {stated}, but its last position is {found}")]
    Ended { stated: &'static str, found: &'static str },
}

use riposte_board::Board;
use riposte_movegen::{Color, Move, Promotion, Square};

use super::header;
use super::rules::end_by_rules;
use super::{Fault, FaultKind};

/// Four zero bytes end a game.
const TERMINATOR: [u8; 4] = [0; 4];

/// No game is longer. The 50-move rule ends every real one before.
pub(super) const MAX_MOVES: usize = 16_384;

/// The most bytes that one game takes.
pub(super) const MAX_BYTES: usize = header::SIZE + 4 * (MAX_MOVES + 1);

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// Black.
    BlackWin = 0,
    /// Nobody.
    Draw = 1,
    /// White.
    WhiteWin = 2,
}

impl Outcome {
    /// All outcomes in the order of their bytes.
    pub const ALL: [Self; 3] = [Self::BlackWin, Self::Draw, Self::WhiteWin];

    /// A win of `color`.
    pub fn win(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWin,
            Color::Black => Self::BlackWin,
        }
    }

    /// Written as in PGN.
    pub fn name(self) -> &'static str {
        match self {
            Self::BlackWin => "0-1",
            Self::Draw => "1/2-1/2",
            Self::WhiteWin => "1-0",
        }
    }

    /// 1 for a win of white, -1 for one of black.
    pub fn sign(self) -> i32 {
        self as i32 - 1
    }
}

/// Why a game was over, in the byte of the format that is free for use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ending {
    /// Unknown: the game comes from another program.
    Unknown = 0,
    /// The side to move is mated.
    Checkmate = 1,
    /// The side to move has no move.
    Stalemate = 2,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves = 3,
    /// The same position for the third time.
    Repetition = 4,
    /// Nobody can mate.
    Material = 5,
    /// Both sides agreed on a large score for some moves.
    WinAdjudicated = 6,
    /// Both sides agreed on a score near zero for long.
    DrawAdjudicated = 7,
    /// Cut off at the greatest length and counted as a draw.
    TooLong = 8,
}

impl Ending {
    /// All endings in the order of their bytes.
    pub const ALL: [Self; 9] = [
        Self::Unknown,
        Self::Checkmate,
        Self::Stalemate,
        Self::FiftyMoves,
        Self::Repetition,
        Self::Material,
        Self::WinAdjudicated,
        Self::DrawAdjudicated,
        Self::TooLong,
    ];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::FiftyMoves => "50 moves",
            Self::Repetition => "repetition",
            Self::Material => "dead material",
            Self::WinAdjudicated => "adjudicated win",
            Self::DrawAdjudicated => "adjudicated draw",
            Self::TooLong => "too long",
        }
    }

    /// Whether the rules alone ended the game.
    pub(super) fn is_by_rules(self) -> bool {
        !matches!(
            self,
            Self::Unknown | Self::WinAdjudicated | Self::DrawAdjudicated | Self::TooLong
        )
    }

    /// Whether it goes with this outcome.
    fn allows(self, outcome: Outcome) -> bool {
        match self {
            Self::Unknown => true,
            Self::Checkmate | Self::WinAdjudicated => outcome != Outcome::Draw,
            _ => outcome == Outcome::Draw,
        }
    }
}

/// A move and what the search thought of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// White's score of the position in which it was played, or [`Self::UNSCORED`].
    pub score: i16,
}

impl Played {
    /// Mate in 0 plies; mate in `n` plies is `MATE - n`. No score is larger.
    pub const MATE: i16 = 32_000;

    /// Stands where there is no score: mate in 0 plies, which no position with a move is.
    pub const UNSCORED: i16 = Self::MATE;

    /// The score, if there is one.
    pub fn scored(self) -> Option<i16> {
        (self.score != Self::UNSCORED).then_some(self.score)
    }
}

/// A whole game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position after the random opening moves.
    pub start: Board,
    /// Who has won.
    pub outcome: Outcome,
    /// Why it was over.
    pub ending: Ending,
    /// The moves with their scores.
    pub moves: Vec<Played>,
}

impl Game {
    /// Appends the bytes of the game.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(header::encode(&self.start, self.outcome, self.ending));
        for played in &self.moves {
            bytes.extend(encode_move(played.mv).to_le_bytes());
            bytes.extend(played.score.to_le_bytes());
        }
        bytes.extend(TERMINATOR);
    }

    /// How many moves are in the bytes of one game.
    pub fn count_moves(bytes: &[u8]) -> usize {
        bytes.len().saturating_sub(header::SIZE + TERMINATOR.len()) / 4
    }

    /// Reads the game that `bytes` hold, such as those of
    /// [`Reader::next_bytes`](super::Reader::next_bytes), and checks that it can
    /// be played.
    ///
    /// # Errors
    ///
    /// [`Fault`], counted from the start of `bytes`.
    pub fn decode(bytes: &[u8]) -> Result<Self, Fault> {
        let (start, outcome, ending) = header::decode(bytes)?;
        if !ending.allows(outcome) {
            let (ending, outcome) = (ending.name(), outcome.name());
            let kind = FaultKind::Contradiction { ending, outcome };
            return Err(Fault::at(header::RESULT, kind));
        }
        let mut board = start.clone();
        let mut moves = Vec::with_capacity(bytes.len() / 4);
        for (index, bytes) in bytes[header::SIZE..].chunks_exact(4).enumerate() {
            if bytes == TERMINATOR {
                break;
            }
            let offset = header::SIZE + 4 * index;
            let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
            let mv = decode_move(bits).filter(|&mv| board.is_legal(mv)).ok_or_else(|| {
                let kind =
                    FaultKind::IllegalMove { number: index + 1, bits, fen: board.shredder_fen() };
                Fault::at(offset, kind)
            })?;
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            if score.unsigned_abs() > Played::MATE.unsigned_abs() {
                return Err(Fault::at(offset + 2, FaultKind::Score(score)));
            }
            moves.push(Played { mv, score });
            board.make(mv);
        }
        check_end(&board, outcome, ending)?;
        Ok(Self { start, outcome, ending, moves })
    }

    /// Calls `visit` with every position of the game and what was played there.
    pub fn replay(&self, mut visit: impl FnMut(&Board, Played)) {
        let mut board = self.start.clone();
        for &played in &self.moves {
            visit(&board, played);
            board.make(played.mv);
        }
    }
}

/// Checks that the last position goes with what is stated about the game's end.
fn check_end(last: &Board, outcome: Outcome, ending: Ending) -> Result<(), Fault> {
    let found = end_by_rules(last);
    let is_right = match ending {
        // Other programs may stop anywhere, but a mate has a winner.
        Ending::Unknown => {
            found.is_none_or(|(winner, end)| end != Ending::Checkmate || winner == outcome)
        }
        Ending::WinAdjudicated | Ending::DrawAdjudicated | Ending::TooLong => found.is_none(),
        _ => found == Some((outcome, ending)),
    };
    if is_right {
        return Ok(());
    }
    let found = found.map_or("not over", |(_, ending)| ending.name());
    Err(Fault::at(header::RESULT, FaultKind::Ended { stated: ending.name(), found }))
}

/// How many bytes the game at the start of `bytes` takes, by its marks alone:
/// the header makes sense and an end follows. Moves are not checked.
///
/// # Errors
///
/// [`FaultKind::Truncated`] at the end of `bytes` if more could make it a game;
/// any other error cannot be repaired by more bytes.
pub fn measure(bytes: &[u8]) -> Result<usize, Fault> {
    header::check(bytes)?;
    for (index, element) in bytes[header::SIZE..].chunks_exact(4).enumerate() {
        let offset = header::SIZE + 4 * index;
        if element == TERMINATOR {
            return Ok(offset + 4);
        }
        if element[..2] == TERMINATOR[..2] {
            return Err(Fault::at(offset, FaultKind::ScoreWithoutMove));
        }
        if index == MAX_MOVES {
            return Err(Fault::at(offset, FaultKind::Endless(MAX_MOVES)));
        }
    }
    Err(Fault::at(bytes.len(), FaultKind::Truncated))
}

const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// The two bytes of a move as a number.
pub(super) fn encode_move(mv: Move) -> u16 {
    let squares = mv.from_to() as u16;
    match mv.promotes_to() {
        Some(promotion) => squares | PROMOTION | (promotion as u16) << 12,
        None if mv.is_castle() => squares | CASTLE,
        None if mv.is_en_passant() => squares | EN_PASSANT,
        None => squares,
    }
}

/// The move with these bits, if they are one. The promotion field of other
/// moves may hold anything.
fn decode_move(bits: u16) -> Option<Move> {
    let (from, to) = (Square::new(bits as u8), Square::new((bits >> 6) as u8));
    if from == to {
        return None;
    }
    Some(match bits & PROMOTION {
        PROMOTION => Move::promotion(from, to, Promotion::ALL[usize::from(bits >> 12 & 3)]),
        CASTLE => Move::castle(from, to),
        EN_PASSANT => Move::en_passant(from, to),
        _ => Move::normal(from, to),
    })
}

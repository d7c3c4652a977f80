use alloc::string::String;

use riposte_movegen::{Color, MAX_LEGAL_MOVES, Rank, Square};
use thiserror::Error;

/// What is wrong with a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// FEN is plain ASCII.
    #[error("character {position} of the FEN is not ASCII")]
    NotAscii {
        /// Counted in characters from 1.
        position: usize,
    },
    /// The text ends before a field that must be there.
    #[error("the FEN ends before the {0}")]
    MissingField(Field),
    /// There is something behind the last field.
    #[error("unexpected text behind the sixth field of the FEN: {0:?}")]
    TrailingText(String),

    /// The placement does not have eight ranks.
    #[error("the placement has {0} ranks instead of 8")]
    RankCount(usize),
    /// A rank does not have eight squares.
    #[error("rank {} of the placement has {squares} squares instead of 8", rank.digit())]
    RankLength {
        /// The rank in question.
        rank: Rank,
        /// How many squares it has.
        squares: usize,
    },
    /// A letter that stands for no piece and no gap.
    #[error("{letter:?} in rank {} of the placement is no piece and no gap", rank.digit())]
    UnknownPiece {
        /// What stands there.
        letter: char,
        /// The rank in question.
        rank: Rank,
    },
    /// Two digits next to each other.
    #[error("two gaps follow each other in rank {} of the placement", rank.digit())]
    SplitGap {
        /// The rank in question.
        rank: Rank,
    },

    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is {0:?} instead of w or b")]
    SideToMove(String),
    /// The castling field contains something that is no castling right.
    #[error("{letter:?} in the castling field is no castling right")]
    UnknownCastling {
        /// What stands there.
        letter: char,
    },
    /// A castling right is named twice.
    #[error("the castling field names the right of {letter:?} twice")]
    RepeatedCastling {
        /// The second name.
        letter: char,
    },
    /// A castling right without king and rook in place.
    #[error("castling right {letter:?} is impossible: {error}")]
    ImpossibleCastling {
        /// The right.
        letter: char,
        /// What is not in place.
        error: CastlingError,
    },
    /// The en passant field is neither `-` nor a square.
    #[error("the en passant field is {0:?} instead of - or a square")]
    EnPassantSquare(String),
    /// No double step of a pawn can just have passed the en passant square.
    #[error("en passant on {square} is impossible: {error}")]
    ImpossibleEnPassant {
        /// The square in the field.
        square: Square,
        /// Why not.
        error: EnPassantError,
    },
    /// The halfmove clock is not a number in its range.
    #[error("the halfmove clock is {0:?} instead of a number from 0 to 65535")]
    HalfmoveClock(String),
    /// The move number is not a number in its range.
    #[error("the move number is {0:?} instead of a number from 0 to 4294967295")]
    FullmoveNumber(String),

    /// A side does not have exactly one king.
    #[error("{color} has {count} kings instead of one")]
    KingCount {
        /// The side in question.
        color: Color,
        /// How many kings it has.
        count: u32,
    },
    /// A side has more pieces than the game starts with.
    #[error("{color} has {count} pieces, more than 16")]
    TooManyPieces {
        /// The side in question.
        color: Color,
        /// How many pieces it has.
        count: u32,
    },
    /// A side has more pawns than the game starts with.
    #[error("{color} has {count} pawns, more than 8")]
    TooManyPawns {
        /// The side in question.
        color: Color,
        /// How many pawns it has.
        count: u32,
    },
    /// A side has more promoted pieces than pawns are missing.
    #[error(
        "{color} has {promoted} pieces that must be promoted pawns, \
         but only {missing} pawns are missing"
    )]
    TooManyPromoted {
        /// The side in question.
        color: Color,
        /// How many pieces beyond the first set there are.
        promoted: u32,
        /// How many pawns are missing.
        missing: u32,
    },
    /// A pawn on the first or the eighth rank.
    #[error("a pawn stands on {square}, where no pawn can be")]
    PawnOnLastRank {
        /// Where it stands.
        square: Square,
    },
    /// The side that has just moved is in check.
    #[error("{color} is in check but the other side is to move")]
    OpponentInCheck {
        /// The side in check.
        color: Color,
    },
    /// A side has more moves than any position of chess allows (lenient reading
    /// only).
    #[error("{color} has {count} moves, more than {MAX_LEGAL_MOVES}")]
    TooManyMoves {
        /// The side in question.
        color: Color,
        /// How many moves it has or would have.
        count: u32,
    },
    /// More pieces give check than one move can bring about.
    #[error("{count} pieces give check, more than 2")]
    TooManyCheckers {
        /// How many give check.
        count: u32,
    },
}

/// The fields of a FEN that may not be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub enum Field {
    #[error("placement")]
    Placement,
    #[error("side to move")]
    SideToMove,
    #[error("castling field")]
    Castling,
    #[error("en passant field")]
    EnPassant,
    #[error("move number")]
    FullmoveNumber,
}

/// Why a castling right is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CastlingError {
    /// The king has left its first rank.
    #[error("the king is not on its first rank")]
    King,
    /// There is no rook of that side there.
    #[error("there is no rook for it")]
    Rook,
}

/// Why an en passant square is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EnPassantError {
    /// The square is not on the rank that the side to move captures on.
    #[error("it is not on the rank that the last move can have passed")]
    Rank,
    /// The enemy pawn is not in front of the square.
    #[error("no pawn has passed it")]
    Pawn,
    /// The square or the one behind it is not empty.
    #[error("the pawn's way is not free")]
    Blocked,
    /// Before that step the side to move would have been in check.
    #[error("the side to move was in check before the pawn moved")]
    Check,
}

//! The names of squares, pieces and colours as text, and back.

use core::fmt;
use core::str::FromStr;

use crate::{Color, File, Move, Piece, PieceType, Rank, Square};

/// A text that names none of what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No square such as `e4`.
    Square,
    /// No file from `a` to `h`.
    File,
    /// No rank from `1` to `8`.
    Rank,
    /// No letter of a piece.
    Piece,
    /// Neither `white` or `w` nor `black` or `b`.
    Color,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Square => "not a square from a1 to h8",
            Self::File => "not a file from a to h",
            Self::Rank => "not a rank from 1 to 8",
            Self::Piece => "not the letter of a piece",
            Self::Color => "not a colour: white, w, black or b",
        })
    }
}

impl core::error::Error for NameError {}

/// The only character of a text.
fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl FromStr for Square {
    type Err = NameError;

    /// Reads coordinates such as `e4`, the file in either case.
    fn from_str(text: &str) -> Result<Self, NameError> {
        Self::from_name(text).ok_or(NameError::Square)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for File {
    type Err = NameError;

    /// Reads a letter of either case.
    fn from_str(text: &str) -> Result<Self, NameError> {
        single(text).and_then(Self::from_letter).ok_or(NameError::File)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl FromStr for Rank {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        single(text).and_then(Self::from_digit).ok_or(NameError::Rank)
    }
}

impl fmt::Display for Piece {
    /// The letter used in FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Piece {
    type Err = NameError;

    /// Reads the letter used in FEN, where case tells the colour.
    fn from_str(text: &str) -> Result<Self, NameError> {
        single(text).and_then(Self::from_letter).ok_or(NameError::Piece)
    }
}

impl fmt::Display for PieceType {
    /// The lower-case English letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for PieceType {
    type Err = NameError;

    /// Reads an English letter of either case.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let letter = single(text).ok_or(NameError::Piece)?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter).ok_or(NameError::Piece)
    }
}

impl fmt::Display for Color {
    /// `white` or `black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

impl FromStr for Color {
    type Err = NameError;

    /// Reads `white` or `black`, or their first letters as in FEN.
    fn from_str(text: &str) -> Result<Self, NameError> {
        match text {
            "white" | "w" => Ok(Self::White),
            "black" | "b" => Ok(Self::Black),
            _ => Err(NameError::Color),
        }
    }
}

impl fmt::Display for Move {
    /// Both squares and the letter of what a pawn becomes, as UCI writes moves of
    /// Chess960: castling is the king taking its rook. Which kind of move a text
    /// means depends on the position, so there is no way back without one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotes_to() {
            Some(promotion) => write!(f, "{}", promotion.piece_type()),
            None => Ok(()),
        }
    }
}

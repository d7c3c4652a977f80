use alloc::string::String;

use thiserror::Error;

/// Why a text is not taken as a move. Each carries the text, cut off when it is
/// long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// The text does not have the form of a move.
    #[error("{0:?} is not written like a move")]
    Malformed(String),
    /// The text has the form of a move, but no legal move is meant.
    #[error("{0:?} is not a legal move here")]
    Illegal(String),
    /// More than one legal move is meant (SAN only).
    #[error("{0:?} may mean more than one legal move here")]
    Ambiguous(String),
}

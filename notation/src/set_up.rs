//! A position by a FEN and moves as UCI writes them.

use riposte_board::{Board, MoveTextError};
use thiserror::Error;

use crate::epd::{BadFen, from_fen};
use crate::excerpt;

/// Why there is no such position. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PositionError {
    /// The FEN is bad.
    #[error(transparent)]
    Fen(#[from] BadFen),
    /// A move is bad.
    #[error("move {number} '{text}': {error}")]
    Move {
        /// Its number among the moves, from 1.
        number: usize,
        /// What was written.
        text: String,
        /// What is wrong with it.
        error: MoveTextError,
    },
}

/// The position after `moves` from `fen`, or from the starting position.
///
/// # Errors
///
/// [`PositionError`] for the first thing that is wrong.
pub fn set_up(fen: Option<&str>, moves: &[String]) -> Result<Board, PositionError> {
    let mut board = fen.map(from_fen).transpose()?.unwrap_or_default();
    for (index, text) in moves.iter().enumerate() {
        match board.parse_uci(text) {
            Ok(mv) => board.make(mv),
            Err(error) => {
                let text = excerpt(text);
                return Err(PositionError::Move { number: index + 1, text, error });
            }
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(fen: Option<&str>, moves: &[&str]) -> String {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        set_up(fen, &moves).map(|board| board.fen()).expect_err("an error").to_string()
    }

    #[test]
    fn the_illegal_move_is_named_with_its_number() {
        let message = refused(None, &["e2e4", "e7e5", "e4e5"]);
        assert!(message.starts_with("move 3 'e4e5': "), "{message}");
        let message = refused(None, &["xyzzy"]);
        assert!(message.starts_with("move 1 'xyzzy': "), "{message}");
    }

    #[test]
    fn a_bad_fen_is_repeated() {
        let message = refused(Some("8/8/8 w - - 0 1"), &[]);
        assert!(message.starts_with("bad FEN '8/8/8 w - - 0 1': "), "{message}");
    }
}

//! A game played out on a board.

use riposte_board::{Board, MoveTextError};
use riposte_movegen::Move;
use thiserror::Error;

use super::Game;
use crate::{BadFen, excerpt, from_fen};

/// The legal part of a game.
#[derive(Debug)]
pub struct Replay {
    /// The position it starts from.
    pub start: Board,
    /// Its moves up to the first that is not legal.
    pub moves: Vec<Move>,
    /// That move, if there is one.
    pub error: Option<MoveError>,
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move '{text}': {error}")]
pub struct MoveError {
    /// The move, cut off when it is long.
    pub text: String,
    /// Its line in the input, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: MoveTextError,
}

impl Game {
    /// Plays the moves of the game from the position of its `FEN` tag, or from the
    /// starting position, up to the first that is not legal.
    ///
    /// # Errors
    ///
    /// [`BadFen`] if the tag holds no legal position.
    pub fn replay(&self) -> Result<Replay, BadFen> {
        let start = self.tag("FEN").map_or_else(|| Ok(Board::startpos()), from_fen)?;
        let mut board = start.clone();
        let mut moves = Vec::with_capacity(self.line.moves.len());
        for written in &self.line.moves {
            match board.parse_san(&written.san) {
                Ok(mv) => {
                    board.make(mv);
                    moves.push(mv);
                }
                Err(error) => {
                    let text = excerpt(&written.san);
                    let error = Some(MoveError { text, line: written.line, error });
                    return Ok(Replay { start, moves, error });
                }
            }
        }
        Ok(Replay { start, moves, error: None })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;

    fn game(text: &str) -> Game {
        Reader::new(text.as_bytes()).read().expect("memory can be read").expect("a game")
    }

    #[test]
    fn a_game_is_played_up_to_its_first_illegal_move() {
        let replay = game("1. e4 e5\n2. Ke3 Nc6 *").replay().expect("a position");
        assert_eq!(replay.moves.len(), 2);
        let error = replay.error.expect("an illegal move");
        assert_eq!((error.line, error.text.as_str()), (2, "Ke3"));
    }

    #[test]
    fn a_game_may_start_anywhere() {
        let text = "[FEN \"k7/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"] 1. O-O Ka7 *";
        let replay = game(text).replay().expect("a position");
        assert_eq!((replay.moves.len(), replay.error), (2, None));
        let error = game("[FEN \"8/8 w\"] 1. e4 *").replay().expect_err("no position");
        assert!(error.to_string().starts_with("bad FEN '8/8 w': "), "{error}");
    }
}

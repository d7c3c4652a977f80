//! Where pairs of games between two players start.

use std::path::Path;
use std::sync::Arc;

use riposte_board::Board;
use riposte_notation::read_positions;
use riposte_search::params::Release;
use riposte_search::{EngineError, Evaluation, Solo};
use riposte_trainer::random::Random;

use super::{opening, soft_nodes};

/// Nodes for evaluating a drawn opening, and the score up to which it is fair.
const NODES: u64 = 5000;
const FAIR: i32 = 150;

/// Nodes for each of the engine's moves in a played opening.
const MOVE_NODES: u64 = 500;

/// Megabytes for evaluating openings.
const HASH: usize = 1;

/// The positions of a book, in an order that a seed decides.
#[derive(Clone, Debug)]
pub struct Book(Arc<[Board]>);

impl Book {
    /// Reads the book at `path` and shuffles it.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with the book.
    pub fn read(path: &Path, seed: u64) -> Result<Self, String> {
        let mut boards = read_positions(path).map_err(|error| error.to_string())?;
        Random::stream(seed, 0).shuffle(&mut boards);
        Ok(Self(boards.into()))
    }

    /// Number of openings, not zero.
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }
}

/// Numbered openings. The one with a number is always the same, no matter which
/// others were asked for before.
pub enum Openings {
    /// Those of a book, again from its start when it is through.
    Book(Book),
    /// Drawn move by move and checked by a search.
    Drawn {
        /// Decides what is drawn.
        seed: u64,
        /// Plays moves and says which openings are fair.
        engine: Box<Solo>,
        /// Whether the engine plays most of the moves.
        is_played: bool,
    },
}

impl Openings {
    /// Openings that are drawn by `seed` and fair by `evaluation`. Random moves, or with
    /// `is_played` most of them those of the engine.
    ///
    /// # Errors
    ///
    /// When the engine gets no memory or no thread.
    pub fn drawn(seed: u64, evaluation: &Evaluation, is_played: bool) -> Result<Self, EngineError> {
        let engine = Box::new(Solo::new(Release, HASH, evaluation)?);
        // Stream 0 of the seed itself orders books.
        Ok(Self::Drawn { seed: Random::stream(seed, 0).bits(), engine, is_played })
    }

    /// The opening with this number. `None` if `quit` said so before it was found.
    pub fn at(&mut self, number: u64, quit: impl Fn() -> bool) -> Option<Board> {
        match self {
            Self::Book(book) => Some(book.0[(number % book.len()) as usize].clone()),
            Self::Drawn { seed, engine, is_played } => {
                let mut random = Random::stream(*seed, number);
                while !quit() {
                    let drawn = if *is_played {
                        played(&mut random, engine)
                    } else {
                        opening::draw(&mut random, 0.0)
                    };
                    let Some(board) = drawn else { continue };
                    engine.new_game();
                    let answer = engine.search(&board, soft_nodes(NODES));
                    if answer.is_some_and(|(_, score)| score.raw().abs() <= FAIR) {
                        return Some(board);
                    }
                }
                None
            }
        }
    }
}

/// An opening of which the engine plays most moves. `None` if the game ends in it.
fn played(random: &mut Random, engine: &mut Solo) -> Option<Board> {
    engine.new_game();
    let think = |board: &Board| engine.search(board, soft_nodes(MOVE_NODES)).map(|(mv, _)| mv);
    opening::draw_played(random, 0.0, think)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn drawn_openings_go_by_their_number_and_seed() {
        let keys = |openings: &mut Openings, numbers: &[u64]| -> Vec<u64> {
            numbers.iter().map(|&it| openings.at(it, || false).unwrap().key()).collect()
        };
        for (is_played, fullmove) in [(false, 5), (true, 9)] {
            let openings =
                |seed| Openings::drawn(seed, &Evaluation::PieceSquare, is_played).unwrap();
            let forwards = keys(&mut openings(1), &[0, 1, 2]);
            let backwards = keys(&mut openings(1), &[2, 1, 0]);
            assert_eq!(backwards, [forwards[2], forwards[1], forwards[0]]);
            assert_ne!(forwards, keys(&mut openings(2), &[0, 1, 2]));
            assert!(openings(1).at(0, || true).is_none());
            assert_eq!(openings(1).at(0, || false).unwrap().fullmove_number(), fullmove);
        }
    }

    #[test]
    fn a_book_is_shuffled_and_begins_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        let lines: Vec<String> =
            (1..=9).map(|number| format!("4k3/8/8/8/8/8/8/4K2R w K - 0 {number}\n")).collect();
        fs::write(&path, lines.concat()).unwrap();
        let order = |seed| -> Vec<u32> {
            let mut openings = Openings::Book(Book::read(&path, seed).unwrap());
            (0..18).map(|it| openings.at(it, || false).unwrap().fullmove_number()).collect()
        };
        let first = order(1);
        assert_eq!(first[..9], first[9..]);
        let mut sorted = first[..9].to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=9).collect::<Vec<_>>());
        assert_ne!(first, order(2));
    }
}

//! Where pairs of games between two searches start.

use std::path::Path;

use riposte_board::Board;
use riposte_search::Evaluation;
use riposte_search::lab::Release;

use super::{Effort, Thinker, opening};
use crate::positions;
use crate::random::Random;

/// Nodes for judging a drawn opening, and the score up to which it is fair.
const NODES: u64 = 5000;
const FAIR: i32 = 150;

/// Megabytes for judging openings.
const HASH: usize = 1;

/// `count` openings in an order that `seed` decides: of the `book`, again from its
/// start when it is through, or drawn move by move.
///
/// # Errors
///
/// What is wrong with the book, or what the engine was refused.
pub fn openings(
    book: Option<&Path>,
    count: usize,
    seed: u64,
    evaluation: &Evaluation,
) -> Result<Vec<Board>, String> {
    match book {
        Some(path) => {
            let mut boards = positions::read(path)?;
            Random::stream(seed, 0).shuffle(&mut boards);
            Ok(boards.into_iter().cycle().take(count).collect())
        }
        None => draw(count, seed, evaluation),
    }
}

fn draw(count: usize, seed: u64, evaluation: &Evaluation) -> Result<Vec<Board>, String> {
    let mut thinker = Thinker::new(Release, HASH, evaluation).map_err(|fault| fault.to_string())?;
    let mut random = Random::stream(seed, 0);
    let mut boards = Vec::new();
    while boards.len() < count {
        let Some(board) = opening::draw(&mut random, 0.0) else { continue };
        thinker.new_game();
        let judged = thinker.think(&board, Effort::Soft(NODES));
        if judged.is_some_and(|(_, score)| score.raw().abs() <= FAIR) {
            boards.push(board);
        }
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_openings_repeat_and_differ() {
        let evaluation = Evaluation::PieceSquare;
        let keys = |seed| -> Vec<u64> {
            openings(None, 3, seed, &evaluation).unwrap().iter().map(Board::key).collect()
        };
        assert_eq!(keys(1), keys(1));
        assert_ne!(keys(1), keys(2));
    }
}

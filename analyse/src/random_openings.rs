//! Random openings for data generation.

use std::sync::atomic::{AtomicBool, Ordering};

use riposte_board::{Board, SplitMix};
use riposte_search::{Engine, EngineError, Evaluation, Limits};
use thiserror::Error;

/// The fewest random moves; half of the openings get one more, so that either
/// side may move first.
const FEWEST_MOVES: usize = 8;

/// The fewest after a position of a book.
const FEWEST_MOVES_FROM_BOOK: usize = 4;

/// An opening is decided if a short search scores it higher than this, in centipawns.
const DECIDED: i32 = 500;

/// Nodes of that search.
const NODES: u64 = 1000;

/// How many openings in a row may be rejected.
const MAX_ATTEMPTS: u32 = 1000;

/// Why no openings can be made. The texts are for the user.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum RandomOpeningsError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("no position of the book has a legal move")]
    Empty,
}

/// Positions after some random moves. The same seed gives the same openings.
pub struct RandomOpenings {
    random: SplitMix,
    /// Where openings start.
    book: Vec<Board>,
    fewest_moves: usize,
    engine: Engine,
}

impl RandomOpenings {
    /// Openings from the positions of `book`, or else from the starting position;
    /// `evaluation` rejects those that are decided.
    ///
    /// # Errors
    ///
    /// [`RandomOpeningsError`] if the book has no position with a legal move, or memory
    /// is short.
    pub fn new(
        seed: u64,
        book: Option<Vec<Board>>,
        evaluation: Evaluation,
    ) -> Result<Self, RandomOpeningsError> {
        let fewest_moves = if book.is_none() { FEWEST_MOVES } else { FEWEST_MOVES_FROM_BOOK };
        let mut book = book.unwrap_or_else(|| vec![Board::startpos()]);
        book.retain(|board| board.has_legal_move());
        if book.is_empty() {
            return Err(RandomOpeningsError::Empty);
        }
        let mut engine = Engine::new()?;
        engine.set_evaluation(evaluation);
        Ok(Self { random: SplitMix(seed), book, fewest_moves, engine })
    }

    /// The next opening; `None` when `cancel` was set.
    pub fn next(&mut self, cancel: &AtomicBool) -> Option<Board> {
        for _ in 0..MAX_ATTEMPTS {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            let mut board = self.start();
            let length = self.fewest_moves + self.random.below(2);
            if self.play(&mut board, length) && self.is_open(&board) {
                return Some(board);
            }
        }
        // A book of decided positions is used as it is.
        Some(self.start())
    }

    fn start(&mut self) -> Board {
        self.book[self.random.below(self.book.len())].clone()
    }

    /// Plays `length` random moves; returns whether the game then still goes on.
    fn play(&mut self, board: &mut Board, length: usize) -> bool {
        for _ in 0..length {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return false;
            }
            board.make(moves[self.random.below(moves.len())]);
        }
        board.has_legal_move() && !board.is_insufficient_material()
    }

    fn is_open(&mut self, board: &Board) -> bool {
        self.engine.new_game();
        self.engine.set_position(board.clone());
        let found = self.engine.search(Limits::nodes(NODES), &AtomicBool::new(false));
        found.pvs[0].score.raw().abs() <= DECIDED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_repeat_by_seed_and_start_from_the_book() {
        let cancel = AtomicBool::new(false);
        let book = Board::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").expect("a good FEN");
        let make = |seed, book: Option<Vec<Board>>| -> Vec<String> {
            let openings = RandomOpenings::new(seed, book, Evaluation::PieceSquare);
            let mut openings = openings.expect("16 MB and a thread");
            (0..3).filter_map(|_| openings.next(&cancel)).map(|board| board.fen()).collect()
        };
        assert_eq!(make(7, None).len(), 3);
        assert_eq!(make(7, None), make(7, None));
        assert_ne!(make(7, None), make(8, None));
        let from_book = make(7, Some(vec![book]));
        let has_pieces =
            |fen: &String| fen.split(' ').next().is_none_or(|it| it.contains(['q', 'n']));
        assert!(!from_book.iter().any(has_pieces), "{from_book:?}");
    }

    #[test]
    fn a_book_without_a_legal_move_is_refused() {
        let mate = Board::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("a good FEN");
        let refused = RandomOpenings::new(1, Some(vec![mate]), Evaluation::PieceSquare);
        assert!(matches!(refused, Err(RandomOpeningsError::Empty)));
    }
}

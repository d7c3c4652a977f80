//! `genfens`: openings for the data generation of OpenBench.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_notation::{BadFen, records};
use riposte_search::{Engine, EngineError, Evaluation, Info, Limits, Sink};
use thiserror::Error;

use crate::command::GenFensRequest;
use crate::output::Output;

/// The fewest random moves; half of the openings get one more, so that either
/// side may be the first to think.
const FEWEST_MOVES: usize = 8;

/// After a line of a book fewer do: it has left the first position already.
const FEWEST_MOVES_FROM_BOOK: usize = 4;

/// Openings that a short search values higher than this, in hundredths of a
/// pawn, are already decided.
const DECIDED: i32 = 500;

/// Nodes of that search.
const NODES: u64 = 1000;

/// How many openings in a row may be refused.
const PATIENCE: u32 = 1000;

/// A checked request.
pub struct Plan {
    count: u64,
    random: Random,
    /// Where openings start.
    book: Vec<Board>,
    fewest_moves: usize,
    engine: Engine,
}

/// Why no openings were made. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error("genfens: {0}")]
    Engine(#[from] EngineError),
    #[error("genfens: file '{file}': {fault}")]
    File { file: String, fault: io::Error },
    #[error("genfens: line {line} of the book: {fault}")]
    Position { line: usize, fault: BadFen },
    #[error("genfens: no position of the book can be played on from")]
    Empty,
}

impl Plan {
    /// The plan for `request`, with its book read, judging positions by
    /// `evaluation`.
    pub fn new(request: &GenFensRequest, evaluation: Evaluation) -> Result<Self, PlanError> {
        let mut book = match &request.book {
            None => vec![Board::startpos()],
            Some(file) => read_book(file)?,
        };
        book.retain(Board::has_legal_move);
        if book.is_empty() {
            return Err(PlanError::Empty);
        }
        let mut engine = Engine::new()?;
        engine.set_evaluation(evaluation);
        Ok(Self {
            count: request.count,
            random: Random(request.seed),
            book,
            fewest_moves: if request.book.is_none() {
                FEWEST_MOVES
            } else {
                FEWEST_MOVES_FROM_BOOK
            },
            engine,
        })
    }

    /// The next opening; `None` when `cancel` was set.
    fn opening(&mut self, cancel: &AtomicBool) -> Option<Board> {
        for _ in 0..PATIENCE {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            let mut board = self.start();
            let length = self.fewest_moves + self.random.below(2);
            if self.wander(&mut board, length) && self.is_open(&board) {
                return Some(board);
            }
        }
        // The book consists of lost positions: that is what its owner wants.
        Some(self.start())
    }

    /// Where the next opening starts.
    fn start(&mut self) -> Board {
        self.book[self.random.below(self.book.len())].clone()
    }

    /// Plays `length` random moves; whether the game still goes on then.
    fn wander(&mut self, board: &mut Board, length: usize) -> bool {
        for _ in 0..length {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return false;
            }
            board.make(moves[self.random.below(moves.len())]);
        }
        board.has_legal_move() && !board.is_insufficient_material()
    }

    /// Whether neither side is lost yet.
    fn is_open(&mut self, board: &Board) -> bool {
        let score = Arc::new(LastScore::default());
        self.engine.new_game();
        self.engine.set_position(board.clone());
        self.engine.go(Limits::nodes(NODES), score.clone());
        self.engine.wait();
        score.0.lock().abs() <= DECIDED
    }
}

/// Keeps the score of the last report.
#[derive(Default)]
struct LastScore(Mutex<i32>);

impl Sink for LastScore {
    fn info(&self, info: &Info) {
        *self.0.lock() = info.score.raw();
    }

    fn best_move(&self, _: Option<Move>, _: Option<Move>) {}
}

/// Prints the openings of `plan`, unless `cancel` is set before the end.
pub fn run(mut plan: Plan, output: &Output, cancel: &AtomicBool) {
    for _ in 0..plan.count {
        let Some(board) = plan.opening(cancel) else {
            output.message("genfens was stopped");
            return;
        };
        output.message(format_args!("genfens {board}"));
    }
}

fn read_book(file: &str) -> Result<Vec<Board>, PlanError> {
    let text = fs::read_to_string(file)
        .map_err(|fault| PlanError::File { file: file.to_owned(), fault })?;
    records(&text)
        .map(|(line, epd)| {
            epd.map(|epd| epd.board).map_err(|fault| PlanError::Position { line, fault })
        })
        .collect()
}

/// Random numbers (S. Vigna's splitmix64): the same seed, the same openings.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * limit as u128) >> 64) as usize
    }
}

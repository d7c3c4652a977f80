//! The static evaluation of the positions of a variation.

use riposte_board::{Board, Observer};
use riposte_movegen::{Piece, Square, Threats};
use riposte_nnue::AnyEvaluator;

use crate::evaluation::Evaluation;
use crate::piece_square::PieceSquare;
use crate::piece_values::PieceValues;
use crate::score::Score;

/// Follows the board along a variation and evaluates its positions. [`Self::push`] comes
/// before a move is made, [`Self::pop`] after it is unmade.
pub struct Evaluator {
    evaluation: Evaluation,
    piece_values: PieceValues,
    follower: Follower,
}

enum Follower {
    PieceSquare(PieceSquare),
    Network(AnyEvaluator),
}

impl Evaluator {
    /// Starts at `board`.
    pub fn new(evaluation: &Evaluation, board: &Board) -> Self {
        let follower = match evaluation {
            Evaluation::PieceSquare => Follower::PieceSquare(PieceSquare::new(board)),
            Evaluation::Network(network) => Follower::Network(network.evaluator()),
        };
        let piece_values = PieceValues::of(evaluation);
        Self { evaluation: evaluation.clone(), piece_values, follower }
    }

    /// Piece values of the evaluation in use.
    #[inline]
    pub fn piece_values(&self) -> &PieceValues {
        &self.piece_values
    }

    /// Resets to `board`; reuses its memory if the evaluation is the same.
    pub fn start(&mut self, evaluation: &Evaluation, board: &Board) {
        if self.evaluation.is_same(evaluation) {
            self.reset(board);
        } else {
            *self = Self::new(evaluation, board);
        }
    }

    /// Starts anew at `board`.
    pub fn reset(&mut self, board: &Board) {
        match &mut self.follower {
            Follower::PieceSquare(values) => values.reset(board),
            Follower::Network(network) => network.reset(),
        }
    }

    /// Opens the next ply.
    #[inline]
    pub fn push(&mut self) {
        match &mut self.follower {
            Follower::PieceSquare(values) => values.push(),
            Follower::Network(network) => network.push(),
        }
    }

    /// Goes back one ply.
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.follower {
            Follower::PieceSquare(values) => values.pop(),
            Follower::Network(network) => network.pop(),
        }
    }

    /// Whether the evaluation reads what the opponent threatens.
    #[inline]
    pub fn reads_threats(&self) -> bool {
        matches!(&self.follower, Follower::Network(network) if network.reads_threats())
    }

    /// Does a part of the evaluation of the current position, as far as that is cheap: work to
    /// do while the TT entry comes from memory.
    #[inline]
    pub fn prepare(&mut self, board: &Board) {
        if let Follower::Network(network) = &mut self.follower {
            network.prepare(board);
        }
    }

    /// The value of the current position for the side to move, in which the opponent
    /// threatens so much, if that is read.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, threats: &Threats) -> Score {
        match &mut self.follower {
            Follower::PieceSquare(values) => values.evaluate(board),
            Follower::Network(network) => {
                Score::clamp_heuristic(network.evaluate_with_threats(board, threats))
            }
        }
    }
}

/// Piece-square values follow the pieces; a network compares whole positions.
impl Observer for Evaluator {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        if let Follower::PieceSquare(values) = &mut self.follower {
            values.add(piece, square);
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        if let Follower::PieceSquare(values) = &mut self.follower {
            values.remove(piece, square);
        }
    }
}

//! Static evaluation: by a network, or by material and piece-square values
//! alone.

use std::fmt;

use riposte_board::{Board, Observer};
use riposte_movegen::{Piece, PieceType, Square, Threats};
pub use riposte_nnue::FileError as NetworkError;
use riposte_nnue::{AnyEvaluator, AnyNetwork};

use crate::piece_square::PieceSquare;
use crate::piece_values::PieceValues;
use crate::score::Score;

/// How positions are evaluated. Clones share a network's weights.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Hand-chosen material and piece-square values, as a baseline.
    #[default]
    PieceSquare,
    /// A network.
    Network(AnyNetwork),
}

impl Evaluation {
    /// The evaluation by the network of a file.
    ///
    /// # Errors
    ///
    /// When the bytes are not a network that this build understands.
    pub fn from_file(bytes: &[u8]) -> Result<Self, NetworkError> {
        AnyNetwork::from_bytes(bytes).map(Self::Network)
    }

    /// The evaluation by the network that the binary includes.
    ///
    /// # Errors
    ///
    /// When the file that was built in is not a network.
    #[cfg(feature = "embedded-net")]
    pub fn embedded() -> Result<Self, NetworkError> {
        riposte_nnue::embedded().map(Self::Network)
    }

    /// The network as a file, if there is one.
    pub fn to_file(&self) -> Option<Vec<u8>> {
        match self {
            Self::PieceSquare => None,
            Self::Network(network) => Some(network.to_bytes()),
        }
    }

    /// Whether both are one: clones share their weights.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::PieceSquare, Self::PieceSquare) => true,
            (Self::Network(one), Self::Network(other)) => one.is_same(other),
            _ => false,
        }
    }
}

/// A name for reports and logs.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceSquare => f.write_str("piece-square values"),
            Self::Network(network) => {
                write!(f, "network {:016x}, {} hidden", network.checksum(), network.hidden())
            }
        }
    }
}

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

    /// The value of the current position for the side to move, in which the opponent
    /// threatens so much.
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

/// Material value of a kind of piece without a network: for move ordering, and for what
/// must not depend on the network.
#[inline]
pub const fn material(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight => 310,
        PieceType::Bishop => 330,
        PieceType::Rook => 510,
        PieceType::Queen => 980,
        PieceType::King => 0,
    }
}

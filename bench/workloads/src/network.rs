//! A network, and a game for it to follow.

use std::hint::black_box;
use std::sync::Arc;

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_nnue::{
    Accumulators, BUCKETS, Evaluator, FIRST, INPUTS, Kernel, LayerWeights, Layers, Network,
    Parameters, Row, SECOND,
};

use crate::Numbers;

/// Hidden neurons of the network that the kernels are measured with.
pub const HIDDEN: usize = 256;

/// A network with hidden layers whose weights mean nothing.
///
/// # Panics
///
/// Never: the sizes are those of the architecture.
pub fn network() -> Arc<Network<HIDDEN>> {
    let mut numbers = Numbers::new(1);
    let mut weights =
        |count: usize, limit: i16| (0..count).map(|_| numbers.within(limit)).collect();
    let parameters = Parameters {
        feature_weights: weights(INPUTS * HIDDEN, 240),
        feature_biases: weights(HIDDEN, 400),
        output_weights: weights(BUCKETS * 2 * HIDDEN, 15_000),
        output_biases: vec![0; BUCKETS],
        scale: 400,
        layers: Some(layers()),
    };
    Arc::new(Network::from_parameters(&parameters).expect("the sizes fit"))
}

/// Hidden layers whose weights mean nothing.
fn layers() -> Layers {
    let mut numbers = Numbers::new(2);
    let count = BUCKETS * FIRST * 2 * HIDDEN;
    let first_weights = (0..count).map(|_| numbers.within(40) as i8).collect();
    let mut floats =
        |count: usize| (0..count).map(|_| f32::from(numbers.within(1000)) / 2000.0).collect();
    Layers {
        first_weights,
        first_biases: floats(BUCKETS * FIRST),
        second_weights: floats(BUCKETS * FIRST * SECOND),
        second_biases: floats(BUCKETS * SECOND),
        output_weights: floats(BUCKETS * SECOND),
    }
}

/// The hidden layers of [`network`], by bucket.
///
/// # Panics
///
/// Never: the sizes are those of the architecture.
pub fn layer_weights() -> Box<[LayerWeights<HIDDEN>]> {
    LayerWeights::new(&layers()).expect("the sizes fit")
}

/// A game in which both sides castle, trade and walk with their kings: the
/// legal move with the number that comes next, castling when it can be.
pub fn game() -> Vec<Move> {
    let mut numbers = Numbers::new(7);
    let mut board = Board::startpos();
    let mut line = Vec::new();
    while line.len() < 80 {
        let moves = board.legal_moves();
        let index = numbers.within(i16::MAX).unsigned_abs() as usize % moves.len().max(1);
        let castle = moves.iter().find(|mv| mv.is_castle());
        let Some(&mv) = castle.or(moves.get(index)) else { break };
        board.make(mv);
        line.push(mv);
    }
    line
}

/// Numbers up to `limit` for a row of an accumulator or of weights.
pub fn row(seed: u64, limit: i16) -> Row<HIDDEN> {
    let mut numbers = Numbers::new(seed);
    Row(std::array::from_fn(|_| numbers.within(limit)))
}

/// Plays the line, with the value of every position, and takes it back.
pub fn walk<K: Kernel>(
    board: &mut Board,
    evaluator: &mut Evaluator<Accumulators<HIDDEN, K>>,
    line: &[Move],
) {
    for &mv in line {
        evaluator.push();
        board.make(mv);
        black_box(evaluator.evaluate(board));
    }
    for _ in line {
        board.unmake();
        evaluator.pop();
    }
}

//! Shared by the tests of the histories.

use riposte_eval::Depth;
use riposte_movegen::{File, Move, Rank, Square};

use crate::update::{Outcome, SearchedNode};

/// The best move of [`searched_node`], the one tried, and one that was not searched.
pub(crate) const MOVES: [Move; 3] = [
    Move::normal(Square::at(File::G, Rank::R1), Square::at(File::F, Rank::R3)),
    Move::normal(Square::at(File::B, Rank::R1), Square::at(File::C, Rank::R3)),
    Move::normal(Square::at(File::A, Rank::R2), Square::at(File::A, Rank::R3)),
];

/// A node whose first move failed and whose second one was best.
pub(crate) fn searched_node(outcome: Outcome, depth: i32) -> SearchedNode<'static> {
    SearchedNode {
        outcome,
        pv: false,
        depth: Depth::new(depth),
        best: Some(MOVES[0]),
        quiets: &MOVES[1..2],
        noisies: &[],
    }
}

//! Shared by the tests of the histories.

use riposte_eval::Depth;
use riposte_movegen::{Bitboard, Color, File, Move, Rank, Square};
use riposte_params::HistoryWeight;

use crate::update::{HistoryUpdate, Outcome};

/// The best move of [`history_update`], the one tried, and one that was not searched.
pub(crate) const MOVES: [Move; 3] = [
    Move::normal(Square::at(File::G, Rank::R1), Square::at(File::F, Rank::R3)),
    Move::normal(Square::at(File::B, Rank::R1), Square::at(File::C, Rank::R3)),
    Move::normal(Square::at(File::A, Rank::R2), Square::at(File::A, Rank::R3)),
];

/// A node of White whose first move failed and whose second one was best.
pub(crate) fn history_update(outcome: Outcome, depth: i32) -> HistoryUpdate<'static> {
    HistoryUpdate {
        side: Color::White,
        threats: Bitboard::EMPTY,
        outcome,
        pv: false,
        best: Some(MOVES[0]),
        tried: &MOVES[1..2],
        depth: Depth::new(depth),
        bonus: 800,
        malus: 600,
        weight: HistoryWeight::DepthSquared,
    }
}

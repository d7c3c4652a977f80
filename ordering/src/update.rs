//! What the quiet history reads of a node.

use riposte_eval::Depth;
use riposte_movegen::{Bitboard, Color, Move};
use riposte_params::HistoryWeight;

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A move reached beta.
    FailHigh,
    /// A move raised alpha, none reached beta.
    Exact,
    /// No move raised alpha. The best move is then the one with the highest fail-soft
    /// score, the first among equals: weak evidence, since all of these scores are upper
    /// bounds.
    FailLow,
}

/// What a finished node contributes to the quiet history.
#[derive(Clone, Copy, Debug)]
pub struct HistoryUpdate<'a> {
    /// The side that moved.
    pub side: Color,
    /// Squares that the other side attacks; empty if threats are not distinguished.
    pub threats: Bitboard,
    /// How the node ended.
    pub outcome: Outcome,
    /// Whether it was searched with an open window.
    pub pv: bool,
    /// The best move, if it was a quiet one.
    pub best: Option<Move>,
    /// The quiet moves that were searched besides, all of them before `best`
    /// unless the node failed low.
    pub tried: &'a [Move],
    /// Depth of the node.
    pub depth: Depth,
    /// Bonus of the best move, by depth.
    pub bonus: i32,
    /// Malus of each tried move, by depth.
    pub malus: i32,
    /// Its weight in histories without gravity.
    pub weight: HistoryWeight,
}

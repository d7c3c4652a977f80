//! What the histories read of a node.

use riposte_eval::Depth;
use riposte_movegen::Move;

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

/// A node whose moves have been searched.
#[derive(Clone, Copy, Debug)]
pub struct SearchedNode<'a> {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether it was searched with an open window.
    pub pv: bool,
    /// Its depth.
    pub depth: Depth,
    /// The move that cut or raised alpha. After a fail low: the one with the highest score,
    /// where the form needs it (see [`Histories::need_every_node`](crate::Histories::need_every_node)).
    pub best: Option<Move>,
    /// The other quiet moves in the order of search; all of them, with the best one, after a
    /// fail low.
    pub quiets: &'a [Move],
    /// The other captures and promotions in the order of search.
    pub noisies: &'a [Move],
}

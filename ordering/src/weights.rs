//! Weights of the histories, and what one update adds to each of them.

use riposte_eval::Depth;
use riposte_params::Lab;

/// A weight of one, in the unit of the tunables.
pub const WEIGHT_UNIT: i32 = 64;

/// Weights of the continuation histories one, two and four plies back in reductions and
/// pruning.
#[inline]
pub fn judge_weights<L: Lab>(lab: &L) -> [i32; 3] {
    [lab.judge_continuation_1(), lab.judge_continuation_2(), lab.judge_continuation_4()]
}

/// Weights of the continuation histories one, two, four and six plies back in move
/// ordering.
#[inline]
pub fn order_weights<L: Lab>(lab: &L) -> [i32; 4] {
    [
        lab.order_continuation_1(),
        lab.order_continuation_2(),
        lab.order_continuation_4(),
        lab.order_continuation_6(),
    ]
}

/// Bonus of the best move of a node.
#[inline]
pub fn bonus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    (lab.bonus_slope() * depth.plies() - lab.bonus_offset()).clamp(0, lab.bonus_max())
}

/// Malus of a move that was tried without success.
#[inline]
pub fn malus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    (lab.malus_slope() * depth.plies() - lab.malus_offset()).clamp(0, lab.malus_max())
}

//! Weights of the histories, and what one update adds.

use crate::depth::Depth;
use crate::params::Lab;

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

/// Shares of the continuation histories one, two, four and six plies back in an update, in
/// 64ths.
#[inline]
pub fn shares<L: Lab>(lab: &L) -> [i32; 4] {
    [WEIGHT_UNIT, lab.cont_share_2(), lab.cont_share_4(), lab.cont_share_6()]
}

/// The update of one move in each quiet history; each has its own range.
#[derive(Clone, Copy, Debug)]
pub struct QuietBonus {
    pub main: i32,
    pub continuation: i32,
    pub pawn: i32,
}

impl QuietBonus {
    /// For the best move of a node.
    #[inline]
    pub fn bonus<L: Lab>(lab: &L, depth: Depth) -> Self {
        let main = bonus(lab, depth);
        let pawn = main * lab.pawn_share() / WEIGHT_UNIT;
        Self { main, continuation: continuation_bonus(lab, depth), pawn }
    }

    /// For a move that was tried without success.
    #[inline]
    pub fn malus<L: Lab>(lab: &L, depth: Depth) -> Self {
        let main = -malus(lab, depth);
        let value = lab.cont_malus_slope() * depth.plies() - lab.cont_malus_offset();
        let continuation = -value.clamp(0, lab.cont_malus_max());
        Self { main, continuation, pawn: main * lab.pawn_share() / WEIGHT_UNIT }
    }
}

/// Bonus of the best move of a node in the continuation histories.
#[inline]
pub fn continuation_bonus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    let value = lab.cont_bonus_slope() * depth.plies() - lab.cont_bonus_offset();
    value.clamp(0, lab.cont_bonus_max())
}

#[inline]
pub fn capture_bonus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    let value = lab.capture_bonus_slope() * depth.plies() - lab.bonus_offset();
    value.clamp(0, lab.bonus_max())
}

#[inline]
pub fn capture_malus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    let value = lab.capture_malus_slope() * depth.plies() - lab.malus_offset();
    value.clamp(0, lab.malus_max())
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

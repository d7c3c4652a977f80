//! The result of a position with best play.

use std::ops::Neg;

/// What the side to move gets with best play on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// It loses.
    Loss,
    /// It would lose, but not within the 50-move rule.
    BlessedLoss,
    /// Neither side can win.
    Draw,
    /// It would win, but not within the 50-move rule.
    CursedWin,
    /// It wins.
    Win,
}

impl Wdl {
    /// All results from loss to win.
    pub const ALL: [Self; 5] =
        [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// The result that files write as this number.
    pub(crate) fn from_index(index: u16) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// The result if the 50-move rule does not hold.
    #[must_use]
    pub fn without_fifty_move_rule(self) -> Self {
        match self {
            Self::BlessedLoss => Self::Loss,
            Self::CursedWin => Self::Win,
            other => other,
        }
    }

    /// -1, 0 or 1 for lost, drawn and won, without regard to the 50-move rule.
    pub fn sign(self) -> i32 {
        match self {
            Self::Loss | Self::BlessedLoss => -1,
            Self::Draw => 0,
            Self::CursedWin | Self::Win => 1,
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    /// The same result as the opponent sees it.
    fn neg(self) -> Self {
        Self::ALL[Self::ALL.len() - 1 - self as usize]
    }
}

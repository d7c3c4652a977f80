//! The value of a position, in a type of its own.

use std::fmt;
use std::ops::{Neg, Sub};

use crate::depth::{Ply, offsets};

/// A value from the point of view of the side to move.
///
/// Unit: hundredths of a pawn as the evaluation counts them. Mate in `n` plies
/// is [`Score::MATE`]` - n`; being mated in `n` plies is the negative of that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// Equality.
    pub const DRAW: Self = Self(0);
    /// Mate on the board, for the side that gives it.
    pub const MATE: Self = Self(32_000);
    /// Above the score of every position.
    pub const INFINITE: Self = Self(32_001);
    /// "No value": outside of the range of values.
    pub const NONE: Self = Self(32_002);
    /// Scores from here to [`Self::MATE`] are mates within [`Ply::MAX`] plies.
    pub const MATE_IN_MAX: Self = Self(Self::MATE.0 - Ply::MAX.number());
    /// Tablebase wins without a known mate: from here down to [`Self::TB_WIN_IN_MAX`] by
    /// the half-moves from the root to the tablebase position, or to the next capture or
    /// pawn move.
    const TB_WIN: Self = Self(Self::MATE_IN_MAX.0 - 1);
    const TB_WIN_IN_MAX: Self = Self(Self::TB_WIN.0 - Ply::MAX.number());
    /// The largest score that is not a proof.
    pub const MAX_HEURISTIC: Self = Self(Self::TB_WIN_IN_MAX.0 - 1);

    /// A score of so many hundredths of a pawn.
    #[inline]
    pub const fn cp(centipawns: i32) -> Self {
        Self(centipawns)
    }

    /// The plain number.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The value of being mated now, `ply` half-moves from the root.
    #[inline]
    pub const fn mated(ply: Ply) -> Self {
        Self(ply.number() - Self::MATE.0)
    }

    /// The value of giving mate at `ply`.
    #[inline]
    pub const fn mating(ply: Ply) -> Self {
        Self(Self::MATE.0 - ply.number())
    }

    /// The score of a tablebase win `ply` half-moves from the root.
    #[inline]
    pub const fn tb_win(ply: Ply) -> Self {
        Self(Self::TB_WIN.0 - ply.number())
    }

    /// Whether a forced mate for either side was found.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_IN_MAX.0
    }

    /// Whether the winner is proved: by a mate or by a tablebase.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::TB_WIN_IN_MAX.0
    }

    /// Whether the side to move has a proved win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::TB_WIN_IN_MAX.0
    }

    /// Whether the side to move has a proved loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::TB_WIN_IN_MAX.0
    }

    /// Half-moves to the tablebase win, negative for a loss; `None` for every other score.
    pub const fn tb_win_in(self) -> Option<i32> {
        if self.is_mate() || !self.is_decisive() {
            None
        } else if self.is_win() {
            Some(Self::TB_WIN.0 - self.0)
        } else {
            Some(-(Self::TB_WIN.0 + self.0))
        }
    }

    /// Moves (not plies) until mate, negative when the side to move is mated;
    /// `None` when no mate was found.
    pub const fn mate_in(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.is_win() {
            Some((Self::MATE.0 - self.0 + 1) / 2)
        } else {
            Some(-(Self::MATE.0 + self.0) / 2)
        }
    }

    /// A heuristic score, clamped below the proved ones.
    #[inline]
    pub fn clamp_heuristic(value: i32) -> Self {
        Self(value.clamp(-Self::MAX_HEURISTIC.0, Self::MAX_HEURISTIC.0))
    }

    /// The score as the TT stores it: mates and tablebase wins are counted from the node
    /// and not from the root.
    #[inline]
    pub const fn to_tt(self, ply: Ply) -> i16 {
        if self.is_win() {
            (self.0 + ply.number()) as i16
        } else if self.is_loss() {
            (self.0 - ply.number()) as i16
        } else {
            self.0 as i16
        }
    }

    /// Reads back a value written by [`Self::to_tt`] at any ply.
    #[inline]
    pub const fn from_tt(stored: i16, ply: Ply) -> Self {
        let score = Self(stored as i32);
        if !score.is_decisive() {
            return score;
        }
        // A proved score stays proved, even if it is too far away to be counted.
        let least = if score.is_mate() { Self::MATE_IN_MAX.0 } else { Self::TB_WIN_IN_MAX.0 };
        let value = score.0.abs() - ply.number();
        let value = if value < least { least } else { value };
        if score.is_win() { Self(value) } else { Self(-value) }
    }

    /// The middle of two scores, for a fail-soft bound that is only half
    /// trusted.
    #[inline]
    pub const fn midpoint(self, other: Self) -> Self {
        Self((self.0 + other.0) / 2)
    }
}

const _: () = assert!(Score::NONE.0 <= i16::MAX as i32);

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

offsets!(Score);

impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mating(Ply::new(1)).mate_in(), Some(1));
        assert_eq!(Score::mating(Ply::new(3)).mate_in(), Some(2));
        assert_eq!(Score::mated(Ply::new(0)).mate_in(), Some(0));
        assert_eq!(Score::mated(Ply::new(2)).mate_in(), Some(-1));
        assert_eq!(Score::cp(31).mate_in(), None);
    }

    #[test]
    fn a_mate_keeps_its_distance_through_the_tt() {
        let at = Ply::new(7);
        for score in [Score::mating(Ply::new(12)), Score::mated(Ply::new(9)), Score::cp(-37)] {
            assert_eq!(Score::from_tt(score.to_tt(at), at), score);
        }
        // Five plies to the mate from the node: found two plies higher, the
        // mate is two plies nearer to the root.
        let stored = Score::mating(Ply::new(12)).to_tt(at);
        assert_eq!(Score::from_tt(stored, Ply::new(5)), Score::mating(Ply::new(10)));
    }

    #[test]
    fn tb_wins_are_neither_mates_nor_heuristic_scores() {
        let at = Ply::new(9);
        for ply in [Ply::ROOT, Ply::new(31), Ply::MAX] {
            let win = Score::tb_win(ply);
            assert!(win.is_win() && (-win).is_loss() && win.is_decisive() && !win.is_mate());
            assert_eq!((win.mate_in(), win.tb_win_in()), (None, Some(ply.number())));
            assert_eq!((-win).tb_win_in(), Some(-ply.number()));
            assert!(win < Score::mating(Ply::MAX) && win > Score::MAX_HEURISTIC);
            // It stays a win through the TT at any distance.
            assert!(Score::from_tt(Score::to_tt(win, Ply::ROOT), at).is_win());
        }
        let win = Score::tb_win(Ply::new(12));
        assert_eq!(Score::from_tt(win.to_tt(at), at), win);
        assert_eq!(Score::from_tt((-win).to_tt(at), at), -win);
        assert!(!Score::MAX_HEURISTIC.is_decisive());
    }
}

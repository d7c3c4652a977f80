//! Bounds of a node's score from a tablebase result.

use riposte_eval::{Ply, Score};
use riposte_syzygy::Wdl;
use riposte_tt::Bound;

use crate::tree::window::Window;

/// The interval that tablebases prove for the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TbBounds {
    least: Score,
    most: Score,
}

impl TbBounds {
    /// Any score is possible.
    pub(crate) const NOTHING: Self =
        Self { least: Score::cp(-Score::INFINITE.raw()), most: Score::INFINITE };

    /// The bounds of a result `ply` half-moves from the root. A win may be a nearer mate.
    /// The small values make a search among draws prefer those in which the opponent needs
    /// the 50-move rule.
    pub(crate) fn from_result(wdl: Wdl, ply: Ply) -> Self {
        match wdl {
            Wdl::Win => Self { least: Score::tb_win(ply), ..Self::NOTHING },
            Wdl::Loss => Self { most: -Score::tb_win(ply), ..Self::NOTHING },
            Wdl::CursedWin => Self::exactly(Score::cp(1)),
            Wdl::Draw => Self::exactly(Score::DRAW),
            Wdl::BlessedLoss => Self::exactly(Score::cp(-1)),
        }
    }

    fn exactly(score: Score) -> Self {
        Self { least: score, most: score }
    }

    /// The score and its bound, if that decides `window`.
    pub(crate) fn decide(self, window: Window) -> Option<(Score, Bound)> {
        if self.least == self.most {
            Some((self.least, Bound::Exact))
        } else if self.least >= window.beta {
            Some((self.least, Bound::Lower))
        } else if self.most <= window.alpha {
            Some((self.most, Bound::Upper))
        } else {
            None
        }
    }

    /// A searched score clamped to the bounds, and its bound if it had to be changed.
    #[inline]
    pub(crate) fn correct(self, score: Score) -> (Score, Option<Bound>) {
        if score < self.least {
            (self.least, Some(Bound::Lower))
        } else if score > self.most {
            (self.most, Some(Bound::Upper))
        } else {
            (score, None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_bound_the_score_and_mates_lie_beyond() {
        let ply = Ply::new(7);
        let won = TbBounds::from_result(Wdl::Win, ply);
        let near = Window::above(Score::cp(300));
        assert_eq!(won.decide(near), Some((Score::tb_win(ply), Bound::Lower)));
        assert_eq!(won.decide(Window::above(Score::mating(Ply::new(20)))), None);
        assert_eq!(won.correct(Score::cp(90)), (Score::tb_win(ply), Some(Bound::Lower)));
        let mate = Score::mating(Ply::new(30));
        assert_eq!(won.correct(mate), (mate, None));

        let lost = TbBounds::from_result(Wdl::Loss, ply);
        assert_eq!(lost.decide(near), Some((-Score::tb_win(ply), Bound::Upper)));
        assert_eq!(lost.correct(Score::DRAW), (-Score::tb_win(ply), Some(Bound::Upper)));
        for wdl in [Wdl::CursedWin, Wdl::Draw, Wdl::BlessedLoss] {
            let score = TbBounds::from_result(wdl, ply).decide(Window::FULL);
            assert!(matches!(score, Some((score, Bound::Exact)) if score.raw().abs() <= 1));
        }
    }
}

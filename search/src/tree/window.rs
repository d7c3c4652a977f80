//! The interval of scores that a search has to resolve.

use std::ops::Neg;

use riposte_eval::Score;

/// Scores above `alpha` and below `beta` are exact; others are bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Every score.
    pub(crate) const FULL: Self = Self { alpha: Score::cp(-32_001), beta: Score::INFINITE };

    /// The null window that tests for more than `alpha`.
    #[inline]
    pub(crate) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The null window that tests for at least `beta`.
    #[inline]
    pub(crate) fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Whether `score` ends the node.
    #[inline]
    pub(crate) fn fails_high(self, score: Score) -> bool {
        score >= self.beta
    }

    /// Whether no score is inside.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Self;

    /// The same window as the opponent sees it.
    #[inline]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

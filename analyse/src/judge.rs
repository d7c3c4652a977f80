//! The winning chance of an evaluation, and how much of it a move lost.
//!
//! Winning chance and accuracy of a move follow the curves that Lichess publishes
//! (lichess.org/page/accuracy), and the thresholds are its own: a loss of 5, 10 or 15
//! percentage points of winning chance. So the numbers can be compared with those
//! of its pages. The WDL that the engine itself prints come from its
//! own games and are steeper.

use serde::Serialize;

use crate::record::ScoreText;

/// The slope of the winning chance over centipawns.
const SLOPE: f64 = 0.003_682_08;

/// What a move costs in winning chance, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// At least 5 points.
    Inaccuracy,
    /// At least 10 points.
    Mistake,
    /// At least 15 points.
    Blunder,
}

impl Judgement {
    /// All, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The name of a move that lost so many percentage points, if it has one.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|judgement| loss >= judgement.threshold())
    }

    fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 5.0,
            Self::Mistake => 10.0,
            Self::Blunder => 15.0,
        }
    }

    /// The numeric annotation glyph: `?!`, `?` or `??`.
    pub fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// The chance to win in per cent, a draw counting half.
pub fn chance(score: ScoreText) -> f64 {
    match score {
        ScoreText::Cp(centipawns) => 100.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp()),
        ScoreText::Mate(moves) => {
            if moves > 0 {
                100.0
            } else {
                0.0
            }
        }
    }
}

/// The accuracy of a move that lost so many percentage points of winning chance, 0 to 100.
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a side from those of its moves: the mean of their average and of their
/// harmonic mean, in which a few bad moves weigh more. `None` without moves.
pub fn side_accuracy(moves: &[f64]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let count = moves.len() as f64;
    let average = moves.iter().sum::<f64>() / count;
    let harmonic = count / moves.iter().map(|accuracy| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some(f64::midpoint(average, harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_follows_the_published_curve() {
        let rounded = |score| (chance(score) * 10.0).round() / 10.0;
        assert_eq!(rounded(ScoreText::Cp(0)), 50.0);
        assert_eq!(rounded(ScoreText::Cp(100)), 59.1);
        assert_eq!(rounded(ScoreText::Cp(-300)), 24.9);
        assert_eq!((chance(ScoreText::Mate(3)), chance(ScoreText::Mate(-3))), (100.0, 0.0));
        assert_eq!(chance(ScoreText::Mate(0)), 0.0, "mated");
    }

    #[test]
    fn a_loss_has_the_name_of_the_highest_threshold_it_reaches() {
        let names = [4.9, 5.0, 9.9, 10.0, 15.0, 100.0].map(Judgement::of);
        use Judgement::{Blunder, Inaccuracy, Mistake};
        let expected = [None, Some(Inaccuracy), Some(Inaccuracy), Some(Mistake)];
        assert_eq!(names[..4], expected);
        assert_eq!(names[4..], [Some(Blunder); 2]);
    }

    #[test]
    fn one_bad_move_costs_more_than_its_share() {
        assert!(accuracy(0.0) > 99.9 && accuracy(100.0) == 0.0);
        assert_eq!(side_accuracy(&[]), None);
        assert_eq!(side_accuracy(&[80.0, 80.0]), Some(80.0));
        assert!(side_accuracy(&[100.0, 20.0]).is_some_and(|accuracy| accuracy < 60.0));
    }
}

//! The sequential probability ratio test: a match goes on until its result is
//! clear, and no longer.
//!
//! It is the generalised test of M. Van den Bergh ("Comments on normalized Elo",
//! "A practical introduction to the GSPRT"): under each hypothesis the five
//! frequencies of pair results are those that explain the counts best among all
//! with the mean score of the hypothesis. No model of draws is needed, and pairs
//! cancel what the opening decides. Bounds are in logistic Elo.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The scores of a pair as shares of its two points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Chance to accept either hypothesis although the other is true.
const ERROR: f64 = 0.05;

/// Stands for a count of zero, so that every likelihood is positive.
const LEAST: f64 = 1e-3;

/// No one measures differences beyond this.
const LARGEST: f64 = 400.0;

/// A test between two differences in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The hypothesis that is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0`, not `elo1`.
    H0,
    /// The difference is `elo1`, not `elo0`.
    H1,
}

/// Why a text is no test.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// Not written as one.
    #[error("not 'gain', 'simplification' or two Elo differences such as 0:4")]
    Form,
    /// The hypotheses have an order.
    #[error("the first Elo difference must be below the second, both within ±400")]
    Unordered,
}

impl Sprt {
    /// For a change that should make the engine stronger.
    pub const GAIN: Self = Self { elo0: 0.0, elo1: 4.0 };

    /// For a change that must not make the engine weaker.
    pub const SIMPLIFICATION: Self = Self { elo0: -4.0, elo1: 0.0 };

    /// The log-likelihood ratio at which H1 is accepted; its negative for H0
    /// (Wald 1945).
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The log-likelihood ratio of H1 to H0 after `pairs`, counted by half points
    /// won.
    pub fn llr(&self, pairs: [u64; 5]) -> f64 {
        let counts = pairs.map(|count| (count as f64).max(LEAST));
        log_likelihood(&counts, expected_score(self.elo1))
            - log_likelihood(&counts, expected_score(self.elo0))
    }

    /// What is accepted after `pairs`, if anything yet.
    pub fn verdict(&self, pairs: [u64; 5]) -> Option<Verdict> {
        let llr = self.llr(pairs);
        if llr >= Self::bound() {
            Some(Verdict::H1)
        } else {
            (llr <= -Self::bound()).then_some(Verdict::H0)
        }
    }
}

/// The likelihood of `counts` if the mean score is `mean`, as a logarithm less
/// that of the likelihood without any condition.
///
/// The frequencies that maximise it are `n_i / (1 + t * (a_i - mean))` for counts
/// `n_i` and scores `a_i`, by Lagrange; `t` gives them the mean.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let tilt = tilt(counts, mean);
    let terms = counts.iter().zip(SCORES);
    terms.map(|(count, score)| -count * (tilt * (score - mean)).ln_1p()).sum()
}

/// The only zero of a falling function between its two poles.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let excess = |tilt: f64| -> f64 {
        let terms = counts.iter().zip(SCORES.map(|score| score - mean));
        terms.map(|(count, off)| count * off / (1.0 + tilt * off)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The score expected with an advantage of `elo`, by the logistic model.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        match text {
            "gain" => return Ok(Self::GAIN),
            "simplification" => return Ok(Self::SIMPLIFICATION),
            _ => {}
        }
        let number = |text: &str| text.parse::<f64>().map_err(|_| SprtError::Form);
        let (elo0, elo1) = text.split_once(':').ok_or(SprtError::Form)?;
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        let is_ordered = -LARGEST <= elo0 && elo0 < elo1 && elo1 <= LARGEST;
        if is_ordered { Ok(Self { elo0, elo1 }) } else { Err(SprtError::Unordered) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "H0 {:+} Elo, H1 {:+} Elo", self.elo0, self.elo1)
    }
}

#[cfg(test)]
mod tests {
    use riposte_trainer::random::Random;

    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn counts_that_favour_no_side_favour_no_hypothesis() {
        for pairs in [[0; 5], [0, 0, 7, 0, 0], [3, 20, 50, 20, 3], [1, 0, 0, 0, 1]] {
            assert!(sprt("-3:3").llr(pairs).abs() < 1e-9, "{pairs:?}");
        }
    }

    #[test]
    fn ratios_are_those_of_another_method() {
        // By Newton's method on all five frequencies and both multipliers at once.
        for (pairs, test, expected) in [
            ([10, 80, 200, 110, 10], "0:4", 0.877_277_091_841),
            ([11, 240, 500, 262, 17], "-4:0", 1.772_818_440_941),
            ([100, 2000, 4600, 2150, 120], "0:4", 3.562_946_153_366),
            ([0, 3, 20, 9, 0], "0:40", 1.483_660_631_899),
            ([300, 0, 0, 0, 200], "-4:0", -1.118_161_845_736),
        ] {
            let llr = sprt(test).llr(pairs);
            assert!((llr - expected).abs() < 1e-9, "{pairs:?}: {llr}");
        }
    }

    #[test]
    fn the_ratio_changes_its_sign_with_the_sides() {
        let pairs = [11, 240, 500, 262, 17];
        let mut turned = pairs;
        turned.reverse();
        let difference = Sprt::GAIN.llr(pairs) + Sprt::SIMPLIFICATION.llr(turned);
        assert!(difference.abs() < 1e-9, "{difference}");
    }

    #[test]
    fn more_points_and_more_pairs_move_the_ratio() {
        let mut last = f64::NEG_INFINITY;
        for won in 0..=100 {
            let llr = Sprt::GAIN.llr([5, 100 - won, 300, 50 + won, 5]);
            assert!(llr > last, "{won}");
            last = llr;
        }
        let once = Sprt::GAIN.llr([10, 80, 200, 110, 10]);
        let twice = Sprt::GAIN.llr([20, 160, 400, 220, 20]);
        assert!(once > 0.0 && (twice - 2.0 * once).abs() < 1e-9);
    }

    #[test]
    fn tests_are_read_and_written() {
        assert_eq!(sprt("gain"), Sprt::GAIN);
        assert_eq!(sprt("simplification"), Sprt::SIMPLIFICATION);
        assert_eq!(sprt("0:4"), Sprt::GAIN);
        assert_eq!(sprt("-1.5:2").to_string(), "H0 -1.5 Elo, H1 +2 Elo");
        for text in ["", "4", "0:", "a:b", "0:4:8", "Gain"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError::Form), "{text}");
        }
        for text in ["4:0", "0:0", "0:1000", "NaN:4", "0:inf"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError::Unordered), "{text}");
        }
    }

    /// Share of 1,000 matches that accept H1 if the difference is `elo`.
    fn accepted(sprt: Sprt, elo: f64) -> f64 {
        let mut random = Random::stream(4, elo.to_bits());
        // A pair of games with 40 % draws that share nothing but the strength.
        let win = expected_score(elo) - 0.2;
        let mut game = || {
            let draw = random.chance(0.4);
            if draw { 1 } else { 2 * usize::from(random.chance(win / 0.6)) }
        };
        let mut one = || {
            let mut pairs = [0; 5];
            loop {
                pairs[game() + game()] += 1;
                if let Some(verdict) = sprt.verdict(pairs) {
                    return verdict;
                }
            }
        };
        (0..1000).filter(|_| one() == Verdict::H1).count() as f64 / 1000.0
    }

    #[test]
    fn the_true_hypothesis_is_accepted_in_19_of_20_matches() {
        let sprt = sprt("0:40");
        let (wrong, right) = (accepted(sprt, 0.0), accepted(sprt, 40.0));
        assert!((0.025..0.065).contains(&wrong), "{wrong}");
        assert!((0.935..0.975).contains(&right), "{right}");
        let between = accepted(sprt, 20.0);
        assert!((0.4..0.6).contains(&between), "{between}");
    }
}

//! How far scores and reference scores agree.

use std::cmp::Ordering;

/// Centipawns of the reference for an expected score of `1 / (1 + 1/e)`, 0.73. It is
/// fixed, so that errors compare between evaluations, and fits modern engines, which
/// call it one pawn when every second game is won.
pub const REFERENCE_SCALE: f64 = 138.0;

/// Least and greatest scale that [`Agreement::new`] tries.
const SCALES: (f64, f64) = (10.0, 10_000.0);

/// A position's score and reference score in centipawns for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub score: f64,
    pub reference: f64,
}

impl Pair {
    /// Squared difference in expected score if the evaluation has this scale.
    pub fn squared_error(self, scale: f64) -> f64 {
        (sigmoid(self.score / scale) - sigmoid(self.reference / REFERENCE_SCALE)).powi(2)
    }
}

/// Agreement of an evaluation with the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Centipawns of the evaluation that fit [`REFERENCE_SCALE`] of the reference
    /// best.
    pub scale: f64,
    /// Root mean square difference in expected score, 0 to 1, at that scale.
    pub error: f64,
    /// Spearman's rank correlation, -1 to 1.
    pub rank_correlation: f64,
}

impl Agreement {
    /// The agreement of all pairs.
    pub fn new(pairs: &[Pair]) -> Self {
        let scale = best_scale(pairs);
        Self { scale, error: error(pairs, scale), rank_correlation: rank_correlation(pairs) }
    }
}

/// Expected score of a value in units of the scale.
pub fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// Root mean square difference in expected score; 0 without pairs.
pub fn error(pairs: &[Pair], scale: f64) -> f64 {
    let sum: f64 = pairs.iter().map(|pair| pair.squared_error(scale)).sum();
    (sum / pairs.len().max(1) as f64).sqrt()
}

/// The scale with the least error, by golden-section search over its logarithm.
fn best_scale(pairs: &[Pair]) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
    let at = |logarithm: f64| error(pairs, logarithm.exp());
    while high - low > 1e-4 {
        let step = golden * (high - low);
        if at(high - step) <= at(low + step) { high = low + step } else { low = high - step }
    }
    f64::midpoint(low, high).exp()
}

/// Pearson's correlation of the ranks; equal values share their mean rank (Spearman
/// 1904). 0 if either side has one value only.
fn rank_correlation(pairs: &[Pair]) -> f64 {
    let scores = ranks(pairs.iter().map(|pair| pair.score).collect());
    let references = ranks(pairs.iter().map(|pair| pair.reference).collect());
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let (mut both, mut left, mut right) = (0.0, 0.0, 0.0);
    for (a, b) in scores.into_iter().zip(references) {
        both += (a - mean) * (b - mean);
        left += (a - mean).powi(2);
        right += (b - mean).powi(2);
    }
    if left * right == 0.0 { 0.0 } else { both / (left * right).sqrt() }
}

/// The ranks of values, from 1.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for equals in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]) == Ordering::Equal) {
        let first = order.partition_point(|&it| values[it] < values[equals[0]]);
        let rank = first as f64 + (equals.len() as f64 + 1.0) / 2.0;
        equals.iter().for_each(|&it| ranks[it] = rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(values: &[(f64, f64)]) -> Vec<Pair> {
        values.iter().map(|&(score, reference)| Pair { score, reference }).collect()
    }

    #[test]
    fn another_unit_is_no_error() {
        let half: Vec<_> = (-20..=20).map(|x| (f64::from(x) * 25.0, f64::from(x) * 50.0)).collect();
        let agreement = Agreement::new(&pairs(&half));
        assert!((agreement.scale / (REFERENCE_SCALE / 2.0) - 1.0).abs() < 1e-3, "{agreement:?}");
        assert!(agreement.error < 1e-4, "{agreement:?}");
        assert!((agreement.rank_correlation - 1.0).abs() < 1e-12, "{agreement:?}");
    }

    #[test]
    fn an_evaluation_that_knows_nothing_expects_a_draw() {
        let agreement = Agreement::new(&pairs(&[(0.0, REFERENCE_SCALE), (0.0, -REFERENCE_SCALE)]));
        let expected = sigmoid(1.0) - 0.5;
        assert!((agreement.error - expected).abs() < 1e-12, "{agreement:?}");
        assert_eq!(agreement.rank_correlation, 0.0);
    }

    #[test]
    fn equal_values_share_a_rank() {
        assert_eq!(ranks(vec![5.0, -1.0, 5.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
        let reversed = pairs(&[(1.0, 9.0), (2.0, 4.0), (3.0, -7.0)]);
        assert!((rank_correlation(&reversed) + 1.0).abs() < 1e-12);
    }
}

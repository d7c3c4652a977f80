//! Linear algebra of a few dozen unknowns, and the regression that needs it.

/// The sum of the products.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a symmetric, positive definite matrix, by Gauss and Jordan.
pub fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let width = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..width).map(|j| f64::from(u8::from(i == j))));
    }
    for pivot in 0..width {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value *= scale);
        let reference = matrix[pivot].clone();
        for (i, row) in matrix.iter_mut().enumerate() {
            if i != pivot {
                let factor = row[pivot];
                row.iter_mut().zip(&reference).for_each(|(value, of)| *value -= factor * of);
            }
        }
    }
    matrix.into_iter().map(|row| row[width..].to_vec()).collect()
}

/// A small pull of all effects to zero, so that a factor without variation does no harm.
const RIDGE: f64 = 1e-6;

/// What each factor adds to the outcome of a trial.
#[derive(Clone, Debug)]
pub struct Effects {
    /// By factor.
    pub values: Vec<f64>,
    /// Standard error of each value.
    pub errors: Vec<f64>,
}

/// The effects that explain `outcomes` best, by least squares. A row of `trials` says for
/// each factor how much of it there was.
pub fn least_squares(trials: &[Vec<f64>], outcomes: &[f64]) -> Effects {
    let width = trials.first().map_or(0, Vec::len);
    let mut products = vec![vec![0.0; width]; width];
    let mut sums = vec![0.0; width];
    (0..width).for_each(|i| products[i][i] = RIDGE);
    for (trial, outcome) in trials.iter().zip(outcomes) {
        for (i, row) in products.iter_mut().enumerate() {
            sums[i] += trial[i] * outcome;
            row.iter_mut().zip(trial).for_each(|(sum, value)| *sum += trial[i] * value);
        }
    }
    let inverse = invert(products);
    let values: Vec<f64> = inverse.iter().map(|row| dot(row, &sums)).collect();
    let squares = trials.iter().zip(outcomes).map(|(trial, it)| (it - dot(trial, &values)).powi(2));
    let freedom = trials.len().saturating_sub(width).max(1) as f64;
    let variance = squares.sum::<f64>() / freedom;
    let errors = (0..width).map(|i| (variance * inverse[i][i]).max(0.0).sqrt()).collect();
    Effects { values, errors }
}

#[cfg(test)]
mod tests {
    use riposte_trainer::random::Random;

    use super::*;

    #[test]
    fn an_effect_is_found_beside_a_large_one() {
        let truth = [3.0, -0.5, 0.0];
        let mut random = Random::stream(9, 0);
        let mut coin = || if random.chance(0.5) { 1.0 } else { -1.0 };
        let trials: Vec<Vec<f64>> = (0..2_000).map(|_| vec![coin(), coin(), coin()]).collect();
        let outcomes: Vec<f64> = trials.iter().map(|trial| dot(trial, &truth) + coin()).collect();
        let Effects { values, errors } = least_squares(&trials, &outcomes);
        for ((value, error), wanted) in values.iter().zip(&errors).zip(truth) {
            // The error is that of the noise alone, 1 / sqrt(2,000).
            assert!((error - 0.0224).abs() < 0.002, "{errors:?}");
            assert!((value - wanted).abs() < 4.0 * error, "{values:?}");
        }
    }

    #[test]
    fn no_trials_have_no_effects() {
        assert!(least_squares(&[], &[]).values.is_empty());
    }
}

//! Logistic regression by Newton's method.

use crate::linear::{dot, invert};

/// Rounds of Newton's method; it converges in fewer.
const ROUNDS: usize = 30;

/// A small pull of all weights to zero, so that columns without variation do no harm.
const RIDGE: f64 = 1e-6;

/// A fitted model: the logarithm of the odds is the sum of weights times values.
#[derive(Clone, Debug)]
pub struct Fit {
    /// By column.
    pub weights: Vec<f64>,
    /// Standard error of each weight.
    pub errors: Vec<f64>,
    /// Mean negative log-likelihood of a row.
    pub loss: f64,
}

impl Fit {
    /// The logarithm of the odds of a row.
    pub fn odds(&self, row: &[f64]) -> f64 {
        self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum()
    }
}

/// Fits `rows` of equal length to what happened. A column of ones is the caller's.
pub fn fit(rows: &[Vec<f64>], happened: &[bool]) -> Fit {
    let width = rows.first().map_or(0, Vec::len);
    let mut weights = vec![0.0; width];
    let mut inverse = Vec::new();
    for _ in 0..ROUNDS {
        let (gradient, hessian) = derivatives(rows, happened, &weights);
        inverse = invert(hessian);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let errors = (0..width).map(|i| inverse[i][i].max(0.0).sqrt()).collect();
    let mut fit = Fit { weights, errors, loss: 0.0 };
    let terms = rows.iter().zip(happened).map(|(row, &happened)| {
        let odds = fit.odds(row);
        (if happened { -odds } else { odds }).exp().ln_1p()
    });
    fit.loss = terms.sum::<f64>() / rows.len().max(1) as f64;
    fit
}

/// The gradient of the log-likelihood and its negative second derivatives.
fn derivatives(rows: &[Vec<f64>], happened: &[bool], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let width = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    let mut hessian = vec![vec![0.0; width]; width];
    for (i, row) in hessian.iter_mut().enumerate() {
        row[i] = RIDGE;
    }
    for (row, &happened) in rows.iter().zip(happened) {
        let chance = 1.0 / (1.0 + (-dot(row, weights)).exp());
        let difference = f64::from(u8::from(happened)) - chance;
        let variance = chance * (1.0 - chance);
        for (i, second) in hessian.iter_mut().enumerate() {
            gradient[i] += difference * row[i];
            let scaled = variance * row[i];
            second.iter_mut().zip(row).for_each(|(sum, value)| *sum += scaled * value);
        }
    }
    (gradient, hessian)
}

#[cfg(test)]
mod tests {
    use riposte_trainer::random::Random;

    use super::*;

    #[test]
    fn known_weights_are_found_again() {
        let truth = [-1.5, 0.8, -0.3];
        let mut random = Random::stream(5, 0);
        let mut uniform = || (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let rows: Vec<Vec<f64>> =
            (0..40_000).map(|_| vec![1.0, 4.0 * uniform() - 2.0, 6.0 * uniform()]).collect();
        let happened: Vec<bool> =
            rows.iter().map(|row| uniform() < 1.0 / (1.0 + (-dot(row, &truth)).exp())).collect();
        let fit = fit(&rows, &happened);
        for ((found, error), wanted) in fit.weights.iter().zip(&fit.errors).zip(truth) {
            assert!(*error > 0.0 && *error < 0.05, "{fit:?}");
            assert!((found - wanted).abs() < 4.0 * error, "{fit:?}");
        }
    }

    #[test]
    fn a_column_without_variation_gets_no_weight() {
        let rows = vec![vec![1.0, 0.0], vec![1.0, 0.0], vec![1.0, 0.0], vec![1.0, 0.0]];
        let fit = fit(&rows, &[true, false, false, false]);
        assert!((fit.weights[0] - (1.0_f64 / 3.0).ln()).abs() < 1e-3, "{fit:?}");
        assert_eq!(fit.weights[1], 0.0);
    }
}

//! Rounding the weights of the first hidden layer so that their errors cancel.
//!
//! A weight has only 255 values, and each of the 2 H errors of a sum is multiplied by the
//! activation of its neuron. Activations go together, so rounding some weights to the value
//! that is not the nearest makes the error of the sum smaller. So does what the layer reads
//! of the activations, bytes: their errors are part of that of the sum. What counts is the
//! variance of that error, each sample weighted by the square of what the sum does to its output;
//! the mean is taken out of the bias. (Hubara et al., "Accurate Post Training
//! Quantization With Small Calibration Sets", 2021, describe such rounding by samples.)

use std::thread;

use parking_lot::Mutex;
use riposte_nnue::BUCKETS;

use crate::network::layers::{FIRST_WEIGHT_UNIT, SETS};
use crate::network::model::Model;
use crate::samples::batch::Batch;
use crate::samples::sample::Sample;

/// The most samples of a bucket that are looked at.
const SAMPLES: usize = 16_384;

/// The largest weight, in units of the integers.
const LARGEST: f32 = 127.0;

/// Visits to each weight. Later ones change next to nothing.
const PASSES: usize = 4;

/// Moves the weights of the first hidden layer to values that integers can have. The number of
/// threads changes nothing.
pub fn round_weights(model: &mut Model, samples: &[Sample], threads: usize) {
    let size = 2 * model.hidden;
    for bucket in 0..BUCKETS {
        let seen = Seen::of_bucket(bucket, model, samples);
        if seen.bytes.is_empty() {
            continue;
        }
        let sets = &mut model.outputs[bucket * SETS * size..][..SETS * size];
        let neurons: Vec<_> = sets[size..].chunks_exact_mut(size).enumerate().collect();
        in_parallel(neurons, threads, |(neuron, weights)| {
            let importances = seen.importances(neuron);
            let covariance = Covariance::of(&seen.bytes, &importances, size);
            let rounded = covariance.round(weights, &seen.with_error(weights, &importances));
            weights.copy_from_slice(&rounded);
        });
    }
}

/// How much an error of a sum counts in a sample: as the square of what it does to the output,
/// and next to nothing where it does nothing, so that all samples count alike for a neuron that
/// is clipped in all of them.
pub fn importance(slope: f32) -> f64 {
    f64::from(slope).powi(2) + 1e-20
}

/// Does the work for all items, each on one of the threads.
fn in_parallel<T: Send>(items: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(item) = items.lock().pop() else { return };
                    work(item);
                }
            });
        }
    });
}

/// Activations of the accumulators for some samples, in the same order.
#[derive(Default)]
struct Seen {
    exact: Vec<Vec<f32>>,
    /// What the first hidden layer reads of them.
    bytes: Vec<Vec<f32>>,
    /// How the output grows with each sum of the first hidden layer.
    slopes: Vec<[f32; SETS]>,
}

impl Seen {
    fn of_bucket(bucket: usize, model: &Model, samples: &[Sample]) -> Self {
        let mut seen = Self::default();
        for sample in samples.iter().filter(|sample| sample.bucket() == bucket).take(SAMPLES) {
            let mut batch = Batch::with_capacity(1);
            sample.unpack(&mut batch);
            let inputs = batch.inputs(0);
            seen.bytes.push(model.activations(inputs, byte_activation));
            seen.exact.push(model.activations(inputs, |clipped| clipped * clipped));
            seen.slopes.push(model.slopes(inputs, bucket));
        }
        seen
    }

    /// The importance of each sample for the sum of a neuron, 1 on average.
    fn importances(&self, neuron: usize) -> Vec<f32> {
        let all: Vec<f64> =
            self.slopes.iter().map(|slopes| importance(slopes[1 + neuron])).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        all.into_iter().map(|importance| (importance / mean) as f32).collect()
    }

    /// The covariance of each byte with the error of the weighted sum of all bytes.
    fn with_error(&self, weights: &[f32], importances: &[f32]) -> Vec<f32> {
        let errors: Vec<f32> = self
            .bytes
            .iter()
            .zip(&self.exact)
            .map(|(bytes, exact)| {
                let pairs = bytes.iter().zip(exact).zip(weights);
                pairs.map(|((byte, exact), weight)| (byte - exact) * weight).sum()
            })
            .collect();
        let total = errors.len().max(1) as f32;
        let mean = errors
            .iter()
            .zip(importances)
            .map(|(error, importance)| error * importance)
            .sum::<f32>()
            / total;
        let mut covariances = vec![0.0; weights.len()];
        for ((bytes, error), importance) in self.bytes.iter().zip(&errors).zip(importances) {
            add_scaled(&mut covariances, importance * (error - mean) / total, bytes);
        }
        covariances
    }
}

/// How activations vary together.
struct Covariance {
    size: usize,
    /// `[size][size]`.
    values: Vec<f32>,
}

impl Covariance {
    /// `importances` are 1 on average.
    fn of(samples: &[Vec<f32>], importances: &[f32], size: usize) -> Self {
        let total = samples.len().max(1) as f32;
        let mut means = vec![0.0; size];
        let mut values = vec![0.0; size * size];
        let pairs = samples.iter().zip(importances);
        for (sample, importance) in pairs.filter(|(_, importance)| **importance > f32::EPSILON) {
            let share = importance / total;
            add_scaled(&mut means, share, sample);
            for (row, &activation) in values.chunks_exact_mut(size).zip(sample) {
                if activation != 0.0 {
                    add_scaled(row, share * activation, sample);
                }
            }
        }
        for (row, &mean) in values.chunks_exact_mut(size).zip(&means) {
            add_scaled(row, -mean, &means);
        }
        let mut covariance = Self { size, values };
        let squares: f32 = importances.iter().map(|importance| importance * importance).sum();
        covariance.shrink(total * total / squares.max(1.0));
        covariance
    }

    /// Few samples make activations look more alike than they are: adds to their own
    /// variances, the less the more samples there are.
    fn shrink(&mut self, samples: f32) {
        let size = self.size;
        let mean = self.values.iter().step_by(size + 1).sum::<f32>() / size as f32;
        let more = mean * size as f32 / samples;
        self.values.iter_mut().step_by(size + 1).for_each(|variance| *variance += more);
    }

    fn row(&self, number: usize) -> &[f32] {
        &self.values[number * self.size..][..self.size]
    }

    /// The weights as multiples of the unit. Each is first rounded to the nearest; then those
    /// are moved to the other neighbour whose move makes the variance of the sum's error less.
    /// `with_error` is what that error is to begin with; see [`Seen::with_error`].
    fn round(&self, weights: &[f32], with_error: &[f32]) -> Vec<f32> {
        let exact: Vec<f32> = weights.iter().map(|weight| weight * FIRST_WEIGHT_UNIT).collect();
        let mut rounded: Vec<f32> =
            exact.iter().map(|weight| weight.round().clamp(-LARGEST, LARGEST)).collect();
        // Half the slope of the variance by each weight.
        let mut slopes: Vec<f32> =
            with_error.iter().map(|value| value * FIRST_WEIGHT_UNIT).collect();
        for (number, (rounded, exact)) in rounded.iter().zip(&exact).enumerate() {
            add_scaled(&mut slopes, rounded - exact, self.row(number));
        }
        for _ in 0..PASSES {
            for number in 0..self.size {
                let step = if rounded[number] > exact[number] { -1.0 } else { 1.0 };
                let is_less = 2.0 * step * slopes[number] + self.row(number)[number] < 0.0;
                if is_less && (rounded[number] + step).abs() <= LARGEST {
                    rounded[number] += step;
                    add_scaled(&mut slopes, step, self.row(number));
                }
            }
        }
        rounded.iter().map(|weight| weight / FIRST_WEIGHT_UNIT).collect()
    }
}

fn add_scaled(to: &mut [f32], factor: f32, values: &[f32]) {
    to.iter_mut().zip(values).for_each(|(to, value)| *to += factor * value);
}

/// The square of a clipped value as the first hidden layer reads it: 128ths, at most 127.
pub fn byte_activation(clipped: f32) -> f32 {
    (clipped * clipped * 128.0).round().min(127.0) / 128.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Activations that go together in groups, and some that are always zero.
    fn samples(count: usize, size: usize, random: &mut Random) -> Vec<Vec<f32>> {
        let sample = |random: &mut Random| {
            let groups: [f32; 4] = std::array::from_fn(|_| 0.5 + random.within(0.5));
            (0..size)
                .map(|i| if i % 8 == 7 { 0.0 } else { groups[i % 4] + random.within(0.1) })
                .collect()
        };
        (0..count).map(|_| sample(random)).collect()
    }

    /// Those samples with bytes that are all too small.
    fn seen(samples: Vec<Vec<f32>>) -> Seen {
        let bytes = samples.iter().map(|sample| sample.iter().map(|a| 0.97 * a).collect());
        let slopes = vec![[1.0; SETS]; samples.len()];
        Seen { bytes: bytes.collect(), exact: samples, slopes }
    }

    /// The variance of what the sum over the activations is off by.
    fn variance(seen: &Seen, exact: &[f32], rounded: &[f32]) -> f64 {
        let sum = |sample: &[f32], weights: &[f32]| -> f64 {
            sample.iter().zip(weights).map(|(a, w)| f64::from(a * w)).sum()
        };
        let pairs = seen.bytes.iter().zip(&seen.exact);
        let errors: Vec<f64> =
            pairs.map(|(bytes, sample)| sum(bytes, rounded) - sum(sample, exact)).collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / errors.len() as f64
    }

    #[test]
    fn errors_cancel_in_samples_that_were_not_seen() {
        let (size, mut random) = (64, Random::stream(3, 1));
        let known = seen(samples(1000, size, &mut random));
        let unseen = seen(samples(1000, size, &mut random));
        let weights: Vec<f32> = (0..size).map(|_| random.within(0.9)).collect();
        let nearest: Vec<f32> =
            weights.iter().map(|w| (w * FIRST_WEIGHT_UNIT).round() / FIRST_WEIGHT_UNIT).collect();
        let importances = known.importances(0);
        let covariance = Covariance::of(&known.bytes, &importances, size);
        let rounded = covariance.round(&weights, &known.with_error(&weights, &importances));
        let by_weights = covariance.round(&weights, &vec![0.0; size]);
        for ((weight, nearest), rounded) in weights.iter().zip(&nearest).zip(&rounded) {
            assert!((rounded - weight).abs() < 1.0 / FIRST_WEIGHT_UNIT);
            assert_eq!((rounded * FIRST_WEIGHT_UNIT).fract(), 0.0);
            assert!((rounded - nearest).abs() <= 1.0 / FIRST_WEIGHT_UNIT);
        }
        let [by_nearest, by_weights, by_all] =
            [&nearest, &by_weights, &rounded].map(|rounded| variance(&unseen, &weights, rounded));
        assert!(by_weights < by_nearest, "{by_weights} {by_nearest}");
        assert!(by_all < 0.5 * by_weights, "{by_all} {by_weights}");
    }

    #[test]
    fn samples_count_as_the_square_of_what_they_do() {
        let (size, mut random) = (64, Random::stream(3, 2));
        let weights: Vec<f32> = (0..size).map(|_| random.within(0.9)).collect();
        let mut known = seen(samples(1000, size, &mut random));
        // Half of the samples do nothing to the output.
        let is_flat = |number: usize| number.is_multiple_of(2);
        for (number, slopes) in known.slopes.iter_mut().enumerate() {
            slopes[1] = if is_flat(number) { 0.0 } else { -3.0 };
        }
        let importances = known.importances(0);
        for (number, importance) in importances.iter().enumerate() {
            let expected = if is_flat(number) { 0.0 } else { 2.0 };
            assert!((importance - expected).abs() < 1e-6, "{number}: {importance}");
        }
        let half = |of: &Vec<Vec<f32>>| of.iter().skip(1).step_by(2).cloned().collect();
        let others = Seen {
            bytes: half(&known.bytes),
            exact: half(&known.exact),
            slopes: vec![[1.0; SETS]; 500],
        };
        let [weighted, alone] = [(&known, importances), (&others, others.importances(0))].map(
            |(seen, importances): (&Seen, Vec<f32>)| {
                let covariance = Covariance::of(&seen.bytes, &importances, size);
                covariance.round(&weights, &seen.with_error(&weights, &importances))
            },
        );
        assert_eq!(weighted, alone);
    }

    #[test]
    fn without_samples_the_nearest_is_taken() {
        let weights = [0.3, -0.7, 2.0, -1.0];
        let rounded = Covariance::of(&[], &[], 4).round(&weights, &[0.0; 4]);
        assert_eq!(rounded, [38.0 / 128.0, -90.0 / 128.0, 127.0 / 128.0, -127.0 / 128.0]);
    }
}

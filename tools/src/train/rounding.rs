//! Rounding the weights of the first hidden layer so that their errors cancel.
//!
//! A weight has only 255 values, and each of the 2 H errors of a sum is multiplied by the
//! activation of its neuron. Activations go together, so rounding some weights to the value
//! that is not the nearest makes the error of the sum smaller. So does what the layer reads
//! of the activations, bytes: their errors are part of that of the sum. What counts is the
//! variance of that error, each sample weighted by the square of what the sum does to its output;
//! the mean is taken out of the bias. (Hubara et al., "Accurate Post Training
//! Quantization With Small Calibration Sets", 2021, describe such rounding by samples.)

use std::num::NonZero;
use std::thread;

use parking_lot::Mutex;
use riposte_nnue::BUCKETS;

use super::batch::Batch;
use super::layers::{FIRST_WEIGHT_UNIT, SETS};
use super::model::Model;
use super::quantise::byte_activation;
use super::sample::Sample;

/// The most samples of a bucket that are looked at.
const SAMPLES: usize = 16_384;

/// The largest weight, in units of the integers.
const LARGEST: f32 = 127.0;

/// Visits to each weight. Later ones change next to nothing.
const PASSES: usize = 4;

/// Moves the weights of the first hidden layer to values that integers can have.
pub fn round_weights(model: &mut Model, samples: &[Sample]) {
    let size = 2 * model.hidden;
    for bucket in 0..BUCKETS {
        let seen = Seen::of_bucket(bucket, model, samples);
        if seen.bytes.is_empty() {
            continue;
        }
        let sets = &mut model.outputs[bucket * SETS * size..][..SETS * size];
        let neurons: Vec<_> = sets[size..].chunks_exact_mut(size).enumerate().collect();
        in_parallel(neurons, |(neuron, weights)| {
            let counts = seen.counts(neuron);
            let covariance = Covariance::of(&seen.bytes, &counts, size);
            let rounded = covariance.round(weights, &seen.with_error(weights, &counts));
            weights.copy_from_slice(&rounded);
        });
    }
}

/// Does the work for all items on as many threads as the machine has cores.
fn in_parallel<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
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

    /// How much an error of a neuron's sum counts in each sample: as the square of what it does
    /// to the output, 1 on average.
    fn counts(&self, neuron: usize) -> Vec<f32> {
        let squares: Vec<f32> =
            self.slopes.iter().map(|slopes| slopes[1 + neuron] * slopes[1 + neuron]).collect();
        let mean = squares.iter().sum::<f32>() / squares.len().max(1) as f32;
        if mean == 0.0 {
            return vec![1.0; squares.len()];
        }
        squares.into_iter().map(|square| square / mean).collect()
    }

    /// The covariance of each byte with the error of the weighted sum of all bytes.
    fn with_error(&self, weights: &[f32], counts: &[f32]) -> Vec<f32> {
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
        let mean =
            errors.iter().zip(counts).map(|(error, count)| error * count).sum::<f32>() / total;
        let mut covariances = vec![0.0; weights.len()];
        for ((bytes, error), count) in self.bytes.iter().zip(&errors).zip(counts) {
            add_scaled(&mut covariances, count * (error - mean) / total, bytes);
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
    /// `counts` are 1 on average.
    fn of(samples: &[Vec<f32>], counts: &[f32], size: usize) -> Self {
        let total = samples.len().max(1) as f32;
        let mut means = vec![0.0; size];
        let mut values = vec![0.0; size * size];
        for (sample, count) in samples.iter().zip(counts).filter(|(_, count)| **count > 0.0) {
            let share = count / total;
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
        let squares: f32 = counts.iter().map(|count| count * count).sum();
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
        let counts = known.counts(0);
        let covariance = Covariance::of(&known.bytes, &counts, size);
        let rounded = covariance.round(&weights, &known.with_error(&weights, &counts));
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
        let counts = known.counts(0);
        assert!((0..1000).all(|number| counts[number] == if is_flat(number) { 0.0 } else { 2.0 }));
        let half = |of: &Vec<Vec<f32>>| of.iter().skip(1).step_by(2).cloned().collect();
        let others = Seen {
            bytes: half(&known.bytes),
            exact: half(&known.exact),
            slopes: vec![[1.0; SETS]; 500],
        };
        let [weighted, alone] = [(&known, counts), (&others, others.counts(0))].map(
            |(seen, counts): (&Seen, Vec<f32>)| {
                let covariance = Covariance::of(&seen.bytes, &counts, size);
                covariance.round(&weights, &seen.with_error(&weights, &counts))
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

//! The hidden layers of a bucket, behind the accumulators.

use riposte_nnue::{FIRST, SECOND};

/// One unit of a weight of the first layer in the integers of the engine.
pub const FIRST_WEIGHT_UNIT: f32 = 128.0;

/// Sums over the accumulators that a bucket has: its direct output, then the first layer.
pub const SETS: usize = 1 + FIRST;

/// The parameters of one bucket that do not belong to a neuron of the accumulators, or what
/// the optimiser stores about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// Added to the output.
    pub bias: f32,
    /// Of the first layer.
    pub first_biases: [f32; FIRST],
    /// From the first layer to the second.
    pub second_weights: [[f32; SECOND]; FIRST],
    /// Of the second layer.
    pub second_biases: [f32; SECOND],
    /// From the second layer to the output.
    pub output_weights: [f32; SECOND],
}

/// What a backward pass needs of the forward pass.
#[derive(Clone, Copy, Debug)]
pub struct Activations {
    first: [f32; FIRST],
    second: [f32; SECOND],
}

impl Layers {
    /// All zero.
    pub const ZERO: Self = Self {
        bias: 0.0,
        first_biases: [0.0; FIRST],
        second_weights: [[0.0; SECOND]; FIRST],
        second_biases: [0.0; SECOND],
        output_weights: [0.0; SECOND],
    };

    /// Where training starts: biases inside the open part of the activation, and small
    /// weights of the output, so that the direct output decides at first. `uniform` draws a
    /// number within a limit.
    pub fn random(mut uniform: impl FnMut(f32) -> f32) -> Self {
        Self {
            bias: 0.0,
            first_biases: [0.3; FIRST],
            second_weights: std::array::from_fn(|_| std::array::from_fn(|_| uniform(0.4))),
            second_biases: [0.2; SECOND],
            output_weights: std::array::from_fn(|_| uniform(0.1)),
        }
    }

    /// The output of the bucket for the `sums` over the accumulators.
    #[inline]
    pub fn forward(&self, sums: &[f32; SETS]) -> (f32, Activations) {
        let first: [f32; FIRST] = std::array::from_fn(|k| clip(sums[1 + k] + self.first_biases[k]));
        let mut second = self.second_biases;
        for (value, weights) in first.iter().zip(&self.second_weights) {
            add_scaled(&mut second, value * value, weights);
        }
        second = second.map(clip);
        let squares = second.map(|value| value * value);
        let output = sums[0] + self.bias + dot(&squares, &self.output_weights);
        (output, Activations { first, second })
    }

    /// Adds to `gradients` those of the parameters and returns those of the sums over the
    /// accumulators, given the `slope` of the loss by the output.
    #[inline]
    pub fn backward(
        &self,
        slope: f32,
        activations: &Activations,
        gradients: &mut Self,
    ) -> [f32; SETS] {
        let Activations { first, second } = activations;
        gradients.bias += slope;
        let mut by_second = [0.0; SECOND];
        for m in 0..SECOND {
            gradients.output_weights[m] += slope * second[m] * second[m];
            by_second[m] = slope * self.output_weights[m] * open(second[m]);
            gradients.second_biases[m] += by_second[m];
        }
        let mut by_sums = [slope; SETS];
        for k in 0..FIRST {
            add_scaled(&mut gradients.second_weights[k], first[k] * first[k], &by_second);
            by_sums[1 + k] = dot(&self.second_weights[k], &by_second) * open(first[k]);
            gradients.first_biases[k] += by_sums[1 + k];
        }
        by_sums
    }

    /// All parameters.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        std::iter::once(self.bias)
            .chain(self.first_biases)
            .chain(self.second_weights.as_flattened().iter().copied())
            .chain(self.second_biases)
            .chain(self.output_weights)
    }

    /// As [`Self::values`], to be written.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        std::iter::once(&mut self.bias)
            .chain(&mut self.first_biases)
            .chain(self.second_weights.as_flattened_mut())
            .chain(&mut self.second_biases)
            .chain(&mut self.output_weights)
    }
}

#[inline(always)]
fn clip(value: f32) -> f32 {
    value.clamp(0.0, 1.0)
}

/// The slope of the squared clipped activation of a clipped value.
#[inline(always)]
fn open(clipped: f32) -> f32 {
    if clipped > 0.0 && clipped < 1.0 { 2.0 * clipped } else { 0.0 }
}

/// Sum of products. Halves are added to each other, which registers of any width can do.
#[inline(always)]
fn dot(values: &[f32; SECOND], weights: &[f32; SECOND]) -> f32 {
    let mut totals: [f32; SECOND] = std::array::from_fn(|i| values[i] * weights[i]);
    for width in [16, 8, 4, 2, 1] {
        let (left, right) = totals.split_at_mut(width);
        left.iter_mut().zip(right).for_each(|(left, right)| *left += *right);
    }
    totals[0]
}

#[inline(always)]
fn add_scaled<const N: usize>(to: &mut [f32; N], factor: f32, values: &[f32; N]) {
    for i in 0..N {
        to[i] += factor * values[i];
    }
}

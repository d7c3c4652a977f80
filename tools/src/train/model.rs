//! The parameters of a network in the order of its file, as floats.

use riposte_nnue::{AnyNetwork, BUCKETS, INPUTS, PLACES, QA, QB, UNIT};

use super::factors;
use crate::random::Random;

/// One number for every parameter: the parameters themselves or what the
/// optimiser stores about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Hidden neurons per side.
    pub hidden: usize,
    /// `[INPUTS][hidden]`, as factors; see [`factors`].
    pub features: Vec<f32>,
    /// `[hidden]`.
    pub biases: Vec<f32>,
    /// `[BUCKETS][2][hidden]`, own half first.
    pub outputs: Vec<f32>,
    /// One per bucket.
    pub output_biases: [f32; BUCKETS],
}

impl Model {
    /// All zero.
    pub fn zero(hidden: usize) -> Self {
        Self {
            hidden,
            features: vec![0.0; INPUTS * hidden],
            biases: vec![0.0; hidden],
            outputs: vec![0.0; BUCKETS * 2 * hidden],
            output_biases: [0.0; BUCKETS],
        }
    }

    /// Where training starts. Every neuron draws from a stream of its own.
    ///
    /// About 20 pieces are on the board at a time, so the limit gives sums with a
    /// deviation near one third around a bias inside the open part of the
    /// activation. States start without weights of their own. All buckets start equal.
    pub fn random(hidden: usize, seed: u64) -> Self {
        const LIMIT: f32 = 0.12;
        const BIAS: f32 = 0.25;
        let mut model = Self::zero(hidden);
        let output_limit = 1.0 / (2.0 * hidden as f32).sqrt();
        for neuron in 0..hidden {
            let mut random = Random::stream(seed, neuron as u64);
            let mut uniform =
                |limit: f32| (random.bits() >> 40) as f32 / (1 << 23) as f32 * limit - limit;
            for feature in 0..PLACES {
                model.features[feature * hidden + neuron] = uniform(LIMIT);
            }
            model.biases[neuron] = BIAS;
            for half in 0..2 {
                let weight = uniform(output_limit);
                for bucket in 0..BUCKETS {
                    model.outputs[(bucket * 2 + half) * hidden + neuron] = weight;
                }
            }
        }
        model
    }

    /// The weights of a finished network, to go on with other games. `scale` is what
    /// the training takes for one unit of output, in centipawns.
    pub fn of_network(network: &AnyNetwork, scale: i32) -> Self {
        let parameters = network.parameters();
        let unit = parameters.scale as f32 / scale as f32;
        let features =
            |values: &[i16]| values.iter().map(|&v| f32::from(v) / QA as f32).collect::<Vec<_>>();
        let outputs = parameters.output_weights.iter();
        let mut model = Self {
            hidden: network.hidden(),
            features: factors::split(&features(&parameters.feature_weights)),
            biases: features(&parameters.feature_biases),
            outputs: outputs.map(|&value| f32::from(value) / QB as f32 * unit).collect(),
            output_biases: [0.0; BUCKETS],
        };
        for (bias, value) in model.output_biases.iter_mut().zip(parameters.output_biases) {
            *bias = value as f32 / UNIT as f32 * unit;
        }
        model
    }

    /// The output for one sample, before the sigmoid; for tests and reports.
    pub fn output(&self, features: &[[u16; 2]], bucket: usize) -> f32 {
        let mut sum = self.output_biases[bucket];
        for half in 0..2 {
            let mut sums = self.biases.clone();
            for pair in features {
                let start = usize::from(pair[half]) * self.hidden;
                let weights = &self.features[start..start + self.hidden];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            let start = (bucket * 2 + half) * self.hidden;
            let weights = &self.outputs[start..start + self.hidden];
            sum += sums
                .iter()
                .zip(weights)
                .map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight)
                .sum::<f32>();
        }
        sum
    }

    /// All parameters in the order of the file.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        let parts = [&self.features, &self.biases, &self.outputs];
        parts.into_iter().flatten().chain(&self.output_biases).copied()
    }

    /// As [`Self::values`], to be written.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let parts = [&mut self.features, &mut self.biases, &mut self.outputs];
        parts.into_iter().flatten().chain(&mut self.output_biases)
    }
}

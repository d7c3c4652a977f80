//! The parameters of a network in the order of its file, as floats.

use riposte_nnue::{AnyNetwork, BUCKETS, FIRST, INPUTS, PLACES, Parameters, QA, QB, UNIT};

use crate::network::factors;
use crate::network::layers::{FIRST_WEIGHT_UNIT, Layers, SETS};
use crate::random::Random;

/// One number for every parameter: the parameters themselves or what the
/// optimiser stores about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Hidden neurons per side.
    pub hidden: usize,
    /// `[INPUTS][hidden]`, as factors: in place of a row per state of a piece, one for the
    /// piece and one for each of its properties.
    pub features: Vec<f32>,
    /// `[hidden]`.
    pub biases: Vec<f32>,
    /// `[BUCKETS][SETS][2][hidden]`, the direct output first, own half first.
    pub outputs: Vec<f32>,
    /// One per bucket.
    pub layers: Vec<Layers>,
}

impl Model {
    /// All zero.
    pub fn zero(hidden: usize) -> Self {
        Self {
            hidden,
            features: vec![0.0; INPUTS * hidden],
            biases: vec![0.0; hidden],
            outputs: vec![0.0; BUCKETS * SETS * 2 * hidden],
            layers: vec![Layers::ZERO; BUCKETS],
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
            for feature in 0..PLACES {
                model.features[feature * hidden + neuron] = random.within(LIMIT);
            }
            model.biases[neuron] = BIAS;
            for half in 0..2 {
                let weight = random.within(output_limit);
                for bucket in 0..BUCKETS {
                    model.outputs[(bucket * SETS * 2 + half) * hidden + neuron] = weight;
                }
            }
        }
        model.start_layers(seed);
        model
    }

    /// Gives all buckets the same random layers, for a model that has none yet.
    pub fn start_layers(&mut self, seed: u64) {
        let hidden = self.hidden;
        // Streams of their own, after those of the neurons.
        let mut random = Random::stream(seed, hidden as u64);
        let limit = 2.0 / (2.0 * hidden as f32).sqrt();
        let size = (SETS - 1) * 2 * hidden;
        let first: Vec<f32> = (0..size).map(|_| random.within(limit)).collect();
        for sets in self.outputs.chunks_exact_mut(SETS * 2 * hidden) {
            sets[2 * hidden..].copy_from_slice(&first);
        }
        let layers = Layers::random(|limit| random.within(limit));
        for of_bucket in &mut self.layers {
            *of_bucket = Layers { bias: of_bucket.bias, ..layers.clone() };
        }
    }

    /// The mean of models of the same width, at least one.
    pub fn mean(models: &[&Self]) -> Self {
        let mut mean = Self::zero(models[0].hidden);
        let share = 1.0 / models.len() as f32;
        for model in models {
            mean.values_mut().zip(model.values()).for_each(|(sum, value)| *sum += share * value);
        }
        mean
    }

    /// The same network with more neurons. The new ones have random inputs and do not
    /// count in the output yet (Chen, Goodfellow and Shlens, "Net2Net", 2016).
    pub fn widen(&self, hidden: usize, seed: u64) -> Self {
        let mut wider = Self::random(hidden, seed);
        wider.outputs.fill(0.0);
        self.write_into(wider)
    }

    /// Replaces the first neurons of a wider model, and its layers.
    pub fn write_into(&self, mut wider: Self) -> Self {
        let hidden = wider.hidden;
        let copy = |from: &[f32], to: &mut [f32]| {
            for (from, to) in from.chunks_exact(self.hidden).zip(to.chunks_exact_mut(hidden)) {
                to[..self.hidden].copy_from_slice(from);
            }
        };
        copy(&self.features, &mut wider.features);
        copy(&self.biases, &mut wider.biases);
        copy(&self.outputs, &mut wider.outputs);
        wider.layers.clone_from(&self.layers);
        wider
    }

    /// The weights of a finished network, to go on with other games. `scale` is what
    /// the training takes for one unit of output, in centipawns.
    pub fn of_network(network: &AnyNetwork, scale: i32) -> Self {
        Self::of_parameters(&network.parameters(), scale)
    }

    /// The same from the integers of a network.
    pub fn of_parameters(parameters: &Parameters, scale: i32) -> Self {
        let unit = parameters.scale as f32 / scale as f32;
        let features =
            |values: &[i16]| values.iter().map(|&v| f32::from(v) / QA as f32).collect::<Vec<_>>();
        let mut model = Self {
            features: factors::split(&features(&parameters.feature_weights)),
            biases: features(&parameters.feature_biases),
            ..Self::zero(parameters.feature_biases.len())
        };
        let direct = 2 * model.hidden;
        let outputs = parameters.output_weights.chunks_exact(direct);
        for (to, from) in model.outputs.chunks_exact_mut(SETS * direct).zip(outputs) {
            to.iter_mut().zip(from).for_each(|(to, &from)| {
                *to = f32::from(from) / QB as f32 * unit;
            });
        }
        for (layers, value) in model.layers.iter_mut().zip(&parameters.output_biases) {
            layers.bias = *value as f32 / UNIT as f32 * unit;
        }
        match &parameters.layers {
            Some(layers) => model.take_layers(layers, unit),
            None => model.start_layers(0),
        }
        model
    }

    /// Takes the hidden layers of a network, one unit of which is `unit` of the model.
    fn take_layers(&mut self, layers: &riposte_nnue::Layers, unit: f32) {
        let direct = 2 * self.hidden;
        let first = layers.first_weights.chunks_exact(FIRST * direct);
        for (sets, first) in self.outputs.chunks_exact_mut(SETS * direct).zip(first) {
            let weights = sets[direct..].iter_mut().zip(first);
            weights.for_each(|(to, &from)| *to = f32::from(from) / FIRST_WEIGHT_UNIT);
        }
        for (bucket, to) in self.layers.iter_mut().enumerate() {
            fn part<const N: usize>(values: &[f32], bucket: usize) -> [f32; N] {
                std::array::from_fn(|i| values[bucket * N + i])
            }
            to.first_biases = part(&layers.first_biases, bucket);
            to.second_weights =
                std::array::from_fn(|k| part(&layers.second_weights, bucket * FIRST + k));
            to.second_biases = part(&layers.second_biases, bucket);
            to.output_weights =
                part(&layers.output_weights, bucket).map(|weight: f32| weight * unit);
        }
    }

    /// The output for one sample, before the sigmoid; for tests and reports.
    pub fn output(&self, features: &[[u16; 2]], bucket: usize) -> f32 {
        self.layers[bucket].forward(&self.totals(features, bucket, |clipped| clipped * clipped)).0
    }

    /// How the output for one sample grows with each sum over the accumulators.
    pub fn slopes(&self, features: &[[u16; 2]], bucket: usize) -> [f32; SETS] {
        let layers = &self.layers[bucket];
        let sums = self.totals(features, bucket, |clipped| clipped * clipped);
        layers.backward(1.0, &layers.forward(&sums).1, &mut Layers::ZERO.clone())
    }

    /// The sums over the accumulators for one sample. `activation` is that of a clipped sum.
    pub fn totals(
        &self,
        features: &[[u16; 2]],
        bucket: usize,
        activation: impl Fn(f32) -> f32,
    ) -> [f32; SETS] {
        let size = 2 * self.hidden;
        let activations = self.activations(features, activation);
        std::array::from_fn(|set| {
            let weights = &self.outputs[(bucket * SETS + set) * size..][..size];
            activations.iter().zip(weights).map(|(a, weight)| a * weight).sum()
        })
    }

    /// The activations of the accumulators for one sample, own half first. `activation` is
    /// that of a clipped sum.
    pub fn activations(&self, features: &[[u16; 2]], activation: impl Fn(f32) -> f32) -> Vec<f32> {
        let mut sums = self.biases.repeat(2);
        for (half, sums) in sums.chunks_exact_mut(self.hidden).enumerate() {
            for pair in features {
                let start = usize::from(pair[half]) * self.hidden;
                let weights = &self.features[start..start + self.hidden];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums.iter_mut().for_each(|sum| *sum = activation(sum.clamp(0.0, 1.0)));
        sums
    }

    /// All parameters.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        let parts = [&self.features, &self.biases, &self.outputs];
        let layers = self.layers.iter().flat_map(Layers::values);
        parts.into_iter().flatten().copied().chain(layers)
    }

    /// As [`Self::values`], to be written.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let parts = [&mut self.features, &mut self.biases, &mut self.outputs];
        let layers = self.layers.iter_mut().flat_map(Layers::values_mut);
        parts.into_iter().flatten().chain(layers)
    }
}

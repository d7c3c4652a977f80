//! From floats to the integers of the engine, and what that costs.

use riposte_movegen::Color;
use riposte_nnue::{
    BUCKETS, FIRST, Layers, MAX_SCALE, Network, ParameterError, Parameters, QA, QB, UNIT,
};

use crate::network::factors;
use crate::network::layers::{FIRST_WEIGHT_UNIT, SETS};
use crate::network::level;
use crate::network::model::Model;
use crate::network::rounding::{self, byte_activation, importance};
use crate::pass::{Losses, Target};
use crate::samples::batch::Batch;
use crate::samples::sample::Sample;

/// Differences between the float and the integer network.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparison {
    /// Positions compared.
    pub positions: u64,
    /// Mean absolute difference in centipawns.
    pub mean: f64,
    /// Root of the mean squared difference in centipawns.
    pub root_mean_square: f64,
    /// Largest absolute difference in centipawns.
    pub largest: f64,
    /// Loss of the float network.
    pub float: Losses,
    /// Loss of the integer network.
    pub integer: Losses,
}

/// By how much output weights are enlarged at most so that they fill their integers.
const MOST_STRETCH: f64 = 16.0;

/// The integer parameters of a model whose unit of output is `scale` centipawns. Every
/// weight is rounded to the nearest; the optimiser has kept all of them within their
/// ranges. Output weights are enlarged to fill theirs, and the scale of the network is
/// smaller by as much.
pub fn quantise(model: &Model, scale: f64) -> Parameters {
    let sets = model.outputs.chunks_exact(SETS * 2 * model.hidden);
    let direct: Vec<f32> = sets.flat_map(|sets| &sets[..2 * model.hidden]).copied().collect();
    let largest = direct.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    let range = f64::from(i16::MAX) / f64::from(QB);
    let stretch = (range / f64::from(largest)).min(MOST_STRETCH);
    let written = (scale / stretch).ceil().clamp(1.0, f64::from(MAX_SCALE));
    let stretch = (scale / written) as f32;
    let outputs: Vec<f32> = direct.iter().map(|value| value * stretch).collect();
    let biases =
        model.layers.iter().map(|layers| (layers.bias * stretch * UNIT as f32).round() as i32);
    Parameters {
        feature_weights: round(&factors::merge(&model.features), QA),
        feature_biases: round(&model.biases, QA),
        output_weights: round(&outputs, QB),
        output_biases: biases.collect(),
        scale: written as i32,
        layers: Some(quantise_layers(model, stretch)),
    }
}

/// The hidden layers, of which only the weights of the first are integers.
fn quantise_layers(model: &Model, stretch: f32) -> Layers {
    let first = model.outputs.chunks_exact(SETS * 2 * model.hidden);
    let first = first.flat_map(|sets| &sets[2 * model.hidden..]);
    let layers = || model.layers.iter();
    Layers {
        first_weights: first.map(|&weight| first_weight(weight)).collect(),
        first_biases: layers().flat_map(|layers| layers.first_biases).collect(),
        second_weights: layers()
            .flat_map(|layers| layers.second_weights.as_flattened())
            .copied()
            .collect(),
        second_biases: layers().flat_map(|layers| layers.second_biases).collect(),
        output_weights: layers()
            .flat_map(|layers| layers.output_weights)
            .map(|weight| weight * stretch)
            .collect(),
    }
}

/// A weight of the first hidden layer in 128ths; -128 is not used, so that two products of the
/// kernels always fit 16 bits.
fn first_weight(weight: f32) -> i8 {
    (weight * FIRST_WEIGHT_UNIT).round().clamp(-127.0, 127.0) as i8
}

fn round(values: &[f32], unit: i32) -> Vec<i16> {
    values.iter().map(|value| (value * unit as f32).round() as i16).collect()
}

/// The network file of a model, and how the network in it compares with the
/// model on some samples. With `rescaled` the evaluations of the network written have the
/// same mean size as those of every other network.
///
/// # Errors
/// When the engine would refuse the parameters.
pub fn build(
    model: &Model,
    target: Target,
    samples: &[Sample],
    rescaled: bool,
    threads: usize,
) -> Result<(Vec<u8>, Comparison), ParameterError> {
    macro_rules! choose {
        ($($size:literal)*) => {
            match model.hidden {
                $($size => build_with::<$size>(model, target, samples, rescaled, threads),)*
                // The options allow nothing else; the engine's own check says
                // which length is wrong.
                _ => build_with::<32>(model, target, samples, rescaled, threads),
            }
        };
    }
    choose!(64 96 128 192 256 384 512 768 1024 1536)
}

fn build_with<const H: usize>(
    original: &Model,
    target: Target,
    samples: &[Sample],
    rescaled: bool,
    threads: usize,
) -> Result<(Vec<u8>, Comparison), ParameterError> {
    let scale = f64::from(target.scale);
    // Rounding shifts all positions of a bucket alike to a good part. Biases are exact enough
    // to take that back: first those of the hidden layer, then that of the output.
    let mut model = original.clone();
    rounding::round_weights(&mut model, samples, threads);
    let rounded = Model::of_parameters(&quantise(&model, scale), 1);
    for (layers, shifts) in model.layers.iter_mut().zip(first_shifts(&rounded, original, samples)) {
        layers.first_biases.iter_mut().zip(shifts).for_each(|(bias, shift)| *bias -= shift as f32);
    }
    let rounded = Network::<H>::from_parameters(&quantise(&model, scale))?;
    let shifts = compare(&rounded, original, target, samples).shifts();
    for (layers, shift) in model.layers.iter_mut().zip(shifts) {
        layers.bias -= (shift / scale) as f32;
    }
    let network = Network::<H>::from_parameters(&quantise(&model, scale))?;
    let comparison = compare(&network, original, target, samples).comparison();
    if !rescaled {
        return Ok((network.to_bytes(), comparison));
    }
    let network =
        Network::<H>::from_parameters(&quantise(&model, scale * level::factor(&network)))?;
    Ok((network.to_bytes(), comparison))
}

/// By how much rounding moves each sum of the first hidden layer on average, by bucket; samples
/// count by their [`importance`]. `rounded` has the weights of the integer network.
fn first_shifts(rounded: &Model, model: &Model, samples: &[Sample]) -> [[f64; FIRST]; BUCKETS] {
    let mut shifts = [[(0.0, 0.0); FIRST]; BUCKETS];
    for sample in samples {
        let mut batch = Batch::with_capacity(1);
        sample.unpack(&mut batch);
        let (inputs, bucket) = (batch.inputs(0), batch.bucket(0));
        let float = model.totals(inputs, bucket, |clipped| clipped * clipped);
        let integer = rounded.totals(inputs, bucket, byte_activation);
        let slopes = model.slopes(inputs, bucket);
        for (neuron, (sum, total)) in shifts[bucket].iter_mut().enumerate() {
            let importance = importance(slopes[1 + neuron]);
            *sum += importance * f64::from(integer[1 + neuron] - float[1 + neuron]);
            *total += importance;
        }
    }
    // A bucket without samples has no shift.
    shifts
        .map(|of_bucket| of_bucket.map(|(sum, total)| if total > 0.0 { sum / total } else { 0.0 }))
}

/// Sums over samples from which a [`Comparison`] is made.
#[derive(Default)]
struct Sums {
    /// Integer minus float, by bucket, and how many positions that is.
    shifts: [(f64, u32); BUCKETS],
    absolute: f64,
    squares: f64,
    largest: f64,
    float: Losses,
    integer: Losses,
}

impl Sums {
    /// The mean shift of each bucket in centipawns.
    fn shifts(&self) -> [f64; BUCKETS] {
        self.shifts.map(|(sum, count)| sum / f64::from(count.max(1)))
    }

    fn comparison(&self) -> Comparison {
        let positions = self.float.samples;
        let count = positions.max(1) as f64;
        Comparison {
            positions,
            mean: self.absolute / count,
            root_mean_square: (self.squares / count).sqrt(),
            largest: self.largest,
            float: self.float,
            integer: self.integer,
        }
    }
}

fn compare<const H: usize>(
    network: &Network<H>,
    model: &Model,
    target: Target,
    samples: &[Sample],
) -> Sums {
    let mut sums = Sums::default();
    for sample in samples {
        let mut batch = Batch::with_capacity(1);
        sample.unpack(&mut batch);
        let float = model.output(batch.inputs(0), batch.bucket(0));
        let integer = network.evaluate(&sample.placement(), Color::White);
        let (score, result) = (batch.score(0), batch.result(0));
        sums.float.add(target, float, score, result);
        sums.integer.add(target, integer as f32 / target.scale, score, result);
        let difference = f64::from(integer) - f64::from(float * target.scale);
        let shift = &mut sums.shifts[batch.bucket(0)];
        *shift = (shift.0 + difference, shift.1 + 1);
        sums.absolute += difference.abs();
        sums.squares += difference * difference;
        sums.largest = sums.largest.max(difference.abs());
    }
    sums
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;

    use riposte_nnue::AnyNetwork;

    use super::*;

    #[test]
    fn the_integer_network_follows_the_float_one() {
        let target = Target { result_share: 0.3, scale: 400.0, power: 2.0 };
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let samples = fens.map(|fen| Sample::new(&Board::from_fen(fen).unwrap(), 30, Some(1)));
        for &hidden in AnyNetwork::SIZES {
            let model = Model::random(hidden, 7);
            let (bytes, comparison) = build(&model, target, &samples, false, 2).unwrap();
            assert_eq!(comparison.positions, 3);
            // A product is off by at most 0.00056 on average (1 / 512 / sqrt 12), an
            // activation is at most 1: so many centipawns at four deviations, and one for
            // the rounding of the whole.
            let limit = 4.0 * 0.00056 * 400.0 * (2.0 * hidden as f64).sqrt() + 1.0;
            assert!(comparison.largest < limit, "{hidden}: {comparison:?}");
            assert!(comparison.mean > 0.0, "{hidden}: {comparison:?}");
            assert_eq!(AnyNetwork::from_bytes(&bytes).unwrap().hidden(), hidden);
        }
    }

    #[test]
    fn shifts_are_what_rounding_adds() {
        // Every accumulator is far above its clip, where the byte of an activation is 127 / 128.
        let mut model = Model::random(64, 7);
        model.biases.fill(9.0);
        let board = Board::startpos();
        let shifts = first_shifts(&model, &model, &[Sample::new(&board, 0, None)]);
        let weights = |bucket: usize, neuron: usize| -> f32 {
            model.outputs[(bucket * SETS + 1 + neuron) * 128..][..128].iter().sum()
        };
        for neuron in 0..FIRST {
            let expected = f64::from(-weights(7, neuron) / 128.0);
            assert!((shifts[7][neuron] - expected).abs() < 1e-4, "{neuron}: {shifts:?}");
        }
        assert_eq!(shifts[0], [0.0; FIRST]);
    }
}

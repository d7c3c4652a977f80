//! The weights, and the value of a position without any bookkeeping.

use riposte_movegen::{Color, Placement};
use thiserror::Error;

use crate::features::{BUCKETS, Features, INPUTS, PLACES, bucket};
use crate::kernel::{Kernel, Scalar};
use crate::layers::{LayerWeights, Layers};

/// One unit of the hidden layer in the integers of an accumulator. Sums of ±32 fit 16
/// bits, more than any legal position of a trained network needs.
pub const QA: i32 = 1024;

/// One unit of an output weight. A clipped activation times any 16-bit weight, divided
/// by [`PRODUCT`], fits 16 bits.
pub const QB: i32 = 16_384;

/// What kernels divide `activation * weight` by, rounding to the nearest, before the
/// activation is multiplied in a second time.
pub const PRODUCT: i32 = 1 << 15;

/// One unit of output in the integers of a kernel's sum and of the output biases.
pub const UNIT: i32 = 1 << 19;

const _: () = assert!(QA as i64 * QA as i64 * QB as i64 == UNIT as i64 * PRODUCT as i64);

/// Centipawns for one unit of output, unless the network says otherwise.
pub const SCALE: i32 = 400;

/// The greatest scale that a network may ask for.
pub const MAX_SCALE: i32 = 1 << 14;

/// `H` 16-bit values on a cache line: an accumulator or the weights of one
/// input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row<const H: usize>(pub [i16; H]);

impl<const H: usize> Row<H> {
    /// All zero.
    pub const ZERO: Self = {
        assert!(H > 0 && H.is_multiple_of(32), "rows are whole cache lines");
        Self([0; H])
    };
}

/// The quantised weights as plain vectors, as a trainer makes them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// `[INPUTS][H]`, times [`QA`].
    pub feature_weights: Vec<i16>,
    /// `[H]`, times [`QA`].
    pub feature_biases: Vec<i16>,
    /// `[BUCKETS][2][H]`, own half first, times [`QB`].
    pub output_weights: Vec<i16>,
    /// `[BUCKETS]`, times [`UNIT`].
    pub output_biases: Vec<i32>,
    /// Centipawns for one unit of output.
    pub scale: i32,
    /// The hidden layers behind the accumulators; files before version 4 have none.
    pub layers: Option<Layers>,
}

/// Why [`Parameters`] do not make a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum ParameterError {
    #[error("there are {found} {what}, but the architecture has {expected}")]
    Length { what: &'static str, found: usize, expected: usize },
    #[error("scale {found} is outside 1 to {MAX_SCALE}")]
    Scale { found: i32 },
    #[error("one of the {what} is infinite or not a number")]
    NotFinite { what: &'static str },
    #[error("a weight of the first layer is -128, but the least is -127")]
    FirstWeight,
}

/// A network with `H` hidden neurons per side; `H` is a multiple of 32.
#[derive(Clone, Debug, PartialEq)]
pub struct Network<const H: usize> {
    pub(crate) features: Vec<Row<H>>,
    /// Whether it matters how a piece stands, and not only where.
    pub(crate) has_states: bool,
    pub(crate) biases: Row<H>,
    pub(crate) outputs: [[Row<H>; 2]; BUCKETS],
    pub(crate) output_biases: [i32; BUCKETS],
    pub(crate) scale: i32,
    /// One per bucket.
    pub(crate) layers: Option<Box<[LayerWeights<H>]>>,
}

impl<const H: usize> Network<H> {
    /// The network with these weights.
    ///
    /// # Errors
    /// When a vector has not the length of the architecture, the scale is absurd, or the
    /// layers have a float that is not finite or a weight of -128.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let lengths = [
            ("feature weights", parameters.feature_weights.len(), INPUTS * H),
            ("feature biases", parameters.feature_biases.len(), H),
            ("output weights", parameters.output_weights.len(), BUCKETS * 2 * H),
            ("output biases", parameters.output_biases.len(), BUCKETS),
        ];
        for (what, found, expected) in lengths {
            if found != expected {
                return Err(ParameterError::Length { what, found, expected });
            }
        }
        let scale = parameters.scale;
        if !(1..=MAX_SCALE).contains(&scale) {
            return Err(ParameterError::Scale { found: scale });
        }

        let mut outputs = [[Row::ZERO; 2]; BUCKETS];
        let halves = outputs.as_flattened_mut().iter_mut();
        halves.zip(parameters.output_weights.chunks(H)).for_each(|(half, it)| *half = row(it));
        let mut output_biases = [0; BUCKETS];
        output_biases.copy_from_slice(&parameters.output_biases);
        let features: Vec<Row<H>> = parameters.feature_weights.chunks(H).map(row).collect();
        let (places, states) = features.split_at(PLACES);
        let has_states = states.chunks(PLACES).any(|rows| rows != places);
        Ok(Self {
            features,
            has_states,
            biases: row(&parameters.feature_biases),
            outputs,
            output_biases,
            scale,
            layers: parameters.layers.as_ref().map(LayerWeights::new).transpose()?,
        })
    }

    /// The weights as plain vectors: the inverse of [`Self::from_parameters`].
    pub fn parameters(&self) -> Parameters {
        Parameters {
            feature_weights: self.features.iter().flat_map(|row| row.0).collect(),
            feature_biases: self.biases.0.to_vec(),
            output_weights: self.outputs.as_flattened().iter().flat_map(|row| row.0).collect(),
            output_biases: self.output_biases.to_vec(),
            scale: self.scale,
            layers: self.layers.as_deref().map(LayerWeights::layers),
        }
    }

    /// The value of a position for `side`, which is to move, summed from
    /// nothing. [`crate::Evaluator`] gives the same value and is much faster
    /// along a line.
    pub fn evaluate(&self, placement: &Placement, side: Color) -> i32 {
        self.evaluate_all(placement, side)[bucket(placement.occupied().len())]
    }

    /// What each of the output buckets says of a position, the one in charge and
    /// the others; see [`Self::evaluate`].
    pub fn evaluate_all(&self, placement: &Placement, side: Color) -> [i32; BUCKETS] {
        let features = Features::new(placement);
        let own = self.accumulate(&features, side);
        let other = self.accumulate(&features, !side);
        std::array::from_fn(|bucket| self.output(Scalar, &own, &other, bucket))
    }

    /// The hidden layer before activation, as `perspective` sees the position.
    fn accumulate(&self, features: &Features, perspective: Color) -> Row<H> {
        let mut sums = Row::ZERO;
        let view = features.view(perspective);
        let rows: Vec<_> = features.inputs().map(|input| view.index(input) as u16).collect();
        Scalar.combine(&mut sums, Some(&self.biases), &self.features, &rows, &[]);
        sums
    }

    /// The value of two accumulators in centipawns: direct output and hidden layers.
    #[inline]
    pub(crate) fn output<K: Kernel>(
        &self,
        kernel: K,
        own: &Row<H>,
        other: &Row<H>,
        bucket: usize,
    ) -> i32 {
        let outputs = &self.outputs[bucket];
        let mut value = i64::from(self.output_biases[bucket]);
        match &self.layers {
            None => value += i64::from(kernel.output(own, other, outputs)),
            Some(layers) => {
                let (direct, sum) = kernel.output_with_layers(own, other, outputs, &layers[bucket]);
                // Values that 32 bits do not hold become the largest, no number becomes 0.
                value += i64::from(direct) + i64::from((sum * UNIT as f32) as i32);
            }
        }
        // At most 3 * 2^31 * 2^14 / 2^19, which fits 32 bits.
        (value * i64::from(self.scale) / i64::from(UNIT)) as i32
    }
}

fn row<const H: usize>(weights: &[i16]) -> Row<H> {
    let mut row = Row::ZERO;
    row.0.copy_from_slice(weights);
    row
}

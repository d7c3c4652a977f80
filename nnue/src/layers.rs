//! The hidden layers behind the accumulators: two small ones per bucket, the result of which
//! is added to the direct output.

use crate::features::BUCKETS;
use crate::network::ParameterError;

/// Neurons of the first layer, in each bucket.
pub const FIRST: usize = 16;

/// Neurons of the second layer, in each bucket.
pub const SECOND: usize = 32;

/// The greatest activation of an input of the first layer; one unit is 128.
pub(crate) const MAX_ACTIVATION: u8 = 127;

/// One unit of the first layer's sums: activations and weights are both times 128.
pub(crate) const FIRST_UNIT: f32 = 16_384.0;

/// How many inputs of the first layer lie side by side in memory for one neuron.
pub(crate) const BLOCK: usize = 16;

/// Inputs whose products with narrow weights may be added up in 16 bits; see
/// [`LayerWeights::is_narrow`].
pub(crate) const GROUP: usize = 4 * BLOCK;

/// How many bytes the layers take in a file with `hidden` neurons per side.
pub(crate) const fn file_length(hidden: usize) -> usize {
    let floats = FIRST + FIRST * SECOND + SECOND + SECOND;
    BUCKETS * (FIRST * 2 * hidden + 4 * floats)
}

/// The weights of the layers as plain vectors, as a trainer makes them.
///
/// With `v` a value of an accumulator, clipped to 0 to [`crate::QA`], the inputs are
/// `min(127, (v * v + 4096) >> 13)`, own half first. Sums of the first layer are exact
/// integers. From there on the arithmetic is `f32`; the activation of both layers is
/// `clamp(sum, 0, 1)` squared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// `[BUCKETS][FIRST][2 * H]`, own half first, times 128; -127 to 127.
    pub first_weights: Vec<i8>,
    /// `[BUCKETS][FIRST]`.
    pub first_biases: Vec<f32>,
    /// `[BUCKETS][FIRST][SECOND]`.
    pub second_weights: Vec<f32>,
    /// `[BUCKETS][SECOND]`.
    pub second_biases: Vec<f32>,
    /// `[BUCKETS][SECOND]`, in units of output: 1 is `scale` centipawns.
    pub output_weights: Vec<f32>,
}

impl Layers {
    fn check(&self, hidden: usize) -> Result<(), ParameterError> {
        let floats = [
            ("biases of the first layer", &self.first_biases, FIRST),
            ("weights of the second layer", &self.second_weights, FIRST * SECOND),
            ("biases of the second layer", &self.second_biases, SECOND),
            ("weights behind the second layer", &self.output_weights, SECOND),
        ];
        let lengths = floats.map(|(what, values, each)| (what, values.len(), each));
        let first = ("weights of the first layer", self.first_weights.len(), FIRST * 2 * hidden);
        for (what, found, each) in lengths.into_iter().chain([first]) {
            let expected = BUCKETS * each;
            if found != expected {
                return Err(ParameterError::Length { what, found, expected });
            }
        }
        for (what, values, _) in floats {
            if !values.iter().all(|value| value.is_finite()) {
                return Err(ParameterError::NotFinite { what });
            }
        }
        if self.first_weights.contains(&i8::MIN) {
            return Err(ParameterError::FirstWeight);
        }
        Ok(())
    }
}

/// The weights of one bucket in the order of the kernels, on cache lines.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct LayerWeights<const H: usize> {
    /// By [`place`]; a block of inputs is 256 bytes.
    first: [[i8; 2 * FIRST]; H],
    pub(crate) first_biases: [f32; FIRST],
    pub(crate) second: [[f32; SECOND]; FIRST],
    pub(crate) second_biases: [f32; SECOND],
    pub(crate) output: [f32; SECOND],
    /// One bit for each [`GROUP`] of inputs.
    narrow: u64,
}

/// Where the weight of an input for a neuron of the first layer is. Of a [`BLOCK`] of inputs,
/// neurons 0, 4, 8 and 12 come first, then 1, 5, 9 and 13, and so on: so the four sums in a
/// 128-bit lane of four registers are added up by unpacking, and come out in order.
const fn place(neuron: usize, input: usize) -> usize {
    (input / BLOCK * FIRST + transposed(neuron)) * BLOCK + input % BLOCK
}

/// Which row of a block, by the order of [`place`], is for a neuron, and which neuron a row is
/// for: twice gives the number itself.
pub(crate) const fn transposed(number: usize) -> usize {
    number % 4 * 4 + number / 4
}

impl<const H: usize> LayerWeights<H> {
    const ZERO: Self = {
        assert!(H > 0 && H.is_multiple_of(GROUP / 2), "groups of inputs are whole");
        assert!(2 * H / GROUP <= u64::BITS as usize, "every group has a bit");
        Self {
            first: [[0; 2 * FIRST]; H],
            first_biases: [0.0; FIRST],
            second: [[0.0; SECOND]; FIRST],
            second_biases: [0.0; SECOND],
            output: [0.0; SECOND],
            narrow: 0,
        }
    };

    /// The weights of all buckets.
    ///
    /// # Errors
    /// When a vector has not the length of the architecture, a float is not finite, or a
    /// weight of the first layer is -128.
    pub fn new(layers: &Layers) -> Result<Box<[Self]>, ParameterError> {
        layers.check(H)?;
        Ok((0..BUCKETS).map(|bucket| Self::of_bucket(layers, bucket)).collect())
    }

    /// The weights of one bucket of layers that were checked.
    fn of_bucket(layers: &Layers, bucket: usize) -> Self {
        fn part<T>(values: &[T], bucket: usize) -> &[T] {
            let each = values.len() / BUCKETS;
            &values[bucket * each..(bucket + 1) * each]
        }
        let mut weights = Self::ZERO;
        let first = weights.first.as_flattened_mut();
        for (neuron, row) in part(&layers.first_weights, bucket).chunks(2 * H).enumerate() {
            row.iter().enumerate().for_each(|(input, &it)| first[place(neuron, input)] = it);
        }
        weights.narrow = narrow_groups(weights.first());
        weights.first_biases.copy_from_slice(part(&layers.first_biases, bucket));
        let second = weights.second.as_flattened_mut();
        second.copy_from_slice(part(&layers.second_weights, bucket));
        weights.second_biases.copy_from_slice(part(&layers.second_biases, bucket));
        weights.output.copy_from_slice(part(&layers.output_weights, bucket));
        weights
    }

    /// The inverse of [`Self::new`].
    pub(crate) fn layers(buckets: &[Self]) -> Layers {
        let mut layers = Layers::default();
        for weights in buckets {
            let first = weights.first();
            let places = (0..FIRST).flat_map(|neuron| (0..2 * H).map(move |i| place(neuron, i)));
            layers.first_weights.extend(places.map(|place| first[place]));
            layers.first_biases.extend(weights.first_biases);
            layers.second_weights.extend(weights.second.as_flattened());
            layers.second_biases.extend(weights.second_biases);
            layers.output_weights.extend(weights.output);
        }
        layers
    }

    /// The weights of the first layer: block of inputs by block, and in each by row.
    pub(crate) fn first(&self) -> &[i8] {
        self.first.as_flattened()
    }

    /// Whether the weights of a [`GROUP`] of inputs are so small that sums over its four
    /// blocks, of the products of two neighbouring inputs in each, fit 16 bits whatever the
    /// activations are.
    #[inline]
    #[allow(dead_code, reason = "only some kernels have use for it")]
    pub(crate) fn is_narrow(&self, group: usize) -> bool {
        self.narrow >> group & 1 != 0
    }
}

/// A bit for each group of inputs, set if its weights, by [`place`], are narrow.
fn narrow_groups(first: &[i8]) -> u64 {
    let groups = first.as_chunks::<{ GROUP * FIRST }>().0;
    (0..).zip(groups).map(|(group, weights)| u64::from(is_narrow(weights)) << group).sum()
}

/// See [`LayerWeights::is_narrow`].
fn is_narrow(weights: &[i8; GROUP * FIRST]) -> bool {
    let [a, b, c, d] = weights.as_chunks::<{ BLOCK * FIRST }>().0 else { return false };
    (0..BLOCK * FIRST).step_by(2).all(|pair| {
        let summed = [a, b, c, d].map(|block| [block[pair], block[pair + 1]]);
        let most = |sign: i32| {
            let weights = summed.as_flattened().iter();
            weights.map(|&weight| (sign * i32::from(weight)).max(0)).sum::<i32>()
        };
        most(1).max(most(-1)) * i32::from(MAX_ACTIVATION) <= i16::MAX.into()
    })
}

use riposte_movegen::Bitboard;

use super::Kernel;
use crate::layers::{BLOCK, FIRST, FIRST_UNIT, LayerWeights, MAX_ACTIVATION, SECOND, transposed};
use crate::network::{PRODUCT, QA, Row};

/// Plain Rust: the definition of what the other kernels compute.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Scalar {
    /// Every target can run this kernel.
    #[allow(dead_code, reason = "used where the target has no SIMD kernel")]
    pub(super) const fn of_target() -> Self {
        Self
    }
}

impl Kernel for Scalar {
    const NAME: &'static str = "scalar";

    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline]
    fn code(self, sets: &[Bitboard; 8], square: usize) -> u8 {
        let has = |set: Bitboard| (set.0 >> square) as u8 & 1;
        (0..).zip(sets).map(|(bit, &set)| has(set) << bit).sum()
    }

    #[inline]
    fn combine<const H: usize>(
        self,
        to: &mut Row<H>,
        from: Option<&Row<H>>,
        weights: &[Row<H>],
        adds: &[u16],
        subs: &[u16],
    ) {
        *to = *from.unwrap_or(to);
        for &row in adds {
            let row = &weights[usize::from(row)].0;
            to.0.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
        for &row in subs {
            let row = &weights[usize::from(row)].0;
            to.0.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
        }
    }

    #[inline]
    fn output<const H: usize>(self, own: &Row<H>, other: &Row<H>, weights: &[Row<H>; 2]) -> i32 {
        let half = |values: &Row<H>, weights: &Row<H>| {
            values.0.iter().zip(&weights.0).fold(0_i32, |sum, (&value, &weight)| {
                let clipped = i32::from(value).clamp(0, QA);
                let product = (clipped * i32::from(weight) + PRODUCT / 2) >> PRODUCT.ilog2();
                sum.wrapping_add(clipped * product)
            })
        };
        half(own, &weights[0]).wrapping_add(half(other, &weights[1]))
    }

    #[inline]
    fn output_with_layers<const H: usize>(
        self,
        own: &Row<H>,
        other: &Row<H>,
        outputs: &[Row<H>; 2],
        weights: &LayerWeights<H>,
    ) -> (i32, f32) {
        let inputs = [activations(own), activations(other)];
        let sums = first_sums(inputs.as_flattened(), weights.first());
        (self.output(own, other, outputs), after_first(sums, weights))
    }
}

/// The inputs of the first layer, 0 to 127.
#[inline]
fn activations<const H: usize>(values: &Row<H>) -> [i8; H] {
    values.0.map(|value| {
        let clipped = i32::from(value).clamp(0, QA);
        ((clipped * clipped + 4096) >> 13).min(MAX_ACTIVATION.into()) as i8
    })
}

/// The sums of the first layer without biases.
#[inline]
fn first_sums(inputs: &[i8], weights: &[i8]) -> [i32; FIRST] {
    let mut sums = [0; FIRST];
    let blocks = weights.as_chunks::<BLOCK>().0.as_chunks::<FIRST>().0;
    for (inputs, rows) in inputs.as_chunks::<BLOCK>().0.iter().zip(blocks) {
        for (row, weights) in rows.iter().enumerate() {
            let products = inputs.iter().zip(weights).map(|(&a, &b)| i32::from(a) * i32::from(b));
            sums[transposed(row)] += products.sum::<i32>();
        }
    }
    sums
}

/// The rest of the layers.
#[inline]
fn after_first<const H: usize>(sums: [i32; FIRST], weights: &LayerWeights<H>) -> f32 {
    let activate = |sum: f32| {
        let clipped = sum.clamp(0.0, 1.0);
        clipped * clipped
    };
    let first: [f32; FIRST] = std::array::from_fn(|neuron| {
        activate(sums[neuron] as f32 * (1.0 / FIRST_UNIT) + weights.first_biases[neuron])
    });
    let mut parts = [[0.0_f32; SECOND]; 4];
    parts[0] = weights.second_biases;
    for (neuron, (input, row)) in first.iter().zip(&weights.second).enumerate() {
        let part = &mut parts[neuron % 4];
        part.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * weight);
    }
    let mut products: [f32; SECOND] = std::array::from_fn(|neuron| {
        let sum = (parts[0][neuron] + parts[1][neuron]) + (parts[2][neuron] + parts[3][neuron]);
        activate(sum) * weights.output[neuron]
    });
    for half in [16, 8, 4, 2, 1] {
        for neuron in 0..half {
            products[neuron] += products[neuron + half];
        }
    }
    products[0]
}

//! The hidden layers, written once for any vector register of x86.

use std::hint::black_box;
use std::mem::MaybeUninit;

use super::lanes::Lanes;
use crate::layers::{BLOCK, FIRST, FIRST_UNIT, LayerWeights, SECOND};
use crate::network::Row;

/// The inputs of the first layer; `2 * H` bytes are whole cache lines.
#[repr(C, align(64))]
struct Activations<const H: usize>([[u8; H]; 2]);

/// How many values of a side one step of the loop over them takes: a number that divides any
/// `H` and that all widths divide.
pub(super) const STEP: usize = 32;

/// What the layers need of a register besides [`Lanes`].
///
/// # Safety
/// All methods may be called only on a processor that has the instructions of the
/// implementing type.
pub(super) unsafe trait LayerLanes: Lanes {
    /// Sixteen floats.
    type Floats: Copy;

    /// Writes the activations of [`STEP`] values of both sides, which are clipped already.
    /// The functions give the register of a number below `STEP / WIDTH`.
    unsafe fn write_activations(
        own: impl Fn(usize) -> Self,
        other: impl Fn(usize) -> Self,
        to_own: *mut u8,
        to_other: *mut u8,
    );
    /// The sums of the first layer for `2 * H` activations.
    unsafe fn first_sums<const H: usize>(
        activations: *const u8,
        weights: &LayerWeights<H>,
    ) -> Self::Floats;
    /// Reads sixteen floats, aligned to 64 bytes.
    unsafe fn load_floats(from: *const f32) -> Self::Floats;
    /// Writes sixteen floats, aligned to 64 bytes.
    unsafe fn store_floats(floats: Self::Floats, to: *mut f32);
    /// The same float everywhere.
    unsafe fn splat(float: f32) -> Self::Floats;
    unsafe fn add_floats(left: Self::Floats, right: Self::Floats) -> Self::Floats;
    unsafe fn multiply_floats(left: Self::Floats, right: Self::Floats) -> Self::Floats;
    /// Floats below 0 become 0, above 1 become that.
    unsafe fn clip_floats(floats: Self::Floats) -> Self::Floats;
    /// The total, upper half added to lower half until one is left.
    unsafe fn total_floats(floats: Self::Floats) -> f32;
}

/// See [`super::Kernel::output_with_layers`].
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn output_with_layers<V: LayerLanes, const H: usize>(
    own: &Row<H>,
    other: &Row<H>,
    outputs: &[Row<H>; 2],
    weights: &LayerWeights<H>,
) -> (i32, f32) {
    const { assert!(H.is_multiple_of(STEP)) };
    let mut activations = MaybeUninit::<Activations<H>>::uninit();
    let to = activations.as_mut_ptr().cast::<u8>();
    // SAFETY: the caller vouches for the processor.
    let mut direct = unsafe { [V::no_sums(); 2] };
    for start in (0..H).step_by(STEP) {
        let load = |row: &Row<H>, part: usize| {
            // SAFETY: the caller vouches for the processor. `start` is a multiple of STEP below
            // H and `part` below STEP / WIDTH, so all registers lie within their rows, which
            // are aligned to 64 bytes.
            unsafe { V::load(row.0.as_ptr().add(start + part * V::WIDTH)) }
        };
        // SAFETY: the caller vouches for the processor, and what is written lies within the
        // two halves of the activations.
        unsafe {
            let own = |part| load(own, part).clip();
            let other = |part| load(other, part).clip();
            for part in 0..STEP / V::WIDTH {
                let (own, other) = (own(part), other(part));
                let high = own.multiply_high(load(&outputs[0], part));
                direct[0] = own.multiply_into(high, direct[0]);
                let high = other.multiply_high(load(&outputs[1], part));
                direct[1] = other.multiply_into(high, direct[1]);
            }
            V::write_activations(own, other, to.add(start), to.add(H + start));
        }
    }
    // From memory, a load writes 16 inputs to all lanes; from registers the compiler would
    // shuffle, for which there are fewer ports. The same holds for the floats below.
    let inputs = black_box(activations.as_ptr()).cast();
    // SAFETY: the caller vouches for the processor. The loop has written all 2 * H inputs.
    unsafe {
        let sums = V::first_sums(inputs, weights);
        let direct = V::total(V::add_sums(direct[0], direct[1]));
        (direct, after_first::<V, H>(sums, weights))
    }
}

/// `sum`, clipped to 0 to 1 and squared.
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
unsafe fn activate<V: LayerLanes>(sum: V::Floats) -> V::Floats {
    // SAFETY: the caller vouches for the processor.
    unsafe {
        let clipped = V::clip_floats(sum);
        V::multiply_floats(clipped, clipped)
    }
}

/// The rest of the layers from the sums of the first without biases.
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
unsafe fn after_first<V: LayerLanes, const H: usize>(
    sums: V::Floats,
    weights: &LayerWeights<H>,
) -> f32 {
    const { assert!(FIRST == 16 && SECOND == 32) };
    /// Floats on a cache line.
    #[repr(C, align(64))]
    struct First([f32; FIRST]);

    let mut first = First([0.0; FIRST]);
    // SAFETY: the caller vouches for the processor. Every part of the weights has whole cache
    // lines, and all lie one after the other from an aligned address.
    unsafe {
        let scaled = V::multiply_floats(sums, V::splat(1.0 / FIRST_UNIT));
        let biased = V::add_floats(scaled, V::load_floats(weights.first_biases.as_ptr()));
        V::store_floats(activate::<V>(biased), first.0.as_mut_ptr());
        let first = black_box(&first);

        let mut halves = [V::splat(0.0); 2];
        for (number, half) in halves.iter_mut().enumerate() {
            let start = number * FIRST;
            let product = |neuron: usize| {
                let row = V::load_floats(weights.second[neuron].as_ptr().add(start));
                V::multiply_floats(V::splat(first.0[neuron]), row)
            };
            let bias = V::load_floats(weights.second_biases.as_ptr().add(start));
            let mut parts = [V::add_floats(bias, product(0)), product(1), product(2), product(3)];
            for neuron in 4..FIRST {
                let part = &mut parts[neuron % 4];
                *part = V::add_floats(*part, product(neuron));
            }
            let [a, b, c, d] = parts;
            let sum = V::add_floats(V::add_floats(a, b), V::add_floats(c, d));
            let output = V::load_floats(weights.output.as_ptr().add(start));
            *half = V::multiply_floats(activate::<V>(sum), output);
        }
        V::total_floats(V::add_floats(halves[0], halves[1]))
    }
}

/// How many bytes of weights a block of inputs has.
pub(super) const BLOCK_WEIGHTS: usize = BLOCK * FIRST;

//! NEON, which every 64-bit ARM has.

use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

use riposte_movegen::Bitboard;

use super::lanes::{self, Lanes, kernel};
use super::{Kernel, Scalar};
use crate::layers::LayerWeights;
use crate::network::{QA, Row};

kernel! {
    /// 128-bit registers.
    Neon, int16x8_t, "neon", is_aarch64_feature_detected: ["neon"]
}

// SAFETY: 8 values of 16 bits; every method uses NEON only.
unsafe impl Lanes for int16x8_t {
    type Sums = int32x4_t;

    const WIDTH: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the caller vouches for the processor and the 16 bytes.
        unsafe { vld1q_s16(from) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: as for `load`.
        unsafe { vst1q_s16(to, self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { vaddq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { vsubq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn clip(self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { vminq_s16(vmaxq_s16(self, vdupq_n_s16(0)), vdupq_n_s16(QA as i16)) }
    }

    #[inline(always)]
    unsafe fn multiply_high(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { vqrdmulhq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn no_sums() -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    unsafe fn multiply_into(self, other: Self, sums: Self::Sums) -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe {
            let low = vmlal_s16(sums, vget_low_s16(self), vget_low_s16(other));
            vmlal_high_s16(low, self, other)
        }
    }

    #[inline(always)]
    unsafe fn add_sums(left: Self::Sums, right: Self::Sums) -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { vaddq_s32(left, right) }
    }

    #[inline(always)]
    unsafe fn total(sums: Self::Sums) -> i32 {
        // SAFETY: the caller vouches for the processor.
        unsafe { vaddvq_s32(sums) }
    }

    #[inline(always)]
    unsafe fn code(sets: &[Bitboard; 8], square: usize) -> u8 {
        Scalar.code(sets, square)
    }
}

/// See [`Kernel::output_with_layers`]: plain Rust, which the compiler vectorises.
///
/// # Safety
/// None is needed; the signature is that of the other instruction sets.
#[inline(always)]
unsafe fn output_with_layers<V: Lanes, const H: usize>(
    own: &Row<H>,
    other: &Row<H>,
    outputs: &[Row<H>; 2],
    weights: &LayerWeights<H>,
) -> (i32, f32) {
    Scalar.output_with_layers(own, other, outputs, weights)
}

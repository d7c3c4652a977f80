//! AVX2, AVX-512 and AVX-512 with VNNI.

mod hidden;

use std::arch::x86_64::*;

use riposte_movegen::Bitboard;

use super::lanes::{self, Lanes, kernel};
use super::layers::output_with_layers;
use crate::layers::LayerWeights;
use crate::network::{QA, Row};

kernel! {
    /// 256-bit registers.
    Avx2, __m256i, "avx2", is_x86_feature_detected: ["avx2"]
}

kernel! {
    /// 512-bit registers.
    Avx512, Wide<false>, "avx512", is_x86_feature_detected: ["avx512f", "avx512bw"]
}

kernel! {
    /// 512-bit registers; products are summed in one instruction.
    Avx512Vnni, Wide<true>, "avx512vnni",
    is_x86_feature_detected: ["avx512f", "avx512bw", "avx512vnni"]
}

// SAFETY: 16 values of 16 bits; every method uses AVX2 or less.
unsafe impl Lanes for __m256i {
    type Sums = __m256i;

    const WIDTH: usize = 16;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the caller vouches for the processor, the 32 bytes and their
        // alignment.
        unsafe { _mm256_load_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: as for `load`.
        unsafe { _mm256_store_si256(to.cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm256_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm256_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn clip(self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe {
            let positive = _mm256_max_epi16(self, _mm256_setzero_si256());
            _mm256_min_epi16(positive, _mm256_set1_epi16(QA as i16))
        }
    }

    #[inline(always)]
    unsafe fn multiply_high(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm256_mulhrs_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn no_sums() -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn multiply_into(self, other: Self, sums: Self::Sums) -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(self, other)) }
    }

    #[inline(always)]
    unsafe fn add_sums(left: Self::Sums, right: Self::Sums) -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm256_add_epi32(left, right) }
    }

    #[inline(always)]
    unsafe fn total(sums: Self::Sums) -> i32 {
        // SAFETY: the caller vouches for the processor.
        unsafe {
            let four =
                _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
            _mm_cvtsi128_si32(one)
        }
    }

    #[inline(always)]
    unsafe fn code(sets: &[Bitboard; 8], square: usize) -> u8 {
        // SAFETY: the caller vouches for the processor, and each half of the sets has 32 bytes.
        unsafe {
            // The bit of the square becomes the sign.
            let left = _mm_cvtsi32_si128(63 - square as i32);
            let signs = |half: *const Bitboard| {
                let sets = _mm256_loadu_si256(half.cast());
                _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_sll_epi64(sets, left)))
            };
            (signs(sets.as_ptr()) | signs(sets.as_ptr().add(4)) << 4) as u8
        }
    }
}

/// A 512-bit register, with VNNI or without.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Wide<const VNNI: bool>(__m512i);

// SAFETY: 32 values of 16 bits; every method uses AVX-512 F and BW, and VNNI
// only if the type says so.
unsafe impl<const VNNI: bool> Lanes for Wide<VNNI> {
    type Sums = __m512i;

    const WIDTH: usize = 32;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the caller vouches for the processor, the 64 bytes and their
        // alignment.
        Self(unsafe { _mm512_load_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: as for `load`.
        unsafe { _mm512_store_si512(to.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        Self(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        Self(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn clip(self) -> Self {
        // SAFETY: the caller vouches for the processor.
        Self(unsafe {
            let positive = _mm512_max_epi16(self.0, _mm512_setzero_si512());
            _mm512_min_epi16(positive, _mm512_set1_epi16(QA as i16))
        })
    }

    #[inline(always)]
    unsafe fn multiply_high(self, other: Self) -> Self {
        // SAFETY: the caller vouches for the processor.
        Self(unsafe { _mm512_mulhrs_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn no_sums() -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn multiply_into(self, other: Self, sums: Self::Sums) -> Self::Sums {
        if VNNI {
            // SAFETY: the caller vouches for the processor.
            unsafe { _mm512_dpwssd_epi32(sums, self.0, other.0) }
        } else {
            // SAFETY: the caller vouches for the processor.
            unsafe { _mm512_add_epi32(sums, _mm512_madd_epi16(self.0, other.0)) }
        }
    }

    #[inline(always)]
    unsafe fn add_sums(left: Self::Sums, right: Self::Sums) -> Self::Sums {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm512_add_epi32(left, right) }
    }

    #[inline(always)]
    unsafe fn total(sums: Self::Sums) -> i32 {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm512_reduce_add_epi32(sums) }
    }

    #[inline(always)]
    unsafe fn code(sets: &[Bitboard; 8], square: usize) -> u8 {
        // SAFETY: the caller vouches for the processor, and the sets have 64 bytes.
        unsafe {
            let sets = _mm512_loadu_si512(sets.as_ptr().cast());
            _mm512_test_epi64_mask(sets, _mm512_set1_epi64(1 << square))
        }
    }
}

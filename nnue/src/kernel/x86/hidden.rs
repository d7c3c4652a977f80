//! The hidden layers in registers of AVX2 and AVX-512.

use std::arch::x86_64::*;

use super::Wide;
use crate::kernel::layers::{BLOCK_WEIGHTS, LayerLanes};
use crate::layers::{BLOCK, FIRST, GROUP, LayerWeights};

// SAFETY: every method uses AVX2 or less.
unsafe impl LayerLanes for __m256i {
    type Floats = [__m256; 2];

    #[inline(always)]
    unsafe fn write_activations(
        own: impl Fn(usize) -> Self,
        other: impl Fn(usize) -> Self,
        to_own: *mut u8,
        to_other: *mut u8,
    ) {
        // SAFETY: the caller vouches for the processor.
        let activation = |value| unsafe {
            let value = _mm256_add_epi16(value, value);
            _mm256_mulhrs_epi16(value, value)
        };
        let pack = |low, high, to: *mut u8| {
            // SAFETY: the caller vouches for the processor and 32 bytes each.
            unsafe {
                // Packing takes eight values of each in turn.
                let packed = _mm256_packs_epi16(activation(low), activation(high));
                let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                _mm256_storeu_si256(to.cast(), ordered);
            }
        };
        pack(own(0), own(1), to_own);
        pack(other(0), other(1), to_other);
    }

    #[inline(always)]
    unsafe fn first_sums<const H: usize>(
        activations: *const u8,
        weights: &LayerWeights<H>,
    ) -> Self::Floats {
        // SAFETY: the caller vouches for the processor and 2 * H activations. The weights of
        // that many inputs are whole groups and aligned to 64 bytes.
        unsafe {
            // By half of a row of 64 bytes, and by row.
            let mut sums = [[_mm256_setzero_si256(); 4]; 2];
            for group in 0..2 * H / GROUP {
                let inputs = activations.add(group * GROUP);
                let rows = weights.first().as_ptr().add(group * GROUP * FIRST);
                if weights.is_narrow(group) {
                    add_group::<4>(&mut sums, inputs, rows);
                } else {
                    for block in 0..GROUP / BLOCK {
                        let rows = rows.add(block * BLOCK_WEIGHTS);
                        add_group::<1>(&mut sums, inputs.add(block * BLOCK), rows);
                    }
                }
            }
            sums.map(|[a, b, c, d]| {
                let ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
                let cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
                let (low, high) = (_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
                _mm256_cvtepi32_ps(_mm256_add_epi32(low, high))
            })
        }
    }

    #[inline(always)]
    unsafe fn load_floats(from: *const f32) -> Self::Floats {
        // SAFETY: the caller vouches for the processor, the 64 bytes and their alignment.
        unsafe { [_mm256_load_ps(from), _mm256_load_ps(from.add(8))] }
    }

    #[inline(always)]
    unsafe fn store_floats(floats: Self::Floats, to: *mut f32) {
        // SAFETY: as for `load_floats`.
        unsafe {
            _mm256_store_ps(to, floats[0]);
            _mm256_store_ps(to.add(8), floats[1]);
        }
    }

    #[inline(always)]
    unsafe fn splat(float: f32) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe { [_mm256_set1_ps(float); 2] }
    }

    #[inline(always)]
    unsafe fn add_floats([a, b]: Self::Floats, [c, d]: Self::Floats) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe { [_mm256_add_ps(a, c), _mm256_add_ps(b, d)] }
    }

    #[inline(always)]
    unsafe fn multiply_floats([a, b]: Self::Floats, [c, d]: Self::Floats) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe { [_mm256_mul_ps(a, c), _mm256_mul_ps(b, d)] }
    }

    #[inline(always)]
    unsafe fn clip_floats(floats: Self::Floats) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        floats.map(|floats| unsafe {
            let positive = _mm256_max_ps(floats, _mm256_setzero_ps());
            _mm256_min_ps(positive, _mm256_set1_ps(1.0))
        })
    }

    #[inline(always)]
    unsafe fn total_floats([low, high]: Self::Floats) -> f32 {
        // SAFETY: the caller vouches for the processor.
        unsafe { total(_mm256_add_ps(low, high)) }
    }
}

/// The total of eight floats.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn total(eight: __m256) -> f32 {
    // SAFETY: the caller vouches for the processor.
    unsafe {
        let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

/// Adds the products of `BLOCKS` blocks of inputs to the sums, which are by half of a row of 64
/// bytes and by row. Products of neighbouring inputs are summed over all blocks in 16 bits.
///
/// # Safety
/// The processor has AVX2. There are so many blocks of inputs and of weights, which are aligned
/// to 64 bytes and, if blocks are more than one, narrow.
#[inline(always)]
unsafe fn add_group<const BLOCKS: usize>(
    sums: &mut [[__m256i; 4]; 2],
    inputs: *const u8,
    weights: *const i8,
) {
    // SAFETY: the caller vouches for the processor, the inputs and their weights.
    unsafe {
        let ones = _mm256_set1_epi16(1);
        let values: [__m256i; BLOCKS] = std::array::from_fn(|block| {
            _mm256_broadcastsi128_si256(_mm_loadu_si128(inputs.add(block * BLOCK).cast()))
        });
        for (half, sums) in sums.iter_mut().enumerate() {
            for (row, sum) in sums.iter_mut().enumerate() {
                let weights = weights.add(row * 64 + half * 32);
                // Two products of at most 127 * 127 fit 16 bits.
                let products = |block: usize| {
                    let weights = weights.add(block * BLOCK_WEIGHTS);
                    _mm256_maddubs_epi16(values[block], _mm256_load_si256(weights.cast()))
                };
                let mut pairs = products(0);
                for block in 1..BLOCKS {
                    pairs = _mm256_add_epi16(pairs, products(block));
                }
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
    }
}

// SAFETY: every method uses AVX-512 F and BW, and VNNI only if the type says so.
unsafe impl<const VNNI: bool> LayerLanes for Wide<VNNI> {
    type Floats = __m512;

    #[inline(always)]
    unsafe fn write_activations(
        own: impl Fn(usize) -> Self,
        other: impl Fn(usize) -> Self,
        to_own: *mut u8,
        to_other: *mut u8,
    ) {
        let (own, other) = (own(0).0, other(0).0);
        // SAFETY: the caller vouches for the processor and 32 bytes each.
        unsafe {
            let (own, other) = (_mm512_add_epi16(own, own), _mm512_add_epi16(other, other));
            let own = _mm512_mulhrs_epi16(own, own);
            let other = _mm512_mulhrs_epi16(other, other);
            // Packing takes eight values of each in turn.
            let packed = _mm512_packs_epi16(own, other);
            let order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
            let ordered = _mm512_permutexvar_epi64(order, packed);
            _mm256_storeu_si256(to_own.cast(), _mm512_castsi512_si256(ordered));
            _mm256_storeu_si256(to_other.cast(), _mm512_extracti64x4_epi64::<1>(ordered));
        }
    }

    #[inline(always)]
    unsafe fn first_sums<const H: usize>(
        activations: *const u8,
        weights: &LayerWeights<H>,
    ) -> Self::Floats {
        // SAFETY: the caller vouches for the processor and 2 * H activations. The weights of
        // that many inputs are whole groups and aligned to 64 bytes.
        unsafe {
            // By block of a group, so that sums need not wait for each other, and by row.
            let mut sums = [[_mm512_setzero_si512(); 4]; GROUP / BLOCK];
            for start in (0..2 * H).step_by(GROUP) {
                for (block, sums) in sums.iter_mut().enumerate() {
                    let start = start + block * BLOCK;
                    let values = _mm_loadu_si128(activations.add(start).cast());
                    let values = _mm512_broadcast_i32x4(values);
                    let weights = weights.first().as_ptr().add(start * FIRST);
                    for (row, sum) in sums.iter_mut().enumerate() {
                        let weights = _mm512_load_si512(weights.add(row * 64).cast());
                        *sum = add_products::<VNNI>(*sum, values, weights);
                    }
                }
            }
            let [a, b, c, d] = std::array::from_fn(|row| {
                let left = _mm512_add_epi32(sums[0][row], sums[1][row]);
                _mm512_add_epi32(left, _mm512_add_epi32(sums[2][row], sums[3][row]))
            });
            let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
            let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
            let (low, high) = (_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
            _mm512_cvtepi32_ps(_mm512_add_epi32(low, high))
        }
    }

    #[inline(always)]
    unsafe fn load_floats(from: *const f32) -> Self::Floats {
        // SAFETY: the caller vouches for the processor, the 64 bytes and their alignment.
        unsafe { _mm512_load_ps(from) }
    }

    #[inline(always)]
    unsafe fn store_floats(floats: Self::Floats, to: *mut f32) {
        // SAFETY: as for `load_floats`.
        unsafe { _mm512_store_ps(to, floats) }
    }

    #[inline(always)]
    unsafe fn splat(float: f32) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm512_set1_ps(float) }
    }

    #[inline(always)]
    unsafe fn add_floats(left: Self::Floats, right: Self::Floats) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm512_add_ps(left, right) }
    }

    #[inline(always)]
    unsafe fn multiply_floats(left: Self::Floats, right: Self::Floats) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe { _mm512_mul_ps(left, right) }
    }

    #[inline(always)]
    unsafe fn clip_floats(floats: Self::Floats) -> Self::Floats {
        // SAFETY: the caller vouches for the processor.
        unsafe {
            let positive = _mm512_max_ps(floats, _mm512_setzero_ps());
            _mm512_min_ps(positive, _mm512_set1_ps(1.0))
        }
    }

    #[inline(always)]
    unsafe fn total_floats(floats: Self::Floats) -> f32 {
        // SAFETY: the caller vouches for the processor.
        unsafe {
            let upper = _mm512_extractf64x4_pd::<1>(_mm512_castps_pd(floats));
            total(_mm256_add_ps(_mm512_castps512_ps256(floats), _mm256_castpd_ps(upper)))
        }
    }
}

/// Adds products of four bytes each to the sums.
///
/// # Safety
/// The processor has AVX-512 F and BW, and VNNI if that is wanted.
#[inline(always)]
unsafe fn add_products<const VNNI: bool>(
    sums: __m512i,
    values: __m512i,
    weights: __m512i,
) -> __m512i {
    // SAFETY: the caller vouches for the processor.
    unsafe {
        if VNNI {
            return _mm512_dpbusd_epi32(sums, values, weights);
        }
        // Two products of at most 127 * 127 fit 16 bits.
        let pairs = _mm512_maddubs_epi16(values, weights);
        _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
    }
}

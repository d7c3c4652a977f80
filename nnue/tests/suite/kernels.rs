//! Every kernel that this machine has against the scalar one, on values far
//! outside what a trained network holds.

use riposte_movegen::Bitboard;
use riposte_nnue::kernel::Scalar;
use riposte_nnue::{Kernel, Native, Row};

use crate::common::{Random, report_missing, simd_kernel_tests};

fn row<const H: usize>(random: &mut Random, limit: i16) -> Row<H> {
    let mut row = Row::ZERO;
    row.0.fill_with(|| random.weight(limit));
    row
}

/// Values of all sizes: most 16-bit numbers are clipped, so half of the rows
/// are drawn from around the interval that is not.
fn values<const H: usize>(random: &mut Random) -> Row<H> {
    let limit = if random.below(2) == 0 { i16::MAX } else { 1200 };
    row(random, limit)
}

fn agrees_with_width<const H: usize, K: Kernel>(kernel: K) {
    let mut random = Random::new(H as u64);
    for _ in 0..200 {
        let (own, other) = (values::<H>(&mut random), values(&mut random));
        let weights = [row(&mut random, i16::MAX), row(&mut random, i16::MAX)];
        let (left, right) =
            (kernel.output(&own, &other, &weights), Scalar.output(&own, &other, &weights));
        assert_eq!(left, right, "output of {} with {H}", K::NAME);

        let rows: [Row<H>; 6] = std::array::from_fn(|_| values(&mut random));
        let numbers = [3, 1, 0, 5, 4, 2];
        let (adds, subs) = numbers.split_at(random.below(7));
        let (mut left, mut right) = (Row::ZERO, Row::ZERO);
        kernel.combine(&mut left, Some(&own), &rows, adds, subs);
        Scalar.combine(&mut right, Some(&own), &rows, adds, subs);
        assert_eq!(left, right, "combine of {} with {H}", K::NAME);
        kernel.combine(&mut left, None, &rows, adds, subs);
        Scalar.combine(&mut right, None, &rows, adds, subs);
        assert_eq!(left, right, "combine of {} in place with {H}", K::NAME);
    }
    let extremes = [Row([i16::MIN; H]), Row([i16::MAX; H]), Row([1024; H]), Row([1025; H])];
    for weight in [i16::MIN, i16::MAX] {
        let weights = [Row([weight; H]); 2];
        for own in &extremes {
            for other in &extremes {
                assert_eq!(
                    kernel.output(own, other, &weights),
                    Scalar.output(own, other, &weights),
                    "output of {} with {H}",
                    K::NAME
                );
            }
        }
    }
}

fn agrees_on_codes<K: Kernel>(kernel: K) {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let sets = std::array::from_fn(|_| Bitboard(random.next()));
        for square in 0..64 {
            let expected = (0..8).map(|bit| u8::from(sets[bit].0 >> square & 1 != 0) << bit).sum();
            let code: u8 = kernel.code(&sets, square);
            assert_eq!(code, expected, "code of {} on {square}", K::NAME);
        }
    }
}

fn agrees<K: Kernel>() {
    let Some(kernel) = K::detect() else {
        report_missing(K::NAME);
        return;
    };
    agrees_on_codes(kernel);
    agrees_with_width::<32, K>(kernel);
    agrees_with_width::<64, K>(kernel);
    agrees_with_width::<96, K>(kernel);
    agrees_with_width::<256, K>(kernel);
    agrees_with_width::<384, K>(kernel);
    agrees_with_width::<1024, K>(kernel);
}

#[test]
fn scalar_computes_what_it_says() {
    let mut own = Row::<32>::ZERO;
    own.0[..4].copy_from_slice(&[-5, 512, 1024, 9000]);
    let mut weights = [Row::ZERO; 2];
    weights[0].0[..4].copy_from_slice(&[70, 128, -64, 16_384]);
    // 512 * 128 / 32768 is 2, 1024 * -64 / 32768 is -2, 1024 * 16384 / 32768 is 512.
    let expected = 512 * 2 - 1024 * 2 + 1024 * 512;
    assert_eq!(Scalar.output(&own, &Row::ZERO, &weights), expected);
    // Products of ±0.5 round up, those of ±0.49 to 0.
    let halves = [Row([512; 32]), Row::ZERO];
    for (weight, rounded) in [(32, 1), (31, 0), (-32, 0), (-33, -1)] {
        let weights = [Row([weight; 32]), Row::ZERO];
        assert_eq!(Scalar.output(&halves[0], &halves[1], &weights), 32 * 512 * rounded);
    }
}

simd_kernel_tests!(agrees);

#[test]
fn the_kernel_of_the_target_is_there() {
    agrees::<Native>();
    assert!(Native::detect().is_some());
}

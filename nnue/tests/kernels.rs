//! Every kernel that this machine has against the scalar one, on values far
//! outside what a trained network holds.
mod common;

use common::Random;
use riposte_nnue::kernel::Scalar;
use riposte_nnue::{Kernel, MAX_OUTPUT_WEIGHT, Native, Row, kernel};

fn row<const H: usize>(random: &mut Random, limit: i16) -> Row<H> {
    let mut row = Row::ZERO;
    row.0.fill_with(|| random.weight(limit));
    row
}

/// Values of all sizes: most 16-bit numbers are clipped, so half of the rows
/// are drawn from around the interval that is not.
fn values<const H: usize>(random: &mut Random) -> Row<H> {
    let limit = if random.below(2) == 0 { i16::MAX } else { 300 };
    row(random, limit)
}

fn agrees_with_width<const H: usize, K: Kernel>(kernel: K) {
    let mut random = Random::new(H as u64);
    for _ in 0..200 {
        let (own, other) = (values::<H>(&mut random), values(&mut random));
        let weights = [row(&mut random, MAX_OUTPUT_WEIGHT), row(&mut random, MAX_OUTPUT_WEIGHT)];
        let (left, right) =
            (kernel.output(&own, &other, &weights), Scalar.output(&own, &other, &weights));
        assert_eq!(left, right, "output of {} with {H}", K::NAME);

        let rows: [Row<H>; 6] = std::array::from_fn(|_| values(&mut random));
        let rows: Vec<&Row<H>> = rows.iter().collect();
        let (adds, subs) = rows.split_at(random.below(7));
        let (mut left, mut right) = (Row::ZERO, Row::ZERO);
        kernel.combine(&mut left, &own, adds, subs);
        Scalar.combine(&mut right, &own, adds, subs);
        assert_eq!(left, right, "combine of {} with {H}", K::NAME);
    }
    let extremes = [Row([i16::MIN; H]), Row([i16::MAX; H]), Row([255; H]), Row([256; H])];
    for weight in [-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT] {
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

fn agrees<K: Kernel>() {
    let Some(kernel) = K::detect() else {
        common::report_missing(K::NAME);
        return;
    };
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
    own.0[..4].copy_from_slice(&[-5, 3, 255, 9000]);
    let mut weights = [Row::ZERO; 2];
    weights[0].0[..4].copy_from_slice(&[7, 2, -1, 3]);
    weights[1].0[0] = 100;
    let expected = 9 * 2 - 255 * 255 + 255 * 255 * 3;
    assert_eq!(Scalar.output(&own, &Row::ZERO, &weights), expected);
    assert_eq!(Scalar.output(&Row([1; 32]), &Row([2; 32]), &weights), 7 + 2 - 1 + 3 + 4 * 100);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_agrees() {
    agrees::<kernel::Avx2>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_agrees() {
    agrees::<kernel::Avx512>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_vnni_agrees() {
    agrees::<kernel::Avx512Vnni>();
}

#[cfg(target_arch = "aarch64")]
#[test]
fn neon_agrees() {
    agrees::<kernel::Neon>();
}

#[test]
fn the_kernel_of_the_target_is_there() {
    agrees::<Native>();
    assert!(Native::detect().is_some());
}

use super::Kernel;
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
}

//! The arithmetic on rows of weights, one version per instruction set.
//!
//! Sums wrap in 16 and 32 bits in every version. Wrapping addition does not
//! depend on its order, which is why they agree bit for bit whatever the width
//! of their registers. Floats are summed in one order that is laid down, without fused
//! multiply-add.

mod lanes;
#[cfg(target_arch = "x86_64")]
mod layers;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use scalar::Scalar;
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512, Avx512Vnni};

use riposte_movegen::Bitboard;

use crate::layers::LayerWeights;
use crate::network::Row;

/// One version of the arithmetic. A value of an implementing type is the proof
/// that this processor has the instructions.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// A name for reports.
    const NAME: &'static str;

    /// The kernel, if this processor can run it.
    fn detect() -> Option<Self>;

    /// What each of eight sets of squares says of a square, whose number is below 64: the first
    /// set is the lowest bit.
    fn code(self, sets: &[Bitboard; 8], square: usize) -> u8;

    /// `to` becomes `from` (without one: what it was) plus the rows of `weights` with the
    /// numbers in `adds` minus those in `subs`.
    ///
    /// # Panics
    /// When there is no row with such a number.
    fn combine<const H: usize>(
        self,
        to: &mut Row<H>,
        from: Option<&Row<H>>,
        weights: &[Row<H>],
        adds: &[u16],
        subs: &[u16],
    );

    /// The sum over both halves of `clip(value) * round(clip(value) * weight /
    /// PRODUCT)`, where values are clipped to 0 to [`crate::QA`], and `PRODUCT` is
    /// [`crate::PRODUCT`]. A half rounds up.
    fn output<const H: usize>(self, own: &Row<H>, other: &Row<H>, weights: &[Row<H>; 2]) -> i32;

    /// The same sum, and what the hidden layers of a bucket add to it in units of output; see
    /// [`crate::Layers`]. Sums of the second layer are made in four parts, of every fourth
    /// neuron, the first starting with the bias. The last sum adds the upper half to the
    /// lower one until one number is left.
    fn output_with_layers<const H: usize>(
        self,
        own: &Row<H>,
        other: &Row<H>,
        outputs: &[Row<H>; 2],
        weights: &LayerWeights<H>,
    ) -> (i32, f32);
}

/// The fastest kernel that every processor of the compilation target can run.
pub type Native = cfg_select! {
    all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vnni") => {
        Avx512Vnni
    }
    all(target_arch = "x86_64", target_feature = "avx512bw") => { Avx512 }
    all(target_arch = "x86_64", target_feature = "avx2") => { Avx2 }
    all(target_arch = "aarch64", target_feature = "neon") => { Neon }
    _ => { Scalar }
};

/// The kernel of the compilation target, without asking the processor.
#[inline]
pub const fn native() -> Native {
    Native::of_target()
}

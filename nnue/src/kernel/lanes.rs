//! The loops over rows, written once for any vector register, and the kernels made of them.

use riposte_movegen::Bitboard;

use crate::network::Row;

/// A vector register of 16-bit values.
///
/// # Safety
/// `WIDTH` is the number of values that `load` reads and `store` writes, and
/// divides 32. All methods may be called only on a processor that has the
/// instructions of the implementing type.
pub(super) unsafe trait Lanes: Copy {
    /// A register of 32-bit sums.
    type Sums: Copy;

    /// How many 16-bit values there are.
    const WIDTH: usize;

    /// Reads `WIDTH` values from a pointer that is aligned to 64 bytes or to
    /// the register, whichever is less.
    unsafe fn load(from: *const i16) -> Self;
    /// Writes `WIDTH` values, aligned as for `load`.
    unsafe fn store(self, to: *mut i16);
    /// Wrapping sum.
    unsafe fn add(self, other: Self) -> Self;
    /// Wrapping difference.
    unsafe fn sub(self, other: Self) -> Self;
    /// Values below 0 become 0, above [`crate::QA`] become that.
    unsafe fn clip(self) -> Self;
    /// The products divided by [`crate::PRODUCT`], a half rounded up. One value is not
    /// negative.
    unsafe fn multiply_high(self, other: Self) -> Self;
    /// No sum yet.
    unsafe fn no_sums() -> Self::Sums;
    /// Adds all products of `self` and `other`, some per sum, to `sums`.
    unsafe fn multiply_into(self, other: Self, sums: Self::Sums) -> Self::Sums;
    /// Adds sums pairwise.
    unsafe fn add_sums(left: Self::Sums, right: Self::Sums) -> Self::Sums;
    /// The wrapping total.
    unsafe fn total(sums: Self::Sums) -> i32;
    /// See [`super::Kernel::code`].
    unsafe fn code(sets: &[Bitboard; 8], square: usize) -> u8;
}

/// See [`super::Kernel::combine`].
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn combine<V: Lanes, const H: usize>(
    to: &mut Row<H>,
    from: Option<&Row<H>>,
    weights: &[Row<H>],
    adds: &[u16],
    subs: &[u16],
) {
    const { assert!(H.is_multiple_of(32)) };
    let registers = H / V::WIDTH;
    // Part after part of the accumulator stays in registers while all rows are added to
    // it: many for loads to overlap, few enough for 16 registers, and none left over.
    // SAFETY: the caller vouches for the processor; the numbers divide that of registers.
    unsafe {
        if registers.is_multiple_of(12) {
            combine_tiles::<V, H, 12>(to, from, weights, adds, subs);
        } else if registers.is_multiple_of(8) {
            combine_tiles::<V, H, 8>(to, from, weights, adds, subs);
        } else if registers.is_multiple_of(4) {
            combine_tiles::<V, H, 4>(to, from, weights, adds, subs);
        } else {
            combine_tiles::<V, H, 1>(to, from, weights, adds, subs);
        }
    }
}

/// The whole accumulator, `T` registers at a time.
///
/// # Safety
/// The processor has the instructions of `V`, and `T` registers divide `H`.
#[inline(always)]
unsafe fn combine_tiles<V: Lanes, const H: usize, const T: usize>(
    to: &mut Row<H>,
    from: Option<&Row<H>>,
    weights: &[Row<H>],
    adds: &[u16],
    subs: &[u16],
) {
    for start in (0..H).step_by(T * V::WIDTH) {
        // SAFETY: the caller vouches for the processor; the tile ends within H.
        unsafe { combine_tile::<V, H, T>(start, to, from, weights, adds, subs) };
    }
}

/// `T` registers from `start` on.
///
/// # Safety
/// The processor has the instructions of `V`, `start` is a multiple of its
/// width, and `T` registers from there lie within `H`.
#[inline(always)]
unsafe fn combine_tile<V: Lanes, const H: usize, const T: usize>(
    start: usize,
    to: &mut Row<H>,
    from: Option<&Row<H>>,
    weights: &[Row<H>],
    adds: &[u16],
    subs: &[u16],
) {
    let part = |row: &Row<H>, i: usize| -> V {
        // SAFETY: by the contract of this function the register lies within
        // the row, and rows are aligned to 64 bytes.
        unsafe { V::load(row.0.as_ptr().add(start + i * V::WIDTH)) }
    };
    let mut sums: [V; T] = std::array::from_fn(|i| part(from.unwrap_or(to), i));
    for &row in adds {
        let row = &weights[usize::from(row)];
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the caller vouches for the processor.
            *sum = unsafe { sum.add(part(row, i)) };
        }
    }
    for &row in subs {
        let row = &weights[usize::from(row)];
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the caller vouches for the processor.
            *sum = unsafe { sum.sub(part(row, i)) };
        }
    }
    for (i, sum) in sums.into_iter().enumerate() {
        // SAFETY: as for the loads.
        unsafe { sum.store(to.0.as_mut_ptr().add(start + i * V::WIDTH)) };
    }
}

/// See [`super::Kernel::output`]. The square is split as
/// `(value * weight) * value`: the first product is rounded to 16 bits, the second is
/// summed in 32 bits.
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn output<V: Lanes, const H: usize>(
    own: &Row<H>,
    other: &Row<H>,
    weights: &[Row<H>; 2],
) -> i32 {
    const { assert!(H.is_multiple_of(32)) };
    let step = |values: &Row<H>, weights: &Row<H>, start: usize, sums: V::Sums| {
        // SAFETY: the caller vouches for the processor. `start` is below H and
        // a multiple of WIDTH, which divides H, so the registers lie within
        // the rows; rows are aligned to 64 bytes.
        unsafe {
            let value = V::load(values.0.as_ptr().add(start)).clip();
            let weight = V::load(weights.0.as_ptr().add(start));
            value.multiply_into(value.multiply_high(weight), sums)
        }
    };
    // SAFETY: the caller vouches for the processor.
    let mut sums = unsafe { [V::no_sums(); 4] };
    for start in (0..H).step_by(2 * V::WIDTH) {
        sums[0] = step(own, &weights[0], start, sums[0]);
        sums[1] = step(other, &weights[1], start, sums[1]);
        if start + V::WIDTH < H {
            sums[2] = step(own, &weights[0], start + V::WIDTH, sums[2]);
            sums[3] = step(other, &weights[1], start + V::WIDTH, sums[3]);
        }
    }
    let [a, b, c, d] = sums;
    // SAFETY: the caller vouches for the processor.
    unsafe { V::total(V::add_sums(V::add_sums(a, b), V::add_sums(c, d))) }
}

/// Declares a kernel that runs the loops above on one type of register, and
/// `output_with_layers` of the module that uses the macro. Last come the macro that asks the
/// processor for a feature, and the features.
macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident, $lanes:ty, $text:literal,
     $detected:ident: [$($feature:tt),+]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The kernel, where the compilation target has its instructions.
            #[cfg(all($(target_feature = $feature),+))]
            #[allow(dead_code, reason = "used by the widest kernel of the target only")]
            pub(super) const fn of_target() -> Self {
                Self(())
            }
        }

        impl $crate::kernel::Kernel for $name {
            const NAME: &'static str = $text;

            fn detect() -> Option<Self> {
                ($($detected!($feature))&&+).then_some(Self(()))
            }

            lanes::method! { [$($feature),+]
                fn code(sets: &[Bitboard; 8], square: usize) -> u8 {
                    <$lanes as Lanes>::code(sets, square)
                }
            }

            lanes::method! { [$($feature),+]
                fn combine<const H: usize>(
                    to: &mut Row<H>,
                    from: Option<&Row<H>>,
                    weights: &[Row<H>],
                    adds: &[u16],
                    subs: &[u16],
                ) {
                    lanes::combine::<$lanes, H>(to, from, weights, adds, subs)
                }
            }

            lanes::method! { [$($feature),+]
                fn output<const H: usize>(
                    own: &Row<H>,
                    other: &Row<H>,
                    weights: &[Row<H>; 2],
                ) -> i32 {
                    lanes::output::<$lanes, H>(own, other, weights)
                }
            }

            lanes::method! { [$($feature),+]
                fn output_with_layers<const H: usize>(
                    own: &Row<H>,
                    other: &Row<H>,
                    outputs: &[Row<H>; 2],
                    weights: &LayerWeights<H>,
                ) -> (i32, f32) {
                    output_with_layers::<$lanes, H>(own, other, outputs, weights)
                }
            }
        }
    };
}

/// A method of a kernel, the body of which is compiled for a processor with these features.
macro_rules! method {
    ([$($feature:tt),+] fn $name:ident $(<const $size:ident: usize>)?
     ($($argument:ident: $type:ty),+ $(,)?) $(-> $result:ty)? { $body:expr }) => {
        #[inline]
        fn $name $(<const $size: usize>)? (self, $($argument: $type),+) $(-> $result)? {
            #[inline]
            #[target_feature($(enable = $feature),+)]
            fn run $(<const $size: usize>)? ($($argument: $type),+) $(-> $result)? {
                // SAFETY: this function has the instructions itself.
                unsafe { $body }
            }
            // SAFETY: `self` was made by `detect` or `of_target` only, so the processor has
            // the instructions.
            unsafe { run($($argument),+) }
        }
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use {kernel, method};

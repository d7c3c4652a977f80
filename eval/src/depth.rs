//! How deep: remaining depth and distance from the root are different things.

use std::fmt;

/// Remaining depth of a search, in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Depth(i32);

impl Depth {
    /// No depth left: quiescence.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);
    /// The deepest iteration.
    pub const MAX: Self = Self(Ply::MAX.0 as i32 - 1);

    /// So many plies.
    #[inline]
    pub const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// The depth as a TT entry holds it: below zero counts as zero.
    #[inline]
    pub const fn to_tt(self) -> u8 {
        if self.0 < 0 { 0 } else { self.0 as u8 }
    }
}

/// Adds and subtracts whole numbers.
macro_rules! offsets {
    ($name:ident) => {
        impl std::ops::Add<i32> for $name {
            type Output = Self;

            #[inline]
            fn add(self, offset: i32) -> Self {
                Self(self.0 + offset)
            }
        }

        impl std::ops::Sub<i32> for $name {
            type Output = Self;

            #[inline]
            fn sub(self, offset: i32) -> Self {
                Self(self.0 - offset)
            }
        }

        impl std::ops::AddAssign<i32> for $name {
            #[inline]
            fn add_assign(&mut self, offset: i32) {
                *self = *self + offset;
            }
        }

        impl std::ops::SubAssign<i32> for $name {
            #[inline]
            fn sub_assign(&mut self, offset: i32) {
                *self = *self - offset;
            }
        }
    };
}
pub(crate) use offsets;

offsets!(Depth);

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Distance from the root, in half-moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Self = Self(0);
    /// No search goes further from the root than this.
    pub const MAX: Self = Self(250);

    /// So many half-moves from the root.
    #[inline]
    pub const fn new(ply: u16) -> Self {
        Self(ply)
    }

    /// For indexing per-ply arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The plain number.
    #[inline]
    pub const fn number(self) -> i32 {
        self.0 as i32
    }

    /// One half-move deeper.
    #[inline]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

//! How deep: remaining depth and distance from the root are different things.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

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

impl Add<i32> for Depth {
    type Output = Self;

    #[inline]
    fn add(self, plies: i32) -> Self {
        Self(self.0 + plies)
    }
}

impl AddAssign<i32> for Depth {
    #[inline]
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl Sub<i32> for Depth {
    type Output = Self;

    #[inline]
    fn sub(self, plies: i32) -> Self {
        Self(self.0 - plies)
    }
}

impl SubAssign<i32> for Depth {
    #[inline]
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}

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

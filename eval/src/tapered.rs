//! A middlegame and an endgame value in one register.

use std::ops::{AddAssign, SubAssign};

/// Two 16-bit values in one 32-bit word, added and subtracted together.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Tapered(i32);

impl Tapered {
    /// Packs both values. The endgame value is in the high half; a borrow of
    /// the low half is made good when it is read.
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Self((end << 16) + middle)
    }

    /// The value with all pieces on the board.
    #[inline]
    pub(crate) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value of the bare endgame.
    #[inline]
    pub(crate) const fn end(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    pub(crate) const fn negated(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let mut sum = Tapered::default();
        let pairs = [(120, -45), (-300, 7), (-1, -1), (0, -9), (2500, -3100)];
        for (middle, end) in pairs {
            sum += Tapered::new(middle, end);
        }
        let expected = pairs.iter().fold((0, 0), |(m, e), p| (m + p.0, e + p.1));
        assert_eq!((sum.middle(), sum.end()), expected);
        assert_eq!((sum.negated().middle(), sum.negated().end()), (-expected.0, -expected.1));
    }
}

//! The entry of every history.

/// A value updated with gravity: `h += b - |b| * h / LIMIT`.
///
/// The pull to zero grows with the value, so that old updates fade and the value never
/// leaves `-LIMIT..=LIMIT`. (The form is usually credited to Ed Schröder and the Stockfish
/// developers.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Entry<const LIMIT: i32>(i16);

impl<const LIMIT: i32> Entry<LIMIT> {
    /// With `|h|` and `|b|` at most `LIMIT`, `h + b - |b| h / LIMIT` is between `-LIMIT`
    /// and `LIMIT`: if these fit an `i16`, so does every value.
    const FITS: () = assert!(LIMIT > 0 && LIMIT <= i16::MAX as i32);

    /// The value.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Moves the value towards the sign of `bonus`.
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        let () = Self::FITS;
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }

    /// As [`Self::update`], with the pull of a `total` that this value is a part of.
    #[inline]
    pub fn update_with(&mut self, bonus: i32, total: i32) {
        let () = Self::FITS;
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let pull = total.clamp(-LIMIT, LIMIT) * bonus.abs() / LIMIT;
        self.0 = (i32::from(self.0) + bonus - pull).clamp(-LIMIT, LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit_and_reach_it() {
        let mut entry = Entry::<16384>::default();
        for _ in 0..1000 {
            entry.update(100_000);
            assert!(entry.get() <= 16384);
        }
        assert_eq!(entry.get(), 16384);
        for _ in 0..1000 {
            entry.update(-300);
            assert!(entry.get() >= -16384);
        }
        assert!(entry.get() < -16000);
    }

    #[test]
    fn a_surprise_changes_more_than_a_confirmation() {
        let mut high = Entry::<8192>::default();
        high.update(6000);
        let before = high.get();
        high.update(500);
        let gain = high.get() - before;
        let mut low = high;
        low.update(-500);
        assert!(high.get() - low.get() > gain);
    }
}

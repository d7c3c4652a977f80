//! Random numbers that are the same on every machine and in every version.

use riposte_board::SplitMix;

/// SplitMix64 with numbered streams.
pub struct Random(SplitMix);

impl Random {
    /// The stream numbered `stream` of those that belong to `seed`.
    pub fn stream(seed: u64, stream: u64) -> Self {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        // Mixed twice, so that neighbouring streams of neighbouring seeds do not
        // start near each other.
        let mixed = SplitMix(seed).next() ^ stream.wrapping_mul(STEP);
        Self(SplitMix(SplitMix(mixed.wrapping_sub(STEP)).next()))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// A number from `-limit` up to, but not including, `limit`.
    pub fn within(&mut self, limit: f32) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 23) as f32 * limit - limit
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        const SCALE: f64 = 1.0 / (1u64 << 53) as f64;
        ((self.bits() >> 11) as f64 * SCALE) < probability
    }

    /// Brings `items` into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_repeat() {
        let first = |seed, stream| Random::stream(seed, stream).bits();
        assert_eq!(first(1, 7), first(1, 7));
        let mut seen = std::collections::HashSet::new();
        for seed in 0..100 {
            for stream in 0..100 {
                assert!(seen.insert(first(seed, stream)), "{seed} {stream}");
            }
        }
    }

    #[test]
    fn chance_and_below_are_even() {
        let mut random = Random::stream(3, 0);
        let hits = (0..100_000).filter(|_| random.chance(0.1)).count();
        assert!((9_500..10_500).contains(&hits), "{hits}");
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[random.below(7)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}

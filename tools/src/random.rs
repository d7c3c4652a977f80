//! Random numbers that are the same on every machine and in every version.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014): one addition and a mixing function per number.
pub struct Random(u64);

impl Random {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The stream numbered `stream` of those that belong to `seed`.
    pub fn stream(seed: u64, stream: u64) -> Self {
        // Mixed twice, so that neighbouring streams of neighbouring seeds do not
        // start near each other.
        Self(mix(mix(seed.wrapping_add(Self::STEP)) ^ stream.wrapping_mul(Self::STEP)))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        mix(self.0)
    }

    /// A number below `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        // The high half of the product; the bias is below one in 2^32 for every
        // `end` in use here.
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
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

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
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

//! Probabilities of bits that adapt to the bits before.
//!
//! Several contexts give a probability for each bit; a small logistic regression weighs them
//! by how right they were so far. Source of the idea: logistic mixing (Mahoney: "Adaptive
//! weighing of context models for lossless data compression", 2005). All numbers are
//! integers, so that every machine decodes what another has encoded.

use std::array;
use std::sync::LazyLock;

use super::coder::BitCoder;

/// `4096 / (1 + e^-x)` for x from -8 to 8 in steps of one half.
const SIGMOID: [i32; 33] = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
];

/// Logits are in 256ths and stay within this.
const LARGEST: i32 = 2047;

/// The probability in 4096ths that belongs to a logit.
fn squash(logit: i32) -> i32 {
    let shifted = logit.clamp(-LARGEST, LARGEST) + 2048;
    let (index, rest) = ((shifted >> 7) as usize, shifted & 127);
    (SIGMOID[index] * (128 - rest) + SIGMOID[index + 1] * rest + 64) >> 7
}

/// The logit of each probability in 4096ths: the inverse of [`squash`].
static LOGITS: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let mut logits = Vec::with_capacity(4096);
    for logit in -LARGEST..=LARGEST {
        let end = squash(logit) as usize + 1;
        if end > logits.len() {
            logits.resize(end, logit);
        }
    }
    logits.resize(4096, LARGEST);
    logits
});

/// How often a bit was set in one context.
#[derive(Clone, Copy)]
struct Counter {
    /// Probability of a set bit in 65536ths.
    set: u16,
    /// Bits seen, up to [`Counter::LIMIT`].
    seen: u8,
}

impl Counter {
    const NEW: Self = Self { set: 1 << 15, seen: 0 };
    /// The last bits count as much as this many.
    const LIMIT: u8 = 250;

    fn update(&mut self, bit: bool) {
        let target = if bit { 65_535 } else { 0 };
        let step = (target - i32::from(self.set)) * 2 / (2 * i32::from(self.seen) + 3);
        self.set = (i32::from(self.set) + step) as u16;
        self.seen = (self.seen + 1).min(Self::LIMIT);
    }
}

/// Codes bits, each seen in `N` contexts.
pub struct Mixer<const N: usize> {
    counters: [Vec<Counter>; N],
    weights: Vec<[i32; N]>,
    logits: &'static [i32],
}

impl<const N: usize> Mixer<N> {
    /// A weight of one.
    const ONE: i32 = 1 << 16;
    /// How fast the weights follow.
    const RATE: i32 = 6;

    /// For contexts numbered below `sizes` and weights numbered below `sets`.
    pub fn new(sizes: [usize; N], sets: usize) -> Self {
        Self {
            counters: sizes.map(|size| vec![Counter::NEW; size]),
            weights: vec![[Self::ONE * 2 / (N as i32 + 1); N]; sets],
            logits: &LOGITS,
        }
    }

    /// Codes a bit in `contexts`, with the weights numbered `set`.
    pub fn code(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: [usize; N],
        set: usize,
        bit: bool,
    ) -> bool {
        let logits: [i32; N] = array::from_fn(|index| {
            self.logits[usize::from(self.counters[index][contexts[index]].set >> 4)]
        });
        let weights = &mut self.weights[set];
        let sum: i64 =
            logits.iter().zip(&*weights).map(|(&x, &w)| i64::from(x) * i64::from(w)).sum();
        let chance = squash((sum >> 16).clamp(-i64::from(LARGEST), i64::from(LARGEST)) as i32);
        let bit = coder.code(bit, (chance.clamp(1, 4095) * 16) as u16);

        let error = ((i32::from(bit) << 12) - chance) * Self::RATE;
        for (weight, logit) in weights.iter_mut().zip(logits) {
            *weight += (logit * error + (1 << 15)) >> 16;
        }
        for (counters, context) in self.counters.iter_mut().zip(contexts) {
            counters[context].update(bit);
        }
        bit
    }
}

/// Codes numbers, each seen in `N` contexts: first how many bits they have, then the
/// bits.
pub struct Numbers<const N: usize>(Mixer<N>);

impl<const N: usize> Numbers<N> {
    /// Largest number of bits.
    const MOST_BITS: u32 = 16;
    /// Nodes of the decision tree: 17 for the length, the sign, then 4 for the first two
    /// bits behind the leading one of each length.
    const NODES: usize = 18 + 4 * 17;
    const SIGN: usize = 17;

    /// For contexts numbered below `sizes`.
    pub fn new(sizes: [usize; N]) -> Self {
        Self(Mixer::new(sizes.map(|size| size * Self::NODES), Self::NODES))
    }

    /// A number of at most 16 bits.
    pub fn unsigned(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: [usize; N],
        number: u32,
    ) -> u32 {
        let mut code = |coder: &mut _, node: usize, bit| {
            self.0.code(coder, contexts.map(|context| context * Self::NODES + node), node, bit)
        };
        let wanted = u32::BITS - number.leading_zeros();
        let mut bits = 0;
        while bits < Self::MOST_BITS && code(coder, bits as usize, bits < wanted) {
            bits += 1;
        }
        let mut found = u32::from(bits > 0);
        for place in (0..bits.saturating_sub(1)).rev() {
            let bit = number >> place & 1 == 1;
            let first = Self::SIGN + 1 + 4 * bits as usize;
            let bit = match bits - 1 - place {
                1 => code(coder, first, bit),
                2 => code(coder, first + 1 + (found & 1) as usize, bit),
                _ => coder.code(bit, 1 << 15),
            };
            found = found << 1 | u32::from(bit);
        }
        found
    }

    /// A number of either sign, at most 16 bits without it.
    pub fn signed(&mut self, coder: &mut impl BitCoder, contexts: [usize; N], number: i32) -> i32 {
        let size = self.unsigned(coder, contexts, number.unsigned_abs()) as i32;
        if size == 0 {
            return 0;
        }
        let contexts = contexts.map(|context| context * Self::NODES + Self::SIGN);
        if self.0.code(coder, contexts, Self::SIGN, number < 0) { -size } else { size }
    }
}

#[cfg(test)]
mod tests {
    use riposte_board::SplitMix;

    use super::super::coder::{Decoder, Encoder};
    use super::*;

    #[test]
    fn logits_are_the_inverse() {
        for chance in 1..4096 {
            let back = squash(LOGITS[chance as usize]);
            assert!((back - chance).abs() <= 1 + chance.min(4096 - chance) / 32, "{chance} {back}");
        }
    }

    #[test]
    fn numbers_come_back() {
        let mut random = SplitMix(2);
        let numbers: Vec<i32> = (0..20_000)
            .map(|_| (random.next() >> (48 + random.below(16))) as i32 * [-1, 1][random.below(2)])
            .chain([65_535, -65_535, 0])
            .collect();
        let mut encoder = Encoder::new();
        let mut model = Numbers::new([2, 3]);
        for (index, &number) in numbers.iter().enumerate() {
            assert_eq!(model.signed(&mut encoder, [index % 2, index % 3], number), number);
        }
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        let mut model = Numbers::new([2, 3]);
        for (index, &number) in numbers.iter().enumerate() {
            assert_eq!(model.signed(&mut decoder, [index % 2, index % 3], 0), number);
        }
    }

    /// A bit that one of two contexts decides costs next to nothing once that is known.
    #[test]
    fn the_context_that_knows_is_found() {
        let mut random = SplitMix(3);
        let mut encoder = Encoder::new();
        let mut mixer = Mixer::new([4, 4], 1);
        for _ in 0..16_000 {
            let (known, noise) = (random.below(4), random.below(4));
            mixer.code(&mut encoder, [noise, known], 0, known > 1);
        }
        assert!(encoder.finish().len() < 60);
    }
}

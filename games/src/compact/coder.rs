//! A binary arithmetic coder: each bit costs the logarithm of its probability.
//!
//! Source of the idea: arithmetic coding (Witten, Neal, Cleary: "Arithmetic coding for
//! data compression", 1987), with an interval of 32 bits that gives away its leading byte
//! as soon as both ends share it, so that no carry has to be handled.

/// Codes bits in one direction. A model is written once for both: it hands in the bit,
/// which the decoder ignores, and goes on with the bit that comes back.
pub trait BitCoder {
    /// Codes `bit`, which is set with the probability `set / 65536`; `set` is not 0.
    fn code(&mut self, bit: bool, set: u16) -> bool;
}

/// The interval that the bits so far have left.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Self = Self { low: 0, high: u32::MAX };

    /// The last number of the part that belongs to a set bit.
    fn split(&self, set: u16) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(set)) >> 16) as u32
    }

    fn narrow(&mut self, bit: bool, split: u32) {
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
    }

    /// The leading byte if both ends share it; the interval is then 256 times as wide.
    fn shift(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.low >> 24) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 255;
        Some(byte)
    }
}

/// Encodes bits as bytes.
pub struct Encoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn new() -> Self {
        Self { interval: Interval::WHOLE, bytes: Vec::new() }
    }

    /// All bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.high.to_be_bytes());
        self.bytes
    }
}

impl BitCoder for Encoder {
    fn code(&mut self, bit: bool, set: u16) -> bool {
        self.interval.narrow(bit, self.interval.split(set));
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Decodes the bytes of an [`Encoder`] if the same probabilities come in
/// the same order. Behind the last byte it reads zeros.
pub struct Decoder<'a> {
    interval: Interval,
    value: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { interval: Interval::WHOLE, value: 0, bytes: bytes.iter() };
        (0..4).for_each(|_| decoder.pull());
        decoder
    }

    fn pull(&mut self) {
        self.value = self.value << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl BitCoder for Decoder<'_> {
    fn code(&mut self, _: bool, set: u16) -> bool {
        let split = self.interval.split(set);
        let bit = self.value <= split;
        self.interval.narrow(bit, split);
        while self.interval.shift().is_some() {
            self.pull();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use riposte_board::SplitMix;

    use super::*;

    #[test]
    fn bits_come_back_at_the_cost_of_their_probability() {
        let mut random = SplitMix(1);
        let bits: Vec<(bool, u16)> = (0..80_000)
            .map(|_| {
                let set = [1, 655, 32_768, 65_535][random.below(4)];
                (random.below(65_536) < usize::from(set), set)
            })
            .collect();
        let mut encoder = Encoder::new();
        bits.iter().for_each(|&(bit, set)| assert_eq!(encoder.code(bit, set), bit));
        let bytes = encoder.finish();
        // 1 bit for a quarter of them, 0.08 for another, next to nothing for the rest.
        assert!((2_650..2_800).contains(&bytes.len()), "{}", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        assert!(bits.iter().all(|&(bit, set)| decoder.code(!bit, set) == bit));
    }
}

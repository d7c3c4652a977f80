//! The entry of a position, and its packing into one word.

/// The kind of bound that a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Bound {
    /// No score, as in the default entry: for a move or an evaluation alone. Riposte's
    /// search does not store it.
    #[default]
    None = 0,
    /// The true score is at most this: every move failed low.
    Upper = 1,
    /// The true score is at least this: a move failed high.
    Lower = 2,
    /// The true score is this.
    Exact = 3,
}

impl Bound {
    /// The bound of the two lowest bits.
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

/// The entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Entry {
    /// The best or refuting move, an opaque pattern; zero for none.
    pub mv: u16,
    /// The score in the searcher's unit, opaque.
    pub score: i16,
    /// The static evaluation in the searcher's unit, opaque.
    pub eval: i16,
    /// The depth to which the score was searched; deeper entries live longer.
    pub depth: u8,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// Whether the position is or was part of a principal variation.
    pub pv: bool,
}

/// The number of a search, in `1..=Age::CYCLE`; zero is left for empty slots,
/// so that no stored word is ever zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Age(u8);

impl Age {
    /// How many ages there are before the count starts again.
    pub(crate) const CYCLE: u8 = 31;
    /// The age of a fresh table.
    pub(crate) const FIRST: Self = Self(1);

    /// The age held in a byte, if it is one.
    pub(crate) const fn new(byte: u8) -> Option<Self> {
        match byte {
            1..=Self::CYCLE => Some(Self(byte)),
            _ => None,
        }
    }

    /// The number, in `1..=CYCLE`.
    pub(crate) const fn get(self) -> u8 {
        self.0
    }

    /// The age of the next search.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 % Self::CYCLE + 1)
    }

    /// How many searches ago `then` was, in `0..CYCLE`.
    pub(crate) const fn since(self, then: Self) -> u8 {
        if self.0 >= then.0 { self.0 - then.0 } else { self.0 + Self::CYCLE - then.0 }
    }
}

/// An entry and the search that stored it. As a word, from the lowest bit:
///
/// ```text
///   0       16      32      48     56  58 59    64
///   | move  | score | eval  | depth |b |pv| age  |
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedEntry {
    pub(crate) entry: Entry,
    pub(crate) age: Age,
}

impl PackedEntry {
    /// The word, never zero.
    pub(crate) const fn pack(self) -> u64 {
        let Entry { mv, score, eval, depth, bound, pv } = self.entry;
        mv as u64
            | (score as u16 as u64) << 16
            | (eval as u16 as u64) << 32
            | (depth as u64) << 48
            | (bound as u64) << 56
            | (pv as u64) << 58
            | (self.age.0 as u64) << 59
    }

    /// The entry in a word, unless no store could have made that word.
    pub(crate) const fn unpack(word: u64) -> Option<Self> {
        let Some(age) = Age::new((word >> 59) as u8) else { return None };
        let entry = Entry {
            mv: word as u16,
            score: (word >> 16) as u16 as i16,
            eval: (word >> 32) as u16 as i16,
            depth: (word >> 48) as u8,
            bound: Bound::from_bits(word >> 56),
            pv: word >> 58 & 1 != 0,
        };
        Some(Self { entry, age })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    #[test]
    fn an_entry_is_sixteen_bytes_at_most_and_its_word_eight() {
        assert!(size_of::<Entry>() <= 16);
        assert_eq!(
            size_of_val(&PackedEntry { entry: Entry::default(), age: Age::FIRST }.pack()),
            8
        );
    }

    #[test]
    fn packing_keeps_every_field_at_its_extremes() {
        for (bound, pv) in BOUNDS.into_iter().flat_map(|b| [(b, false), (b, true)]) {
            for (mv, score, eval, depth) in [
                (0, 0, 0, 0),
                (u16::MAX, i16::MAX, i16::MIN, u8::MAX),
                (1, i16::MIN, i16::MAX, 1),
                (0x8000, -1, 1, 0x80),
            ] {
                for age in 1..=Age::CYCLE {
                    let entry = Entry { mv, score, eval, depth, bound, pv };
                    let held = PackedEntry { entry, age: Age::new(age).unwrap() };
                    assert_ne!(held.pack(), 0);
                    assert_eq!(PackedEntry::unpack(held.pack()), Some(held));
                }
            }
        }
    }

    #[test]
    fn a_word_without_age_is_no_entry() {
        assert_eq!(PackedEntry::unpack(0), None);
        assert_eq!(PackedEntry::unpack(u64::MAX >> 5), None);
    }

    #[test]
    fn ages_go_round_without_zero_and_differ_by_searches() {
        let mut age = Age::FIRST;
        for passed in 0..3 * u32::from(Age::CYCLE) {
            assert_eq!(Age::new(age.get()), Some(age));
            assert_eq!(u32::from(age.since(Age::FIRST)), passed % u32::from(Age::CYCLE));
            age = age.next();
        }
        assert_eq!(Age::new(0), None);
        assert_eq!(Age::new(32), None);
    }
}

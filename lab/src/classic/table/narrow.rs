//! A small table that can err: the index takes `n` bits of the key, a check `m`
//! further bits, and what does not fit is replaced by one of the seven schemes
//! that D. Breuker, J. Uiterwijk and J. van den Herik compared (*Replacement
//! Schemes for Transposition Tables*, 1994). It also keeps the whole key, by
//! which nothing is decided, so that false hits are seen.

use super::Finding;

/// Which of two results stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The new one.
    New,
    /// The old one.
    Old,
    /// The deeper one, the new one if equal.
    Deep,
    /// The one with the larger subtree, a TT cutoff in it counted as one node.
    Big1,
    /// The same, a cutoff counted as the tree that it stood for.
    BigAll,
    /// Two levels: the deeper one in the first, the other in the second.
    TwoDeep,
    /// Two levels by size of the subtree.
    TwoBig1,
}

impl Replacement {
    /// All schemes, and how they are called.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::New, "New"),
        (Self::Old, "Old"),
        (Self::Deep, "Deep"),
        (Self::Big1, "Big1"),
        (Self::BigAll, "BigAll"),
        (Self::TwoDeep, "TwoDeep"),
        (Self::TwoBig1, "TwoBig1"),
    ];

    fn levels(self) -> usize {
        if matches!(self, Self::TwoDeep | Self::TwoBig1) { 2 } else { 1 }
    }

    /// Whether `new` takes the place of `old`.
    fn prefers(self, new: &Finding, old: &Finding) -> bool {
        match self {
            Self::New => true,
            Self::Old => false,
            Self::Deep | Self::TwoDeep => new.depth >= old.depth,
            Self::Big1 | Self::BigAll | Self::TwoBig1 => new.effort >= old.effort,
        }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    result: Finding,
}

/// The table.
pub struct Narrow {
    index_bits: u32,
    check_bits: u32,
    replacement: Replacement,
    slots: Vec<Option<Slot>>,
    saved: u64,
}

impl Narrow {
    /// A table of `2^index_bits` entries in all, those of both levels together.
    pub fn new(index_bits: u32, check_bits: u32, replacement: Replacement) -> Self {
        let slots = vec![None; 1 << index_bits];
        Self { index_bits, check_bits, replacement, slots, saved: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(None);
        self.saved = 0;
    }

    /// Nodes that cutoffs stood for, where the scheme counts them.
    pub(super) fn saved(&self) -> u64 {
        if self.replacement == Replacement::BigAll { self.saved } else { 0 }
    }

    pub(super) fn save(&mut self, effort: u64) {
        self.saved += effort;
    }

    pub(super) fn probe(&self, key: u64) -> Option<Finding> {
        let found = self.places(key).find_map(|place| self.match_at(place, key))?;
        Some(Finding { is_false: found.key != key, ..found.result })
    }

    /// How many entries a look for `key` meets that are another position's.
    pub(super) fn foreign(&self, key: u64) -> u64 {
        let other = |place: &usize| self.slots[*place].is_some_and(|slot| slot.key != key);
        self.places(key).filter(other).count() as u64
    }

    pub(super) fn store(&mut self, key: u64, result: Finding) {
        let new = Slot { key, result };
        let known = self.places(key).find(|&place| self.match_at(place, key).is_some());
        if let Some(place) = known {
            self.slots[place] = Some(new);
            return;
        }
        let first = self.places(key).start;
        let wins =
            self.slots[first].is_none_or(|old| self.replacement.prefers(&result, &old.result));
        match (wins, self.replacement.levels()) {
            (true, 1) => self.slots[first] = Some(new),
            (true, _) => {
                self.slots[first + 1] = self.slots[first];
                self.slots[first] = Some(new);
            }
            (false, 1) => {}
            (false, _) => self.slots[first + 1] = Some(new),
        }
    }

    fn match_at(&self, place: usize, key: u64) -> Option<Slot> {
        self.slots[place].filter(|slot| self.check(slot.key) == self.check(key))
    }

    /// Where the results of `key` may be.
    fn places(&self, key: u64) -> std::ops::Range<usize> {
        let levels = self.replacement.levels();
        let first = (key & ((1 << self.index_bits) - 1)) as usize / levels * levels;
        first..first + levels
    }

    fn check(&self, key: u64) -> u64 {
        key >> self.index_bits & ((1 << self.check_bits) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use riposte_tt::Bound;

    fn result(mv: u16, depth: u8, effort: u64) -> Finding {
        Finding { mv, score: 0, depth, bound: Bound::Exact, effort, is_false: false }
    }

    /// The moves known of three positions in one place, stored in this order with
    /// depths 3, 5, 4 and efforts 30, 20, 10.
    fn kept(replacement: Replacement) -> [Option<u16>; 3] {
        let mut table = Narrow::new(4, 8, replacement);
        let keys = [0x10, 0x20, 0x30];
        let results = [result(1, 3, 30), result(2, 5, 20), result(3, 4, 10)];
        keys.iter().zip(results).for_each(|(&key, result)| table.store(key, result));
        keys.map(|key| table.probe(key).map(|result| result.mv))
    }

    #[test]
    fn schemes_keep_what_they_say() {
        assert_eq!(kept(Replacement::New), [None, None, Some(3)]);
        assert_eq!(kept(Replacement::Old), [Some(1), None, None]);
        assert_eq!(kept(Replacement::Deep), [None, Some(2), None]);
        assert_eq!(kept(Replacement::Big1), [Some(1), None, None]);
        assert_eq!(kept(Replacement::TwoDeep), [None, Some(2), Some(3)]);
        assert_eq!(kept(Replacement::TwoBig1), [Some(1), None, Some(3)]);
    }

    #[test]
    fn a_short_check_mistakes_one_position_for_another() {
        let mut table = Narrow::new(4, 8, Replacement::New);
        table.store(0x1_0010, result(1, 3, 1));
        let hit = table.probe(0x2_0010).map(|result| (result.mv, result.is_false));
        assert_eq!(hit, Some((1, true)));
        assert!(table.probe(0x1_0020).is_none());
        assert_eq!(table.foreign(0x2_0010), 1);
        assert_eq!(table.foreign(0x1_0010), 0);
    }
}

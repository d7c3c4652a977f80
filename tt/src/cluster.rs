//! A cluster of five entries in one cache line, and its lock-free protocol.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::entry::{Age, Bound, Entry, PackedEntry};

/// Entries of a cluster.
pub(crate) const SLOTS: usize = 5;

/// Words of a cluster: data, then checks.
#[cfg(not(loom))]
pub(crate) const CLUSTER_WORDS: usize = SLOTS + SLOTS.div_ceil(2);

/// Five slots that share one cache line:
///
/// ```text
///   byte  0      8      16     24     32     40      48      56      64
///         |data 0|data 1|data 2|data 3|data 4|c0 |c1 |c2 |c3 |c4 | - |
/// ```
///
/// Each slot is a data word ([`PackedEntry`]) and a 32-bit check, two checks to a
/// word. The check is `low half of the key ^ mix(data)`: the index takes the
/// key's high bits ([`Table`](crate::Table)), so the two are independent, and a
/// data word next to a check that was made for another data word fails as a
/// foreign key would.
///
/// Nothing orders the two writes of a store, and two threads that store into
/// neighbouring slots may undo one another's half of a check word. In each case
/// a check is left beside data that it was not made for, and the entry is lost,
/// which a cache may do.
pub(crate) type Cluster = ClusterOf<32>;

/// A [`Cluster`] with checks of `BITS` bits (at most 32). Only tests use less
/// than 32: false hits must be frequent to be counted.
#[repr(C, align(64))]
#[derive(Default)]
pub(crate) struct ClusterOf<const BITS: u32> {
    data: [AtomicU64; SLOTS],
    checks: [AtomicU64; SLOTS.div_ceil(2)],
}

/// The check words as they were read.
type Checks = [u64; SLOTS.div_ceil(2)];

impl<const BITS: u32> ClusterOf<BITS> {
    const MASK: u32 = u32::MAX >> (32 - BITS);

    /// What was stored for `key`.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let checks = self.read_checks();
        for slot in 0..SLOTS {
            let word = self.data[slot].load(Relaxed);
            if check_in(&checks, slot) == Self::check(key, word) {
                // No entry in spite of the check: an empty slot, for one key in 2^32,
                // which then is a miss. To go on would cost every probe something.
                return PackedEntry::unpack(word).map(|found| found.entry);
            }
        }
        None
    }

    /// Stores `new` for `key`: over the entry of the same position if there is one (see
    /// [`merge`]), else over the entry with the least value.
    #[inline]
    pub(crate) fn store(&self, key: u64, new: Entry, now: Age) {
        let checks = self.read_checks();
        let mut victim = 0;
        let mut least = i32::MAX;
        for slot in 0..SLOTS {
            let word = self.data[slot].load(Relaxed);
            let held = PackedEntry::unpack(word);
            if let Some(old) = held
                && check_in(&checks, slot) == Self::check(key, word)
            {
                return self.write(
                    slot,
                    key,
                    PackedEntry { entry: merge(old, new, now), age: now },
                );
            }
            let worth = held.map_or(i32::MIN, |old| replacement_value(old, now));
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        self.write(victim, key, PackedEntry { entry: new, age: now });
    }

    /// The first slot's data, whatever it is.
    #[inline]
    pub(crate) fn first_word(&self) -> u64 {
        self.data[0].load(Relaxed)
    }

    /// How many entries are of the search `now`.
    pub(crate) fn count_of(&self, now: Age) -> u32 {
        let of_now = |word: &&AtomicU64| {
            PackedEntry::unpack(word.load(Relaxed)).is_some_and(|held| held.age == now)
        };
        self.data.iter().filter(of_now).count() as u32
    }

    /// Whether all slots are as in a fresh table.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn is_empty(&self) -> bool {
        self.data.iter().chain(&self.checks).all(|word| word.load(Relaxed) == 0)
    }

    /// Everything in the cluster, for a file.
    #[cfg(not(loom))]
    pub(crate) fn words(&self) -> [u64; CLUSTER_WORDS] {
        let mut words = [0; CLUSTER_WORDS];
        for (word, atomic) in words.iter_mut().zip(self.data.iter().chain(&self.checks)) {
            *word = atomic.load(Relaxed);
        }
        words
    }

    /// Puts back what [`words`](Self::words) gave. Words that no store can have
    /// left are like those of a torn entry: they fail their check.
    #[cfg(not(loom))]
    pub(crate) fn set_words(&self, words: [u64; CLUSTER_WORDS]) {
        for (atomic, word) in self.data.iter().chain(&self.checks).zip(words) {
            atomic.store(word, Relaxed);
        }
    }

    /// Empties all slots.
    pub(crate) fn clear(&self) {
        // Two loops of known length, which become eight stores; a chain of both
        // is not unrolled.
        for word in &self.data {
            word.store(0, Relaxed);
        }
        for word in &self.checks {
            word.store(0, Relaxed);
        }
    }

    #[inline]
    fn write(&self, slot: usize, key: u64, held: PackedEntry) {
        let word = held.pack();
        let shift = slot % 2 * 32;
        let checks = &self.checks[slot / 2];
        self.data[slot].store(word, Relaxed);
        // Read again rather than reuse the scan's: the shorter the time between
        // this load and the store, the fewer neighbours are lost.
        let others = checks.load(Relaxed) & !(0xffff_ffff << shift);
        checks.store(others | u64::from(Self::check(key, word)) << shift, Relaxed);
    }

    #[inline]
    fn read_checks(&self) -> Checks {
        self.checks.each_ref().map(|word| word.load(Relaxed))
    }

    /// The check of a key and its data.
    #[inline]
    const fn check(key: u64, word: u64) -> u32 {
        (key as u32 ^ mix(word)) & Self::MASK
    }
}

/// The check of a slot.
#[inline]
const fn check_in(checks: &Checks, slot: usize) -> u32 {
    (checks[slot / 2] >> (slot % 2 * 32)) as u32
}

/// Spreads all bits of a data word over 32: the product with the golden ratio's
/// fraction carries low bits upwards, the fold brings high bits down.
#[inline]
const fn mix(word: u64) -> u32 {
    ((word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// Replacement value of an entry. One search of age counts as eight plies of depth; exact
/// scores are rare and expensive to find again.
#[inline]
const fn replacement_value(held: PackedEntry, now: Age) -> i32 {
    let exact = if matches!(held.entry.bound, Bound::Exact) { 2 } else { 0 };
    held.entry.depth as i32 + exact - 8 * now.since(held.age) as i32
}

/// The entry to keep for a position with `old` stored and `new` found.
#[inline]
fn merge(old: PackedEntry, new: Entry, now: Age) -> Entry {
    let (kept, other) = if keeps_old(old, new, now) { (old.entry, new) } else { (new, old.entry) };
    Entry { mv: if kept.mv == 0 { other.mv } else { kept.mv }, ..kept }
}

/// Whether the old result of the same position is better than the new one.
#[inline]
fn keeps_old(old: PackedEntry, new: Entry, now: Age) -> bool {
    // A slightly shallower result replaces a bound, because it belongs to the current
    // window, but not an exact score.
    const FRESHNESS: u8 = 3;
    match (old.entry.bound, new.bound) {
        (Bound::None, _) | (_, Bound::Exact) => false,
        (_, Bound::None) => true,
        (Bound::Exact, _) => old.age == now && new.depth < old.entry.depth,
        _ => old.age == now && new.depth.saturating_add(FRESHNESS) < old.entry.depth,
    }
}

#[cfg(all(test, not(loom)))]
mod tests;

//! The proof numbers of positions, in bounded memory.

/// How far a position is from being proved and from being refuted: lower bounds
/// for the number of leaves that still have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    pub(crate) const INFINITE: u32 = u32::MAX;
    pub(crate) const PROVED: Self = Self { proof: 0, disproof: Self::INFINITE };
    pub(crate) const REFUTED: Self = Self { proof: Self::INFINITE, disproof: 0 };
    pub(crate) const NO_LIMIT: Self = Self { proof: Self::INFINITE, disproof: Self::INFINITE };

    pub(crate) fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub(crate) fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// Whether the search of the position has to end.
    pub(crate) fn reaches(self, limit: Self) -> bool {
        self.proof >= limit.proof
            || self.disproof >= limit.disproof
            || self.is_proved()
            || self.is_refuted()
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
}

/// Slots: 16 MB of them.
const SLOTS: usize = 1 << 20;

/// Slots that a position may be in.
const WAYS: usize = 4;

/// Numbers by position and plies left. A position that is not there any more is
/// searched again.
pub(crate) struct Table(Vec<Slot>);

impl Table {
    pub(crate) fn new() -> Self {
        let empty = Slot { key: 0, numbers: Numbers { proof: 1, disproof: 1 } };
        Self(vec![empty; SLOTS])
    }

    pub(crate) fn probe(&self, key: u64, left: u32) -> Option<Numbers> {
        let key = combined(key, left);
        self.0[bucket(key)..][..WAYS].iter().find(|slot| slot.key == key).map(|slot| slot.numbers)
    }

    pub(crate) fn store(&mut self, key: u64, left: u32, numbers: Numbers) {
        let key = combined(key, left);
        let slots = &mut self.0[bucket(key)..][..WAYS];
        let place = slots.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            // The first goes, the others move up: what was met last stays.
            slots.rotate_left(1);
            WAYS - 1
        });
        slots[place] = Slot { key, numbers };
    }
}

/// The key of a position with so many plies left.
fn combined(key: u64, left: u32) -> u64 {
    (key ^ u64::from(left).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn bucket(key: u64) -> usize {
    (key >> 32) as usize % (SLOTS / WAYS) * WAYS
}

//! Plain counts of success and failure per move, for the histories of the literature
//! without gravity.

use riposte_eval::Depth;
use riposte_movegen::{Color, Move};
use riposte_params::HistoryWeight;

use crate::tables::{Grid, SQUARE_PAIRS};

/// Depths above this count like it.
const DEEPEST: u32 = 20;

/// The largest weight of one update.
const LARGEST_WEIGHT: u32 = 1 << DEEPEST;

/// When a count would pass this, all are halved: their order and their ratios
/// stay.
const FULL: u32 = 1 << 31;

/// A count below the limit and one update fit together.
const _: () = assert!(FULL.checked_add(LARGEST_WEIGHT).is_some() && DEEPEST * DEEPEST < FULL);

/// The weight of a node of `depth`.
pub(crate) fn weight_at(weight: HistoryWeight, depth: Depth) -> u32 {
    let depth = depth.plies().clamp(1, DEEPEST as i32) as u32;
    match weight {
        HistoryWeight::One => 1,
        HistoryWeight::Depth => depth,
        HistoryWeight::DepthSquared => depth * depth,
        HistoryWeight::PowerOfDepth => 1 << depth,
    }
}

/// The counts of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Weight of the nodes where it was the best move.
    pub(crate) hits: u32,
    /// Weight of the nodes where it was tried in vain.
    pub(crate) misses: u32,
}

impl Tally {
    const fn halved(self) -> Self {
        Self { hits: self.hits / 2, misses: self.misses / 2 }
    }

    /// The hits on a logarithmic scale: every doubling adds 256, so that weights that grow
    /// as powers of two stay comparable with the other histories. `0..=8192`, in the order
    /// of the hits.
    pub(crate) const fn promise(self) -> i32 {
        log2(self.hits)
    }

    /// Hits less misses on the same scale, `-8192..=8192`.
    pub(crate) const fn balance(self) -> i32 {
        let difference = log2(self.hits.abs_diff(self.misses));
        if self.hits < self.misses { -difference } else { difference }
    }

    /// The logarithm of the ratio of hits to misses: every doubling adds 1024,
    /// `-8192..=8192`. A move that was never tried is in the middle. Hits by all tries
    /// gives the same order.
    pub(crate) fn odds(self) -> i32 {
        ((log2(self.hits) - log2(self.misses)) * 4).clamp(-8192, 8192)
    }
}

/// 256 times the binary logarithm of `1 + count`, linear between powers of two.
const fn log2(count: u32) -> i32 {
    let value = count as u64 + 1;
    let whole = value.ilog2();
    let fraction = ((value << 8) >> whole) - 256;
    whole as i32 * 256 + fraction as i32
}

/// A tally for every move by `[side][from, to]`.
#[derive(Clone, Debug)]
pub struct Tallies(Grid<Tally, SQUARE_PAIRS, 2>);

impl Tallies {
    pub(crate) fn new() -> Self {
        Self(Grid::new())
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Halves every count, so that what comes counts more than what was.
    pub(crate) fn fade(&mut self) {
        for tally in self.0.iter_mut() {
            *tally = tally.halved();
        }
    }

    pub(crate) fn get(&self, side: Color, mv: Move) -> Tally {
        self.0[side.index()][mv.from_to()]
    }

    /// Counts a success of `mv`.
    pub(crate) fn hit(&mut self, side: Color, mv: Move, weight: u32) {
        self.add(side, mv, weight, |tally| &mut tally.hits);
    }

    /// Counts a failure of `mv`.
    pub(crate) fn miss(&mut self, side: Color, mv: Move, weight: u32) {
        self.add(side, mv, weight, |tally| &mut tally.misses);
    }

    fn add(&mut self, side: Color, mv: Move, weight: u32, count: fn(&mut Tally) -> &mut u32) {
        if *count(&mut self.0[side.index()][mv.from_to()]) >= FULL {
            self.fade();
        }
        *count(&mut self.0[side.index()][mv.from_to()]) += weight.min(LARGEST_WEIGHT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MOVES;

    #[test]
    fn weights_grow_with_depth_as_published() {
        let at = |depth| HistoryWeight::ALL.iter().map(move |&it| weight_at(it, Depth::new(depth)));
        assert_eq!(at(1).collect::<Vec<_>>(), [1, 1, 1, 2]);
        assert_eq!(at(6).collect::<Vec<_>>(), [1, 6, 36, 64]);
        assert_eq!(at(200).collect::<Vec<_>>(), at(20).collect::<Vec<_>>());
        assert!(at(20).all(|weight| weight <= LARGEST_WEIGHT));
    }

    #[test]
    fn scales_keep_the_order_and_the_range() {
        let counts = [0, 1, 2, 3, 7, 8, 100, 101, 65_535, 1 << 20, FULL, FULL + LARGEST_WEIGHT];
        for pair in counts.windows(2) {
            let [less, more] = [pair[0], pair[1]].map(|hits| Tally { hits, misses: 5 });
            assert!(less.promise() <= more.promise() && less.balance() <= more.balance());
            assert!(less.odds() <= more.odds());
            for tally in [less, more] {
                assert!((0..=8192).contains(&tally.promise()));
                assert!(tally.balance().abs() <= 8192 && tally.odds().abs() <= 8192);
            }
        }
        assert_eq!(Tally { hits: 31, misses: 7 }.odds(), 2 * 1024);
        assert_eq!(Tally { hits: 7, misses: 7 }.odds(), 0);
        assert_eq!(Tally { hits: 3, misses: 10 }.balance(), -768);
    }

    #[test]
    fn counts_never_overflow_and_keep_their_order() {
        let mut tallies = Tallies::new();
        let [often, seldom, _] = MOVES;
        for round in 0..20_000 {
            tallies.hit(Color::White, often, LARGEST_WEIGHT);
            if round % 4 == 0 {
                tallies.hit(Color::White, seldom, LARGEST_WEIGHT);
            }
        }
        let of = |mv| tallies.get(Color::White, mv).hits;
        assert!(of(often) <= FULL + LARGEST_WEIGHT);
        assert!(of(often) > 3 * of(seldom) && of(often) < 5 * of(seldom));
    }
}

//! The published forms of the quiet history: counts of the nodes where a move was best, and
//! of those where it failed. They do not distinguish attacked squares.
//!
//! The counts are exact, and read in two ways. [`CountedHistory::exact`] is the published
//! value, for a search in which it decides alone. [`CountedHistory::scaled`] is logarithmic
//! and of the size of today's form, to be added to other histories.

use riposte_eval::Depth;
use riposte_movegen::Move;
use riposte_params::{HistoryWeight, QuietMemory};

use crate::tables::{Grid, SQUARE_PAIRS};
use crate::update::{Outcome, SearchedNode};

/// Depths above this count like it. The counts of 2^31 nodes then fit.
const DEEPEST: i32 = 24;

/// What a node of `depth` adds to a count.
fn increment(weight: HistoryWeight, depth: Depth) -> u64 {
    let depth = depth.plies().clamp(1, DEEPEST) as u64;
    match weight {
        HistoryWeight::One => 1,
        HistoryWeight::Depth => depth,
        HistoryWeight::DepthSquared => depth * depth,
        HistoryWeight::PowerOfDepth => 1 << depth,
    }
}

/// The counts of one move.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Weight of the nodes where it was the best move.
    hits: u64,
    /// Weight of the nodes where it was tried in vain.
    misses: u64,
}

/// Counts of moves by `[row][from, to]`. The rows are the sides, or the pieces.
#[derive(Clone, Debug, Default)]
pub struct CountedHistory<const ROWS: usize>(Grid<Tally, SQUARE_PAIRS, ROWS>);

impl<const ROWS: usize> CountedHistory<ROWS> {
    /// Halves all counts, so that the next search weighs more than the last.
    pub(crate) fn fade(&mut self) {
        for tally in self.0.iter_mut() {
            *tally = Tally { hits: tally.hits / 2, misses: tally.misses / 2 };
        }
    }

    /// Counts `mv` as best.
    pub fn add_hit(&mut self, row: usize, mv: Move, weight: u64) {
        self.0[row][mv.from_to()].hits += weight;
    }

    /// Counts the best move and the quiet ones of `node`, in the row that `row` gives each.
    pub fn update(
        &mut self,
        form: QuietMemory,
        weight: HistoryWeight,
        node: &SearchedNode<'_>,
        row: impl Fn(Move) -> usize,
    ) {
        let fails_high = node.outcome == Outcome::FailHigh;
        let (hits_best, misses_tried) = match form {
            // The history heuristic (Schaeffer 1989): at every node the move that caused the
            // cutoff gains, or the best one if none did; nothing is ever lost. "The best one" of
            // a node that failed low is taken from fail-soft scores (see `Outcome::FailLow`).
            QuietMemory::Absolute | QuietMemory::Gravity => (true, false),
            // Relative history (Winands, van der Werf, van den Herik and Uiterwijk 2004) in its
            // usual form: a move gains a hit when it causes a cutoff and a miss whenever it was
            // searched and did not. The value is hits by misses. Nodes with an open window are
            // ignored.
            QuietMemory::Relative => (fails_high && !node.pv, !node.pv),
            // Relative history as the abstract of the paper words it: how often a move was the
            // best one, by how often it was applied. So the best move of a node without cutoff
            // gains as well. Nodes with an open window are ignored.
            QuietMemory::RelativeBest => (!node.pv, !node.pv),
            // Relative history as Hyatt and Romstad used it: updated at fail highs only. The
            // cutoff move gains a hit, every quiet move tried before it a miss.
            QuietMemory::RelativeCutoff => (fails_high, fails_high),
            // Negative plausibility (Rollason 2007): as Schaeffer's history, but the moves tried
            // before the best one lose what it gains, below zero if need be. Nodes that failed
            // low are ignored: every move failed there, which is a property of the node rather
            // than of the moves.
            QuietMemory::Plausibility => {
                let counts = node.outcome != Outcome::FailLow;
                (counts, counts)
            }
        };
        let increment = increment(weight, node.depth);
        if let Some(best) = node.best.filter(|_| hits_best) {
            self.add_hit(row(best), best, increment);
        }
        // In a node that failed low the best move is among the tried ones.
        let spared = node.best.filter(|_| form == QuietMemory::RelativeBest);
        for &mv in node.quiets.iter().filter(|&&mv| misses_tried && Some(mv) != spared) {
            self.0[row(mv)][mv.from_to()].misses += increment;
        }
    }

    /// The published value: hits, hits less misses, or 65536 times a ratio. A move without
    /// misses counts as one with a miss, so that a first success is not infinitely good.
    pub fn exact(&self, form: QuietMemory, row: usize, mv: Move) -> i64 {
        let Tally { hits, misses } = self.0[row][mv.from_to()];
        let by = |count: u64| ((hits << 16) / count.max(1)) as i64;
        match form {
            QuietMemory::Absolute | QuietMemory::Gravity => hits as i64,
            QuietMemory::Plausibility => hits as i64 - misses as i64,
            QuietMemory::Relative | QuietMemory::RelativeCutoff => by(misses),
            QuietMemory::RelativeBest => by(hits + misses),
        }
    }

    /// The value on a logarithmic scale, so that weights that grow as powers of two stay
    /// comparable with other histories. Every doubling of a count adds 256 and every one of a
    /// ratio 1024. A ratio is `-8192..=8192`, in the middle for a move that was never tried. A
    /// count is so up to 2^32, and never twice as large.
    pub(crate) fn scaled(&self, form: QuietMemory, row: usize, mv: Move) -> i32 {
        let Tally { hits, misses } = self.0[row][mv.from_to()];
        match form {
            QuietMemory::Absolute | QuietMemory::Gravity | QuietMemory::Plausibility => {
                let count = self.exact(form, row, mv);
                log2(count.unsigned_abs()) * count.signum() as i32
            }
            // Hits by all tries would give the same order.
            QuietMemory::Relative | QuietMemory::RelativeBest | QuietMemory::RelativeCutoff => {
                ((log2(hits) - log2(misses)) * 4).clamp(-8192, 8192)
            }
        }
    }
}

/// 256 times the binary logarithm of `1 + count`, linear between powers of two.
const fn log2(count: u64) -> i32 {
    let value = count + 1;
    let whole = value.ilog2();
    let fraction = ((value << 8) >> whole) - 256;
    whole as i32 * 256 + fraction as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{MOVES, searched_node};

    const RELATIVE: [QuietMemory; 3] =
        [QuietMemory::Relative, QuietMemory::RelativeBest, QuietMemory::RelativeCutoff];

    /// Values of the best move, a tried one, and one that was not searched, after nodes.
    fn both(form: QuietMemory, nodes: &[SearchedNode<'_>]) -> [(i64, i32); 3] {
        let mut history = CountedHistory::<1>::default();
        for node in nodes {
            history.update(form, HistoryWeight::DepthSquared, node, |_| 0);
        }
        MOVES.map(|mv| (history.exact(form, 0, mv), history.scaled(form, 0, mv)))
    }

    fn exact(form: QuietMemory, nodes: &[SearchedNode<'_>]) -> [i64; 3] {
        both(form, nodes).map(|(exact, _)| exact)
    }

    fn scaled(form: QuietMemory, nodes: &[SearchedNode<'_>]) -> [i32; 3] {
        both(form, nodes).map(|(_, scaled)| scaled)
    }

    #[test]
    fn schaeffer_updates_the_best_move_of_every_node_and_no_other() {
        for outcome in [Outcome::FailHigh, Outcome::Exact, Outcome::FailLow] {
            let node = searched_node(outcome, 5);
            let open = SearchedNode { pv: true, ..node };
            assert_eq!(exact(QuietMemory::Absolute, &[node, open]), [50, 0, 0]);
            let [best, ..] = scaled(QuietMemory::Absolute, &[node]);
            assert!(scaled(QuietMemory::Absolute, &[node, open])[0] > best && best > 0);
        }
    }

    #[test]
    fn the_forms_of_relative_history_differ_without_cutoff() {
        let high = searched_node(Outcome::FailHigh, 5);
        for form in RELATIVE {
            let [best, tried, other] = scaled(form, &[high]);
            assert!(best > 0 && tried < 0 && other == 0, "{form:?}");
        }
        // The same moves, all of which failed; the best is among the tried.
        let low = SearchedNode { quiets: &MOVES[..2], ..searched_node(Outcome::FailLow, 5) };
        let [best, tried, _] = scaled(QuietMemory::Relative, &[low]);
        assert!(best < 0 && best == tried, "no cutoff, no hit");
        let [best, tried, _] = scaled(QuietMemory::RelativeBest, &[low]);
        assert!(best > 0 && tried < 0, "the best move counts without cutoff");
        assert_eq!(scaled(QuietMemory::RelativeCutoff, &[low]), [0; 3], "only cutoffs count");
    }

    #[test]
    fn relative_history_is_a_ratio() {
        let high = searched_node(Outcome::FailHigh, 1);
        // The best move fails once.
        let failed = SearchedNode { best: None, quiets: &MOVES[..1], ..high };
        let nodes = [high, high, high, failed, failed];
        let best = |form| exact(form, &nodes)[0] as f64 / 65536.0;
        assert_eq!(best(QuietMemory::Relative), 1.5);
        assert_eq!(best(QuietMemory::RelativeCutoff), 1.5);
        assert!((best(QuietMemory::RelativeBest) - 0.6).abs() < 1e-4);
    }

    #[test]
    fn open_windows_are_ignored_where_the_source_says_so() {
        let open = SearchedNode { pv: true, ..searched_node(Outcome::FailHigh, 5) };
        assert_eq!(scaled(QuietMemory::Relative, &[open]), [0; 3]);
        assert_eq!(scaled(QuietMemory::RelativeBest, &[open]), [0; 3]);
        assert_ne!(scaled(QuietMemory::RelativeCutoff, &[open]), [0; 3]);
    }

    #[test]
    fn a_cutoff_by_a_capture_is_a_failure_of_the_quiet_moves_tried() {
        let capture = SearchedNode { best: None, ..searched_node(Outcome::FailHigh, 5) };
        for form in RELATIVE {
            assert!(scaled(form, &[capture])[1] < 0, "{form:?}");
        }
        assert_eq!(scaled(QuietMemory::Absolute, &[capture]), [0; 3]);
    }

    #[test]
    fn plausibility_takes_from_the_failed_what_it_gives_the_best() {
        let form = QuietMemory::Plausibility;
        let high = searched_node(Outcome::FailHigh, 5);
        assert_eq!(exact(form, &[high]), [25, -25, 0]);
        let [best, tried, _] = scaled(form, &[high]);
        assert!(best > 0 && tried == -best);
        assert_eq!(exact(form, &[searched_node(Outcome::FailLow, 5)]), [0; 3]);
    }

    #[test]
    fn weights_grow_with_depth_as_published() {
        let at = |depth| HistoryWeight::ALL.iter().map(move |&it| increment(it, Depth::new(depth)));
        assert_eq!(at(1).collect::<Vec<_>>(), [1, 1, 1, 2]);
        assert_eq!(at(6).collect::<Vec<_>>(), [1, 6, 36, 64]);
        assert_eq!(at(200).collect::<Vec<_>>(), at(DEEPEST).collect::<Vec<_>>());
    }

    #[test]
    fn scales_keep_the_order_and_the_range() {
        let counts = [0, 1, 2, 3, 7, 8, 100, 101, 65_535, 1 << 20, (1 << 32) - 2, 1 << 55];
        let mut history = CountedHistory::<12>::default();
        for (row, hits) in counts.into_iter().enumerate() {
            history.0[row][MOVES[0].from_to()] = Tally { hits, misses: 5 };
        }
        for &form in QuietMemory::ALL {
            let value = |row: usize| history.scaled(form, row, MOVES[0]);
            assert!((1..counts.len()).all(|row| value(row - 1) <= value(row)), "{form:?}");
            // The last count is beyond what a scale of 8192 is for.
            let limit = |row| if row < 11 || RELATIVE.contains(&form) { 8192 } else { 2 * 8192 };
            assert!((0..counts.len()).all(|row| value(row).abs() <= limit(row)), "{form:?}");
        }
        let tally = |hits, misses| {
            let mut history = CountedHistory::<1>::default();
            history.0[0][MOVES[0].from_to()] = Tally { hits, misses };
            move |form| history.scaled(form, 0, MOVES[0])
        };
        assert_eq!(tally(31, 7)(QuietMemory::Relative), 2 * 1024);
        assert_eq!(tally(7, 7)(QuietMemory::Relative), 0);
        assert_eq!(tally(3, 10)(QuietMemory::Plausibility), -768);
    }
}

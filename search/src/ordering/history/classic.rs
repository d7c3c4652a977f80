//! Histories of quiet moves from the literature, each as it was published. None
//! distinguishes attacked squares.
//!
//! All of them keep counts without a bound of their own; [`super::tally`] reads
//! the counts on a scale of logarithms, so that their values are of the size of
//! [`Gravity`](super::Gravity)'s, and halves them all before one overflows and
//! at the start of each search. What a node counts is
//! [`HistoryWeight`](crate::params::HistoryWeight).

use riposte_movegen::{Bitboard, Color, Move};

use super::quiet::{HistoryUpdate, Outcome, QuietPolicy};
use super::tally::{Tallies, Tally};
use crate::params::names::QuietMemory;

/// Declares a policy by its update and by how it reads a tally.
macro_rules! classic {
    ($(#[doc = $doc:literal])* $name:ident, every node: $every:literal, reads $read:ident, $update:expr) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug)]
        pub struct $name(Tallies);

        impl QuietPolicy for $name {
            const EVERY_NODE: bool = $every;

            fn new(_: QuietMemory) -> Self {
                Self(Tallies::new())
            }

            fn clear(&mut self) {
                self.0.clear();
            }

            fn start_search(&mut self) {
                self.0.fade();
            }

            fn get(&self, side: Color, _: Bitboard, mv: Move) -> i32 {
                Tally::$read(self.0.get(side, mv))
            }

            fn update(&mut self, searched: &HistoryUpdate<'_>) {
                let update: fn(&mut Tallies, &HistoryUpdate<'_>) = $update;
                update(&mut self.0, searched);
            }
        }
    };
}

fn hit_best(tallies: &mut Tallies, searched: &HistoryUpdate<'_>) {
    if let Some(best) = searched.best {
        tallies.hit(searched.side, best, searched.weight.at(searched.depth));
    }
}

/// Every move tried counts as a failure, but for `spared`.
fn miss_tried(tallies: &mut Tallies, searched: &HistoryUpdate<'_>, spared: Option<Move>) {
    for &mv in searched.tried.iter().filter(|&&mv| Some(mv) != spared) {
        tallies.miss(searched.side, mv, searched.weight.at(searched.depth));
    }
}

classic! {
    /// The history heuristic (Schaeffer 1989): at every node the move that caused
    /// the cutoff gains, or the best one if none did; nothing is ever lost.
    ///
    /// "The best one" of a node that failed low is taken from fail-soft scores
    /// (see [`Outcome::FailLow`]).
    Absolute, every node: true, reads promise, hit_best
}

classic! {
    /// Relative history (Winands, van der Werf, van den Herik and Uiterwijk 2004) in its
    /// usual form: a move gains a hit when it causes a cutoff and a miss whenever it was
    /// searched and did not. The value is hits by misses. Nodes with an open window are
    /// ignored.
    Relative, every node: true, reads odds, |tallies, searched| {
        if searched.pv {
            return;
        }
        if searched.outcome == Outcome::FailHigh {
            hit_best(tallies, searched);
        }
        miss_tried(tallies, searched, None);
    }
}

classic! {
    /// Relative history as the abstract of the paper words it: how often a move
    /// was the best one, by how often it was applied. So the best move of a node
    /// without cutoff gains as well. Nodes with an open window are ignored.
    RelativeBest, every node: true, reads odds, |tallies, searched| {
        if !searched.pv {
            hit_best(tallies, searched);
            miss_tried(tallies, searched, searched.best);
        }
    }
}

classic! {
    /// Relative history as Hyatt and Romstad used it: updated at fail highs only. The
    /// cutoff move gains a hit, every quiet move tried before it a miss.
    RelativeCutoff, every node: true, reads odds, |tallies, searched| {
        if searched.outcome == Outcome::FailHigh {
            hit_best(tallies, searched);
            miss_tried(tallies, searched, None);
        }
    }
}

classic! {
    /// Negative plausibility (Rollason 2007): as Schaeffer's history, but the moves tried
    /// before the best one lose what it gains, below zero if need be. Nodes that failed low
    /// are ignored: every move failed there, which is a property of the node rather than of
    /// the moves.
    Plausibility, every node: false, reads balance, |tallies, searched| {
        if searched.outcome != Outcome::FailLow && searched.best.is_some() {
            hit_best(tallies, searched);
            miss_tried(tallies, searched, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordering::history::testing::{MOVES, history_update};

    /// Values of the best move, a tried one, and one that was not searched.
    fn values<P: QuietPolicy>(updates: &[HistoryUpdate<'_>]) -> [i32; 3] {
        let mut memory = P::new(QuietMemory::Gravity);
        for searched in updates {
            memory.update(searched);
        }
        MOVES.map(|mv| memory.get(Color::White, Bitboard::EMPTY, mv))
    }

    #[test]
    fn schaeffer_updates_the_best_move_of_every_node_and_no_other() {
        for outcome in [Outcome::FailHigh, Outcome::Exact, Outcome::FailLow] {
            let [best, tried, other] = values::<Absolute>(&[history_update(outcome, 5)]);
            assert!(best > 0 && tried == 0 && other == 0, "{outcome:?}");
        }
    }

    #[test]
    fn the_forms_of_relative_history_differ_without_cutoff() {
        let high = history_update(Outcome::FailHigh, 5);
        // The same moves, all of which failed; the best is among the tried.
        let low = HistoryUpdate { tried: &MOVES[..2], ..history_update(Outcome::FailLow, 5) };
        for [best, tried, other] in [
            values::<Relative>(&[high]),
            values::<RelativeBest>(&[high]),
            values::<RelativeCutoff>(&[high]),
        ] {
            assert!(best > 0 && tried < 0 && other == 0);
        }
        let [best, tried, _] = values::<Relative>(&[low]);
        assert!(best < 0 && best == tried, "no cutoff, no hit");
        let [best, tried, _] = values::<RelativeBest>(&[low]);
        assert!(best > 0 && tried < 0, "the best move counts without cutoff");
        assert_eq!(values::<RelativeCutoff>(&[low]), [0; 3], "only cutoffs count");
    }

    #[test]
    fn open_windows_are_ignored_where_the_source_says_so() {
        let open = HistoryUpdate { pv: true, ..history_update(Outcome::FailHigh, 5) };
        assert_eq!(values::<Relative>(&[open]), [0; 3]);
        assert_eq!(values::<RelativeBest>(&[open]), [0; 3]);
        assert_ne!(values::<RelativeCutoff>(&[open]), [0; 3]);
        assert_ne!(values::<Absolute>(&[open]), [0; 3]);
    }

    #[test]
    fn a_cutoff_by_a_capture_is_a_failure_of_the_quiet_moves_tried() {
        let capture = HistoryUpdate { best: None, ..history_update(Outcome::FailHigh, 5) };
        assert!(values::<Relative>(&[capture])[1] < 0);
        assert!(values::<RelativeCutoff>(&[capture])[1] < 0);
        assert_eq!(values::<Absolute>(&[capture]), [0; 3]);
    }

    #[test]
    fn plausibility_takes_from_the_failed_what_it_gives_the_best() {
        let [best, tried, other] = values::<Plausibility>(&[history_update(Outcome::FailHigh, 5)]);
        assert!(best > 0 && tried == -best && other == 0);
        assert_eq!(values::<Plausibility>(&[history_update(Outcome::FailLow, 5)]), [0; 3]);
    }

    #[test]
    fn deep_nodes_weigh_more_and_a_new_search_fades() {
        let [shallow, ..] = values::<Absolute>(&[history_update(Outcome::FailHigh, 3)]);
        let [deep, ..] = values::<Absolute>(&[history_update(Outcome::FailHigh, 9)]);
        assert!(deep > shallow);
        let mut memory = Absolute::new(QuietMemory::Absolute);
        memory.update(&history_update(Outcome::FailHigh, 9));
        memory.start_search();
        let faded = memory.get(Color::White, Bitboard::EMPTY, MOVES[0]);
        assert!(faded > 0 && faded < deep);
        memory.clear();
        assert_eq!(memory.get(Color::White, Bitboard::EMPTY, MOVES[0]), 0);
    }
}

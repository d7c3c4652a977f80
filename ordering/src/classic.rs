//! The published forms of the quiet history. They do not distinguish attacked squares.
//!
//! They keep counts without a bound of their own; [`crate::tally`] reads the counts on a
//! scale of logarithms, so that their values are of the size of today's form, and halves them
//! all before one overflows and at the start of each search. What a node counts is
//! [`HistoryWeight`](riposte_params::HistoryWeight).

use riposte_params::QuietMemory;

use crate::tally::{Tallies, Tally, weight_at};
use crate::update::{HistoryUpdate, Outcome};

/// The value of a move with the counts `tally`.
pub(crate) fn value(form: QuietMemory, tally: Tally) -> i32 {
    match form {
        QuietMemory::Absolute | QuietMemory::Gravity => tally.promise(),
        QuietMemory::Plausibility => tally.balance(),
        QuietMemory::Relative | QuietMemory::RelativeBest | QuietMemory::RelativeCutoff => {
            tally.odds()
        }
    }
}

/// Counts the moves of a node.
pub(crate) fn update(form: QuietMemory, tallies: &mut Tallies, searched: &HistoryUpdate<'_>) {
    let fails_high = searched.outcome == Outcome::FailHigh;
    let (hits_best, misses_tried) = match form {
        // The history heuristic (Schaeffer 1989): at every node the move that caused the
        // cutoff gains, or the best one if none did; nothing is ever lost. "The best one" of
        // a node that failed low is taken from fail-soft scores (see `Outcome::FailLow`).
        QuietMemory::Absolute | QuietMemory::Gravity => (true, false),
        // Relative history (Winands, van der Werf, van den Herik and Uiterwijk 2004) in its
        // usual form: a move gains a hit when it causes a cutoff and a miss whenever it was
        // searched and did not. The value is hits by misses. Nodes with an open window are
        // ignored.
        QuietMemory::Relative => (fails_high && !searched.pv, !searched.pv),
        // Relative history as the abstract of the paper words it: how often a move was the
        // best one, by how often it was applied. So the best move of a node without cutoff
        // gains as well. Nodes with an open window are ignored.
        QuietMemory::RelativeBest => (!searched.pv, !searched.pv),
        // Relative history as Hyatt and Romstad used it: updated at fail highs only. The
        // cutoff move gains a hit, every quiet move tried before it a miss.
        QuietMemory::RelativeCutoff => (fails_high, fails_high),
        // Negative plausibility (Rollason 2007): as Schaeffer's history, but the moves tried
        // before the best one lose what it gains, below zero if need be. Nodes that failed
        // low are ignored: every move failed there, which is a property of the node rather
        // than of the moves.
        QuietMemory::Plausibility => {
            let counts = searched.outcome != Outcome::FailLow && searched.best.is_some();
            (counts, counts)
        }
    };
    let weight = weight_at(searched.weight, searched.depth);
    if let Some(best) = searched.best.filter(|_| hits_best) {
        tallies.hit(searched.side, best, weight);
    }
    // In a node that failed low the best move is among the tried ones.
    let spared = searched.best.filter(|_| form == QuietMemory::RelativeBest);
    for &mv in searched.tried.iter().filter(|&&mv| misses_tried && Some(mv) != spared) {
        tallies.miss(searched.side, mv, weight);
    }
}

#[cfg(test)]
mod tests {
    use riposte_movegen::{Bitboard, Color};

    use super::*;
    use crate::quiet::QuietHistory;
    use crate::testing::{MOVES, history_update};

    /// Values of the best move, a tried one, and one that was not searched.
    fn values(form: QuietMemory, updates: &[HistoryUpdate<'_>]) -> [i32; 3] {
        let mut memory = QuietHistory::new(form);
        for searched in updates {
            memory.update(form, searched);
        }
        MOVES.map(|mv| memory.get(form, Color::White, Bitboard::EMPTY, mv))
    }

    #[test]
    fn schaeffer_updates_the_best_move_of_every_node_and_no_other() {
        for outcome in [Outcome::FailHigh, Outcome::Exact, Outcome::FailLow] {
            let [best, tried, other] = values(QuietMemory::Absolute, &[history_update(outcome, 5)]);
            assert!(best > 0 && tried == 0 && other == 0, "{outcome:?}");
        }
    }

    #[test]
    fn the_forms_of_relative_history_differ_without_cutoff() {
        let high = history_update(Outcome::FailHigh, 5);
        // The same moves, all of which failed; the best is among the tried.
        let low = HistoryUpdate { tried: &MOVES[..2], ..history_update(Outcome::FailLow, 5) };
        for [best, tried, other] in [
            values(QuietMemory::Relative, &[high]),
            values(QuietMemory::RelativeBest, &[high]),
            values(QuietMemory::RelativeCutoff, &[high]),
        ] {
            assert!(best > 0 && tried < 0 && other == 0);
        }
        let [best, tried, _] = values(QuietMemory::Relative, &[low]);
        assert!(best < 0 && best == tried, "no cutoff, no hit");
        let [best, tried, _] = values(QuietMemory::RelativeBest, &[low]);
        assert!(best > 0 && tried < 0, "the best move counts without cutoff");
        assert_eq!(values(QuietMemory::RelativeCutoff, &[low]), [0; 3], "only cutoffs count");
    }

    #[test]
    fn open_windows_are_ignored_where_the_source_says_so() {
        let open = HistoryUpdate { pv: true, ..history_update(Outcome::FailHigh, 5) };
        assert_eq!(values(QuietMemory::Relative, &[open]), [0; 3]);
        assert_eq!(values(QuietMemory::RelativeBest, &[open]), [0; 3]);
        assert_ne!(values(QuietMemory::RelativeCutoff, &[open]), [0; 3]);
        assert_ne!(values(QuietMemory::Absolute, &[open]), [0; 3]);
    }

    #[test]
    fn a_cutoff_by_a_capture_is_a_failure_of_the_quiet_moves_tried() {
        let capture = HistoryUpdate { best: None, ..history_update(Outcome::FailHigh, 5) };
        assert!(values(QuietMemory::Relative, &[capture])[1] < 0);
        assert!(values(QuietMemory::RelativeCutoff, &[capture])[1] < 0);
        assert_eq!(values(QuietMemory::Absolute, &[capture]), [0; 3]);
    }

    #[test]
    fn plausibility_takes_from_the_failed_what_it_gives_the_best() {
        let [best, tried, other] =
            values(QuietMemory::Plausibility, &[history_update(Outcome::FailHigh, 5)]);
        assert!(best > 0 && tried == -best && other == 0);
        assert_eq!(
            values(QuietMemory::Plausibility, &[history_update(Outcome::FailLow, 5)]),
            [0; 3]
        );
    }

    #[test]
    fn deep_nodes_weigh_more_and_a_new_search_fades() {
        let [shallow, ..] = values(QuietMemory::Absolute, &[history_update(Outcome::FailHigh, 3)]);
        let [deep, ..] = values(QuietMemory::Absolute, &[history_update(Outcome::FailHigh, 9)]);
        assert!(deep > shallow);
        let mut memory = QuietHistory::new(QuietMemory::Absolute);
        memory.update(QuietMemory::Absolute, &history_update(Outcome::FailHigh, 9));
        memory.start_search();
        let faded = memory.get(QuietMemory::Absolute, Color::White, Bitboard::EMPTY, MOVES[0]);
        assert!(faded > 0 && faded < deep);
        memory.clear();
        assert_eq!(memory.get(QuietMemory::Absolute, Color::White, Bitboard::EMPTY, MOVES[0]), 0);
    }

    #[test]
    fn every_form_can_be_chosen_and_a_change_clears_it() {
        let mut memory = QuietHistory::new(QuietMemory::Gravity);
        for &form in QuietMemory::ALL {
            memory.choose(form);
            let value =
                |memory: &QuietHistory| memory.get(form, Color::White, Bitboard::EMPTY, MOVES[0]);
            assert_eq!(value(&memory), 0);
            memory.update(form, &history_update(Outcome::FailHigh, 6));
            let updated = value(&memory);
            assert!((1..=8192).contains(&updated), "{form:?}");
            memory.choose(form);
            assert_eq!(value(&memory), updated, "the same form keeps its values");
        }
    }
}

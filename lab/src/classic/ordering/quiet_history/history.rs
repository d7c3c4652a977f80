//! The history heuristic (J. Schaeffer, *The History Heuristic and Alpha-Beta
//! Search Enhancements in Practice*, 1989): at every interior node the move that
//! cut, or the best one if none did, gains 2^d. It is for all moves, captures too;
//! with knowledge, captures are ordered by that instead.
//!
//! The best move of a node that failed low is that of the fail-soft scores.

use super::{HistoryUpdate, Tallies, Weight};

pub(super) fn add(tallies: &mut Tallies, update: &HistoryUpdate<'_>, weight: Weight) {
    tallies.hit(update.best, weight.at(update.depth));
}

pub(super) fn value(hits: i64) -> i64 {
    hits
}

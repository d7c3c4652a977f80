//! The history heuristic (J. Schaeffer, *The History Heuristic and Alpha-Beta
//! Search Enhancements in Practice*, 1989): at every interior node the move that
//! cut, or the best one if none did, gains 2^d. It is for all moves, captures too;
//! whoever orders captures by knowledge does not ask it for them.
//!
//! The best move of a node that failed low is that of the fail-soft scores.

use super::{Lesson, Tallies, Weight};

pub(super) fn learn(tallies: &mut Tallies, lesson: &Lesson<'_>, weight: Weight) {
    tallies.hit(lesson.best, weight.at(lesson.depth));
}

pub(super) fn value(hits: i64) -> i64 {
    hits
}

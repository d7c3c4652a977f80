//! Negative plausibility (J. Rollason, *Negative Plausibility Move Ordering*, AI
//! Factory, 2007): success promotes a move, and failure demotes it, below the
//! moves of which nothing is known. At nodes where a move turned out to be good,
//! the quiet moves that were searched before it lose what it gains; at nodes
//! that failed low all moves failed, which says more of the node than of them.

use super::{Lesson, Outcome, Tallies, Weight};

pub(super) fn learn(tallies: &mut Tallies, lesson: &Lesson<'_>, weight: Weight) {
    if lesson.outcome == Outcome::FailLow {
        return;
    }
    let count = weight.at(lesson.depth);
    if lesson.best.quiet {
        tallies.hit(lesson.best, count);
    }
    let best = lesson.tried.iter().position(|mv| mv.slot == lesson.best.slot);
    for &mv in lesson.tried.iter().take(best.unwrap_or(0)).filter(|mv| mv.quiet) {
        tallies.miss(mv, count);
    }
}

pub(super) fn value(hits: i64, misses: i64) -> i64 {
    hits - misses
}

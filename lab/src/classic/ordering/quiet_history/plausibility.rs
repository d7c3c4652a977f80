//! Negative plausibility (J. Rollason, *Negative Plausibility Move Ordering*, AI
//! Factory, 2007): success promotes a move, and failure demotes it, below the
//! moves of which nothing is known. At nodes where a move turned out to be good,
//! the quiet moves that were searched before it lose what it gains; at nodes
//! that failed low all moves failed, which says more of the node than of them.

use super::{HistoryUpdate, Outcome, Tallies, Weight};

pub(super) fn add(tallies: &mut Tallies, update: &HistoryUpdate<'_>, weight: Weight) {
    if update.outcome == Outcome::FailLow {
        return;
    }
    let count = weight.at(update.depth);
    if update.best.quiet {
        tallies.hit(update.best, count);
    }
    let best = update.tried.iter().position(|mv| mv.slot == update.best.slot);
    for &mv in update.tried.iter().take(best.unwrap_or(0)).filter(|mv| mv.quiet) {
        tallies.miss(mv, count);
    }
}

pub(super) fn value(hits: i64, misses: i64) -> i64 {
    hits - misses
}

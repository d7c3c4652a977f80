//! The relative history heuristic (M. Winands, E. van der Werf, J. van den Herik
//! and J. Uiterwijk, *The Relative History Heuristic*, 2004): how often a quiet move
//! was best, by how often it was tried (its butterfly count). The sources
//! tell three rules apart:
//!
//! | form | a hit for | a miss for | principal variation |
//! |---|---|---|---|
//! | [`RelativeForm::Cutoffs`], as usually described | the move that cuts | every move searched that does not | ignored |
//! | [`RelativeForm::BestMoves`], as the abstract has it | the best move of every node | every move searched | ignored |
//! | [`RelativeForm::CutoffsOnly`] (R. Hyatt, T. Romstad) | the move that cuts | the moves searched before it, at such nodes only | counts |

use super::{HistoryUpdate, Outcome, Tallies, Tried, Weight};

/// Which nodes update what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelativeForm {
    /// Cutoffs against failures.
    Cutoffs,
    /// Best moves against moves searched.
    BestMoves,
    /// Cutoffs against failures, at nodes with a cutoff.
    CutoffsOnly,
}

impl RelativeForm {
    /// All forms, and how they are called.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Cutoffs, "relative"),
        (Self::BestMoves, "relative best moves"),
        (Self::CutoffsOnly, "relative cutoffs only"),
    ];
}

pub(super) fn add(
    tallies: &mut Tallies,
    update: &HistoryUpdate<'_>,
    form: RelativeForm,
    by: Weight,
) {
    let count = by.at(update.depth);
    let cut = update.outcome == Outcome::FailHigh;
    let (hits, misses, spares_best) = match form {
        RelativeForm::Cutoffs => (cut && !update.pv, !update.pv, cut),
        RelativeForm::BestMoves => (!update.pv, !update.pv, false),
        RelativeForm::CutoffsOnly => (cut, cut, true),
    };
    if hits && update.best.quiet {
        tallies.hit(update.best, count);
    }
    if misses {
        let spared = |mv: &Tried| spares_best && mv.slot == update.best.slot;
        for &mv in update.tried.iter().filter(|mv| mv.quiet && !spared(mv)) {
            tallies.miss(mv, count);
        }
    }
}

/// Hits by misses on a scale of whole numbers; a move that never failed counts
/// as one that did once, so that a first success is not infinitely good.
pub(super) fn value(hits: i64, misses: i64) -> i64 {
    const SCALE: i64 = 1 << 16;
    SCALE * hits / misses.max(1)
}

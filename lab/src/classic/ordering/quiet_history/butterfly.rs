//! The butterfly heuristic (D. Hartmann, *Butterfly Boards*, 1988): moves that
//! were tried often go first, whatever came of them. Each is counted once for
//! every node that searched it.

use super::{HistoryUpdate, Tallies};

pub(super) fn add(tallies: &mut Tallies, update: &HistoryUpdate<'_>) {
    for &mv in update.tried {
        tallies.miss(mv, 1);
    }
}

pub(super) fn value(tried: i64) -> i64 {
    tried
}

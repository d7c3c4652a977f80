//! The butterfly heuristic (D. Hartmann, *Butterfly Boards*, 1988): moves that
//! were tried often go first, whatever came of them. Each is counted once for
//! every node that searched it.

use super::{Lesson, Tallies};

pub(super) fn learn(tallies: &mut Tallies, lesson: &Lesson<'_>) {
    for &mv in lesson.tried {
        tallies.miss(mv, 1);
    }
}

pub(super) fn value(tried: i64) -> i64 {
    tried
}

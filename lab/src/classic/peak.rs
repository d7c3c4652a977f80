//! Peak history reduction (L. Mehrmann 2006): the largest history among the moves
//! of a node is its peak, and moves under half of it are searched a ply less
//! deep; if one of them then beats alpha, again at full depth. This prunes.
//!
//! Only quiet moves of a side that is not in check are reduced, never the first
//! one, and none where there is no ply to take away.

use super::Classic;
use super::node::{Node, Progress};
use super::ordering::quiet_history::Tried;

impl Classic {
    /// Whether `it` is to be searched with less depth.
    pub(super) fn is_below_peak(
        &self,
        node: &Node,
        progress: &Progress,
        it: Tried,
        peak: i64,
    ) -> bool {
        self.systems.peak_reduction
            && node.depth >= 2
            && !progress.tried.is_empty()
            && it.quiet
            && !self.board.in_check()
            && 2 * self.memory_value(it.mv) < peak
    }
}

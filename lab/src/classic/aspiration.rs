//! Aspiration: an iteration starts with the window (x - t, x + t) around the value
//! x of the one before, and is repeated with the open side widened if the value
//! lies outside (J. Gillogly, Tech, 1972; G. Baudet 1978).

use super::node::Node;
use super::{Classic, INFINITY};

impl Classic {
    /// The root's value at `depth`, that of the iteration before being `last`.
    pub(super) fn root_value(&mut self, depth: i32, last: Option<i32>) -> i32 {
        let (Some(width), Some(last)) = (self.systems.aspiration, last) else {
            return self.search_root(depth, -INFINITY, INFINITY);
        };
        let (alpha, beta) = (last - width, last + width);
        let value = self.search_root(depth, alpha, beta);
        if value <= alpha {
            self.search_root(depth, -INFINITY, value + 1)
        } else if value >= beta {
            self.search_root(depth, value - 1, INFINITY)
        } else {
            value
        }
    }

    fn search_root(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.search(Node { alpha, beta, depth, ply: 0, verify: true })
    }
}

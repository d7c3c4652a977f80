//! Minimal windows: the first move of a node has the whole window; the others must
//! only show that they are no better, with a window that no value fits into, and
//! are searched again if they are (J. Fishburn and R. Finkel, Calphabeta, 1980;
//! T. Marsland and M. Campbell, PVS, 1982; A. Reinefeld, NegaScout, 1983).

use super::Classic;
use super::node::Node;

impl Classic {
    /// The value of the move just made, whose node has `alpha` already.
    pub(super) fn value_after(
        &mut self,
        node: &Node,
        alpha: i32,
        first: bool,
        shortened: bool,
    ) -> i32 {
        if shortened {
            self.counts.reduced += 1;
            let child = node.child(alpha, alpha + 1);
            let score = -self.search(Node { depth: child.depth - 1, ..child });
            if score <= alpha {
                return score;
            }
            self.counts.researched += 1;
        }
        let scouts = self.systems.minimal_window && !first && node.beta - alpha > 1;
        if scouts {
            let score = -self.search(node.child(alpha, alpha + 1));
            if score <= alpha || score >= node.beta {
                return score;
            }
        }
        -self.search(node.child(alpha, node.beta))
    }
}

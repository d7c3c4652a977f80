//! A node of the tree: what comes before its moves, the moves, and what is
//! updated from them.

use arrayvec::ArrayVec;
use riposte_movegen::{MAX_MOVES, Move};
use riposte_ordering::Outcome;
use riposte_tt::Bound;

use super::null_move::Pass;
use super::ordering::quiet_history::Tried;
use super::{Classic, INFINITY, MATE};

/// What a node is searched with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Plies left to the horizon.
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Whether null-move cutoffs on this path are to be verified.
    pub(super) verify: bool,
}

impl Node {
    /// The node after a move, with this window seen from the other side.
    pub(super) fn child(&self, alpha: i32, beta: i32) -> Self {
        Self { alpha: -beta, beta: -alpha, depth: self.depth - 1, ply: self.ply + 1, ..*self }
    }

    /// Whether more than one value lies in the window.
    pub(super) fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What the moves searched so far came to.
pub(super) struct Progress {
    pub(super) best: i32,
    pub(super) best_move: Option<Tried>,
    pub(super) tried: ArrayVec<Tried, MAX_MOVES>,
}

impl Progress {
    fn new() -> Self {
        Self { best: -INFINITY, best_move: None, tried: ArrayVec::new() }
    }
}

impl Classic {
    /// The value of the node by alpha-beta, fail-soft: at most `alpha` it is an
    /// upper bound, from `beta` on a lower one, else it is exact.
    pub(super) fn search(&mut self, node: Node) -> i32 {
        self.open_line(node.ply);
        if node.depth <= 0 {
            return self.bottom(node.alpha, node.beta);
        }
        let before = self.effort();
        self.counts.interior += 1;
        let stored = self.probe(&node);
        if let Some(score) = stored.cut {
            return score;
        }
        let verified = match self.pass(&node) {
            Pass::Cut(score) => return score,
            Pass::Doubt => Node { depth: node.depth - 1, verify: false, ..node },
            Pass::Nothing => node,
        };
        let first = if node.ply == 0 { self.favourite.or(stored.mv) } else { stored.mv };
        let mut progress = self.search_moves(&verified, first);
        if verified.depth < node.depth && progress.best < node.beta {
            self.counts.null_refuted += 1;
            progress = self.search_moves(&node, first);
        }
        self.conclude(&node, &progress, before)
    }

    fn search_moves(&mut self, node: &Node, table: Option<Move>) -> Progress {
        let mut progress = Progress::new();
        let early = self.butterfly_move(node.ply, table);
        if let Some(mv) = early {
            let tried = self.tried(mv);
            if self.try_move(node, &mut progress, tried, 0) {
                self.counts.butterfly_cuts += 1;
                return progress;
            }
        }
        let mut moves = self.moves(node.ply, table, early);
        while let Some(tried) = moves.next() {
            if self.try_move(node, &mut progress, tried, moves.peak) {
                break;
            }
        }
        progress
    }

    /// Searches one move; true if it cuts.
    fn try_move(&mut self, node: &Node, progress: &mut Progress, it: Tried, peak: i64) -> bool {
        let alpha = node.alpha.max(progress.best);
        let shortened = self.is_below_peak(node, progress, it, peak);
        self.make(node.ply, it.mv);
        let score = self.value_after(node, alpha, progress.tried.is_empty(), shortened);
        self.unmake();
        progress.tried.push(it);
        if score > progress.best {
            progress.best = score;
            progress.best_move = Some(it);
            self.extend_line(node.ply, it.mv);
            if node.ply == 0 {
                self.best = Some(it.mv);
            }
        }
        self.keep_line(node.ply, it.mv);
        score >= node.beta
    }

    /// The value of a node whose moves were searched, after all memories have
    /// updated from it.
    fn conclude(&mut self, node: &Node, progress: &Progress, before: u64) -> i32 {
        let Some(best) = progress.best_move else {
            return if self.board.in_check() { -(MATE + node.depth) } else { 0 };
        };
        let outcome = match progress.best {
            score if score >= node.beta => Outcome::FailHigh,
            score if score > node.alpha => Outcome::Exact,
            _ => Outcome::FailLow,
        };
        if outcome == Outcome::FailHigh {
            self.counts.cutoffs += 1;
            self.counts.first_cutoffs += u64::from(progress.tried.len() == 1);
            self.store_refutation(node.ply, best);
        }
        // Where windows are never minimal, all are open: then the nodes that end
        // inside of theirs are the principal variation.
        let pv = node.is_open() && (self.systems.minimal_window || outcome == Outcome::Exact);
        self.update_memory(node.depth, outcome, pv, progress);
        let bound = match outcome {
            Outcome::FailHigh => Bound::Lower,
            Outcome::Exact => Bound::Exact,
            Outcome::FailLow => Bound::Upper,
        };
        self.store(node, progress.best, bound, best.mv, self.effort() - before);
        progress.best
    }
}

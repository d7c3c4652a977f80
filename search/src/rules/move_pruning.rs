//! Pruning of single moves, rule by rule.

use riposte_board::SeeValue;
use riposte_eval::Score;
use riposte_params::{Feature, Lab};

use crate::tree::moves::Candidate;
use crate::tree::node::{Node, NodeKind};
use crate::tree::search::Search;

impl<L: Lab> Search<'_, L> {
    /// Whether some rule prunes the move.
    pub(crate) fn prune_move<K: NodeKind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Score,
    ) -> bool {
        if !self.board.has_non_pawn_material(self.board.side()) {
            return false;
        }
        let depth = self.reduced_depth(node, candidate);
        if candidate.is_quiet {
            self.history_pruning(node, candidate, depth)
                || self.futility_pruning(node, candidate, depth, alpha)
                || self.see_pruning_quiet(node, candidate, depth)
        } else {
            if self.is_futile_capture(node, candidate, depth, alpha) {
                // A capture that gains loses nothing either: no further exchange.
                return !self.see_ge(node, candidate, SeeValue::LEAST_GAIN);
            }
            self.see_pruning_noisy(node, candidate)
        }
    }

    /// Late move pruning: so many quiet moves failed that the rest will too.
    pub(crate) fn late_move_pruning(&self, node: &Node, candidate: &Candidate) -> bool {
        let depth = node.depth.plies();
        let allowed = (self.lab.lmp_base() + depth * depth) / if node.improving { 1 } else { 2 };
        self.lab.on(Feature::LateMovePruning)
            && depth <= self.lab.lmp_depth()
            && candidate.number >= allowed
    }

    /// History pruning: moves that failed again and again.
    fn history_pruning(&self, node: &Node, candidate: &Candidate, depth: i32) -> bool {
        self.lab.on(Feature::HistoryPruning)
            && depth <= self.lab.hp_depth()
            && candidate.history < -self.lab.hp_margin() * node.depth.plies()
    }

    /// Futility (Heinz 1998): a quiet move gains too little to reach alpha.
    fn futility_pruning(
        &self,
        node: &Node,
        candidate: &Candidate,
        depth: i32,
        alpha: Score,
    ) -> bool {
        self.lab.on(Feature::Futility)
            && !node.in_check
            && !candidate.gives_check
            && depth <= self.lab.futility_depth()
            && node.eval
                + self.lab.futility_base()
                + self.lab.futility_slope() * depth
                + candidate.history / self.lab.futility_history()
                <= alpha
    }

    /// A quiet move that puts its piece where it is lost.
    fn see_pruning_quiet(&self, node: &Node, candidate: &Candidate, depth: i32) -> bool {
        self.lab.on(Feature::SeeQuietPruning)
            && depth <= self.lab.see_depth()
            && !self.see_ge(node, candidate, -SeeValue::new(self.lab.see_quiet() * depth * depth))
    }

    /// Whether even the captured piece is too little to reach alpha, so that the capture has
    /// to win something.
    fn is_futile_capture(
        &self,
        node: &Node,
        candidate: &Candidate,
        depth: i32,
        alpha: Score,
    ) -> bool {
        let values = self.worker.evaluator.piece_values();
        let victim = self.board.captured(candidate.mv).map_or(0, |kind| values.get(kind));
        self.lab.on(Feature::NoisyFutility)
            && !node.in_check
            && !candidate.gives_check
            && !candidate.mv.is_promotion()
            && depth <= 6
            && node.eval
                + self.lab.noisy_futility_base()
                + self.lab.noisy_futility_slope() * depth
                + victim
                + candidate.history / 64
                <= alpha
    }

    /// A capture that loses more than its depth allows.
    fn see_pruning_noisy(&self, node: &Node, candidate: &Candidate) -> bool {
        let depth = node.depth.plies();
        let allowed = self.lab.see_noisy() * depth + candidate.history / 48;
        self.lab.on(Feature::SeeNoisyPruning)
            && depth <= self.lab.see_depth()
            && !self.see_ge(node, candidate, -SeeValue::new(allowed.max(0)))
    }

    #[inline]
    fn see_ge(&self, node: &Node, candidate: &Candidate, threshold: SeeValue) -> bool {
        node.move_context(&self.board).see_ge(candidate.mv, threshold)
    }
}

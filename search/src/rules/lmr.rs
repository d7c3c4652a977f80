//! Late move reductions: how much less deep a late move is searched.

use riposte_params::{Feature, Lab};

use crate::rules::reductions::UNIT;
use crate::tree::moves::Candidate;
use crate::tree::node::Node;
use crate::tree::search::Search;

impl<L: Lab> Search<'_, L> {
    /// Depth left for a move after its basic reduction: what the pruning rules
    /// near the leaves go by.
    #[inline]
    pub(crate) fn reduced_depth(&self, node: &Node, candidate: &Candidate) -> i32 {
        let reduction = self.worker.reductions.get(node.depth, candidate.number) / UNIT;
        (node.depth.plies() - 1 - reduction).max(0)
    }

    /// Plies by which a move that is not the first is reduced; below zero it is
    /// extended.
    pub(crate) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let lab = &self.lab;
        let mut reduction = self.worker.reductions.get(node.depth, candidate.number);
        if !candidate.is_quiet {
            reduction -= lab.lmr_noisy();
        }
        let many_cutoffs = self.frame(node.ply.next()).cutoffs > 3;
        let is_refutation = self.is_refutation(node, candidate);
        let terms = [
            (Feature::ReduceByTtPv, node.was_pv, -lab.lmr_ttpv()),
            (Feature::ReduceByCutNode, node.cut, lab.lmr_cutnode()),
            (Feature::ReduceByImproving, !node.improving, lab.lmr_improving()),
            (Feature::ReduceByNoisyTt, node.tt_move_is_noisy, lab.lmr_noisy_tt()),
            (Feature::ReduceByCutoffs, many_cutoffs, lab.lmr_cutoffs()),
            (Feature::ReduceByPeak, candidate.is_under_peak, UNIT),
            (Feature::ReduceByCheck, candidate.gives_check, -lab.lmr_check()),
            (Feature::ReduceByRefutation, is_refutation, -lab.lmr_refutation()),
        ];
        for (feature, applies, amount) in terms {
            if lab.on(feature) && applies {
                reduction += amount;
            }
        }
        if lab.on(Feature::ReduceByHistory) {
            reduction -= candidate.history * UNIT / lab.lmr_history();
        }
        reduction / UNIT
    }

    /// Whether the move is a killer or the countermove.
    fn is_refutation(&self, node: &Node, candidate: &Candidate) -> bool {
        let histories = &self.worker.histories;
        let mv = Some(candidate.mv);
        candidate.is_quiet
            && (histories.killers(&self.lab, node.ply).contains(&mv)
                || histories.countermove(&self.lab, self.board.side(), &node.cont_hist) == mv)
    }
}

//! Nodes that need no search of their moves: reverse futility, razoring, and in
//! their own modules null move and ProbCut.

use riposte_eval::{Depth, Score};
use riposte_mate::Stopped;
use riposte_params::{Feature, Lab};

use crate::tree::node::{Node, NodeKind, NonPv};
use crate::tree::search::Search;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// Tries the rules in order of cost.
    pub(crate) fn prune_node<K: NodeKind>(
        &mut self,
        node: &mut Node,
    ) -> Result<Option<Score>, Stopped> {
        if K::PV || node.in_check || node.excluded.is_some() {
            return Ok(None);
        }
        if let Some(score) = self.reverse_futility(node) {
            return Ok(Some(score));
        }
        if let Some(score) = self.razoring(node)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(node)? {
            return Ok(Some(score));
        }
        self.probcut(node)
    }

    /// Reverse futility: so far above beta that a few plies will not change it.
    fn reverse_futility(&self, node: &Node) -> Option<Score> {
        let beta = node.window.beta;
        let (lab, depth) = (&self.lab, node.depth.plies());
        let margin = lab.rfp_margin() * depth
            - if node.improving { lab.rfp_improving() } else { 0 }
            + node.correction * lab.rfp_correction() / 64;
        let cuts = lab.on(Feature::ReverseFutility)
            && node.depth <= Depth::new(self.lab.rfp_depth())
            && !beta.is_loss()
            && !node.tt_adjusted_eval.is_decisive()
            && node.tt_adjusted_eval - margin >= beta;
        cuts.then(|| node.tt_adjusted_eval.midpoint(beta))
    }

    /// Razoring: so far below alpha that only captures could help; quiescence
    /// finds out.
    fn razoring(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let alpha = node.window.alpha;
        let depth = node.depth.plies();
        let margin = self.lab.razor_base() + self.lab.razor_slope() * depth * depth;
        if !self.lab.on(Feature::Razoring)
            || depth > self.lab.razor_depth()
            || alpha.is_decisive()
            || node.tt_adjusted_eval + margin >= alpha
        {
            return Ok(None);
        }
        let score = self.quiescence::<NonPv>(Window::above(alpha), node.ply, Depth::ZERO)?;
        Ok((score <= alpha).then_some(score))
    }
}

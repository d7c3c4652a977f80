//! ProbCut (Buro 1995): a capture that beats a raised beta in a shallow search
//! probably beats beta in a deep one.

use riposte_eval::{Depth, Score};
use riposte_mate::Stopped;
use riposte_ordering::Picker;
use riposte_params::{Feature, Lab};
use riposte_tt::Bound;

use crate::tree::node::{Node, NonPv};
use crate::tree::search::Search;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// Tries captures that gain enough against the raised beta, first in
    /// quiescence, then in a search four plies shallower.
    pub(crate) fn probcut(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let lab = &self.lab;
        let raised = node.window.beta + lab.probcut_margin()
            - if node.improving { lab.probcut_improving() } else { 0 };
        let useless = node.tt_hit.depth >= node.depth - 3 && node.tt_hit.proves_at_most(raised - 1);
        if !lab.on(Feature::ProbCut)
            || node.depth < Depth::new(lab.probcut_depth())
            || node.window.beta.is_decisive()
            || useless
        {
            return Ok(None);
        }
        let threshold = self.worker.evaluator.piece_values().exchange(raised - node.eval);
        let tt_move = node
            .tt_hit
            .mv
            .filter(|&mv| self.board.is_noisy(mv) && self.board.see_ge(mv, threshold));
        let mut picker = Picker::probcut(tt_move, threshold);
        while let Some(mv) =
            picker.next(&self.lab, &self.worker.histories, &node.move_context(&self.board))
        {
            let window = -Window::below(raised);
            let depth = node.depth - 4;
            self.shared.tt.prefetch(self.board.key_after(mv));
            self.make(node.ply, mv);
            let mut score = -self.quiescence::<NonPv>(window, node.ply.next(), Depth::ZERO)?;
            if score >= raised && depth > Depth::ZERO {
                score = -self.search::<NonPv>(window, depth, node.ply.next(), !node.cut)?;
            }
            self.unmake();
            if score >= raised {
                let found = Node { depth: node.depth - 3, ..*node };
                self.store_tt(&found, Some(mv), score, Bound::Lower);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}

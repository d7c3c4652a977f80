//! History of quiet moves from other sources than a search of all moves of their node.

use riposte_eval::{Depth, Ply, Score};
use riposte_ordering::MoveContext;
use riposte_params::{Feature, Lab};

use crate::tree::node::{Node, TtHit};
use crate::tree::search::Search;
use crate::tree::stack::Frame;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// The quiet move that led here gains history by what it gained in the evaluation. The
    /// rule became known through Stockfish.
    pub(crate) fn reward_by_eval(&mut self, node: &Node) {
        let Frame { eval, threats, is_quiet, .. } = *self.frame_before(node.ply, 1);
        if !self.lab.on(Feature::EvalHistory)
            || !is_quiet
            || node.excluded.is_some()
            || node.eval == Score::NONE
            || eval == Score::NONE
        {
            return;
        }
        let Some(mv) = node.cont_hist.previous else { return };
        let most = self.lab.eval_max();
        let gained = -(node.eval.raw() + eval.raw());
        let value = (gained * self.lab.eval_share() / 16).clamp(-most, most);
        self.worker.histories.add_quiet(&self.lab, !self.board.side(), threats, mv, value);
    }

    /// Against the quiet move that led here nothing helped: it was good.
    pub(crate) fn reward_prior(&mut self, node: &Node) {
        let Frame { is_quiet, threats, .. } = *self.frame_before(node.ply, 1);
        if !self.lab.on(Feature::PriorReward) || node.excluded.is_some() || !is_quiet {
            return;
        }
        let earlier = self.worker.stack.cont_hist_keys(node.ply, 1);
        let (context, depth) = (node.move_context(&self.board), node.depth);
        self.worker.histories.reward_prior(&self.lab, &context, &earlier, threats, depth);
    }

    /// A quiet TT move that fails high without a search gains history.
    pub(crate) fn reward_tt_cutoff(
        &mut self,
        tt_hit: &TtHit,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) {
        if !self.lab.on(Feature::TtCutHistory) || !window.fails_high(tt_hit.score) {
            return;
        }
        let Some(mv) = tt_hit.mv.filter(|&mv| !self.board.is_noisy(mv)) else { return };
        let threats = self.board.threats();
        let cont_hist = self.worker.stack.cont_hist_keys(ply, 0);
        let context =
            MoveContext { board: &self.board, cont_hist: &cont_hist, ply, threats: Some(&threats) };
        self.worker.histories.reward_tt_move(&self.lab, &context, mv, depth);
    }
}

//! History updates of the quiet move that led to a node. The rule became known through
//! Stockfish.

use riposte_movegen::Bitboard;

use crate::ordering::history::bonus;
use crate::params::{Feature, Lab};
use crate::tree::node::Node;
use crate::tree::search::Search;

impl<L: Lab> Search<'_, L> {
    /// Against the quiet move that led here nothing helped: it was good.
    pub(crate) fn reward_prior(&mut self, node: &Node) {
        if !self.lab.on(Feature::PriorReward) || node.excluded.is_some() {
            return;
        }
        let prior = *self.frame_before(node.ply, 1);
        let Some(mv) = prior.mv.filter(|_| prior.is_quiet) else { return };
        let threats =
            if self.lab.on(Feature::ThreatHistory) { prior.threats } else { Bitboard::EMPTY };
        let value = bonus(&self.lab, node.depth) * self.lab.prior_reward() / 64;
        let side = !self.board.side();
        let histories = &mut self.worker.histories;
        histories.update_butterfly(side, threats, mv, value);
        let keys = self.worker.stack.cont_hist_keys(node.ply, 1);
        histories.update_continuation(&self.lab, &keys, prior.piece_to, value);
    }
}

//! History updates of the quiet move that led to a node. The rules became known through
//! Stockfish.

use riposte_movegen::{Bitboard, Move};

use crate::depth::Ply;
use crate::ordering::history::{PieceTo, bonus, continuation_bonus};
use crate::params::{Feature, Lab};
use crate::score::Score;
use crate::tree::node::Node;
use crate::tree::search::Search;

/// The quiet move that led to a node, as the histories of its side index it.
#[derive(Clone, Copy)]
struct PriorQuiet {
    mv: Move,
    piece_to: PieceTo,
    /// Squares that were attacked by the side now to move.
    threats: Bitboard,
    /// The evaluation for the side that made it, before it was made.
    eval: Score,
}

impl<L: Lab> Search<'_, L> {
    /// The move that led to `ply`, if it was quiet.
    #[inline]
    fn prior_quiet(&self, ply: Ply) -> Option<PriorQuiet> {
        let frame = self.frame_before(ply, 1);
        let mv = frame.mv.filter(|_| frame.is_quiet)?;
        Some(PriorQuiet { mv, piece_to: frame.piece_to, threats: frame.threats, eval: frame.eval })
    }

    /// A quiet move is as good as what it did to the static evaluation.
    #[inline]
    pub(crate) fn update_prior_from_eval(&mut self, node: &Node) {
        if !self.lab.on(Feature::EvalHistory) || node.in_check || node.excluded.is_some() {
            return;
        }
        let Some(prior) = self.prior_quiet(node.ply) else { return };
        if prior.eval == Score::NONE {
            return;
        }
        // Both evaluations are from the view of the side to move.
        let gained = -(node.eval.raw() + prior.eval.raw());
        let most = self.lab.eval_bonus_max();
        let value = (gained * self.lab.eval_bonus() / 16).clamp(-most, most);
        self.update_prior_quiet(prior, value);
    }

    /// Against the quiet move that led here nothing helped: it was good.
    pub(crate) fn reward_prior(&mut self, node: &Node) {
        if !self.lab.on(Feature::PriorReward) || node.excluded.is_some() {
            return;
        }
        let Some(prior) = self.prior_quiet(node.ply) else { return };
        let share = self.lab.prior_reward();
        self.update_prior_quiet(prior, bonus(&self.lab, node.depth) * share / 64);
        let keys = self.worker.stack.prior_cont_hist_keys(node.ply);
        let value = continuation_bonus(&self.lab, node.depth) * share / 64;
        self.worker.histories.update_continuation(&self.lab, &keys, prior.piece_to, value);
    }

    fn update_prior_quiet(&mut self, prior: PriorQuiet, value: i32) {
        let side = !self.board.side();
        let threats =
            if self.lab.on(Feature::ThreatHistory) { prior.threats } else { Bitboard::EMPTY };
        self.worker.histories.update_butterfly(side, threats, prior.mv, value);
    }
}

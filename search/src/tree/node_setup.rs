//! Before the moves of a node: TT cutoff, static evaluation, depth adjustments.

use riposte_eval::{Depth, Ply, Score};
use riposte_movegen::Threats;
use riposte_params::{Feature, Lab};
use riposte_tt::Bound;

use crate::tb::bounds::TbBounds;
use crate::tree::node::{Node, NodeKind, StaticEval, TtHit};
use crate::tree::search::Search;
use crate::tree::stack::Inherited;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// A TT cutoff: the bound is deep enough and decides the window. Not near the 50-move
    /// limit, where the path to a position matters.
    #[inline]
    pub(crate) fn tt_cutoff<K: NodeKind>(
        &self,
        tt_hit: &TtHit,
        window: Window,
        depth: Depth,
    ) -> Option<Score> {
        let cuts = !K::PV
            && self.lab.on(Feature::TtCutoff)
            && tt_hit.depth >= depth
            && tt_hit.decides(window)
            && self.board.halfmove_clock() < 90;
        cuts.then_some(tt_hit.score)
    }

    /// Evaluates the position and collects the data of the node.
    pub(crate) fn evaluate_node<K: NodeKind>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
        cut: bool,
        tt_hit: TtHit,
    ) -> Node {
        let excluded = self.frame(ply).excluded;
        let tt_move_is_noisy = tt_hit.mv.is_some_and(|mv| self.board.is_noisy(mv));
        let inherited = match excluded {
            None => Inherited { raw_eval: tt_hit.eval, was_pv: tt_hit.pv, tt_move_is_noisy },
            Some(_) => self.frame(ply).inherited,
        };
        let tt_hit = TtHit { eval: inherited.raw_eval, pv: inherited.was_pv, ..tt_hit };
        let reads_threats = self.worker.evaluator.reads_threats();
        let evaluates = tt_hit.eval == Score::NONE && !self.board.in_check();
        let threats = (reads_threats && evaluates).then(|| self.board.threats());
        let node = self.plain_node::<K>(window, ply, tt_hit, threats);
        let extensions = self.frame_before(ply, 1).extensions;
        let frame = self.frame_mut(ply);
        frame.extensions = extensions;
        frame.inherited = Inherited { raw_eval: node.raw_eval, was_pv: node.was_pv, ..inherited };
        self.frame_mut(ply.next()).cutoffs = 0;
        self.reward_by_eval(&node);
        self.worker.histories.clear_killers(ply.next());
        Node {
            depth,
            cut,
            tt_move_is_noisy: inherited.tt_move_is_noisy,
            excluded,
            improving: self.is_improving(ply, node.eval),
            ..node
        }
    }

    /// Finds what the opponent attacks, if the evaluation did not ask for it.
    #[inline]
    pub(crate) fn find_threats(&mut self, node: &mut Node) {
        let threats = *node.threats.get_or_insert_with(|| self.board.threats());
        self.frame_mut(node.ply).threats = threats.all;
    }

    /// The node as quiescence needs it, evaluated.
    #[inline(always)]
    pub(crate) fn plain_node<K: NodeKind>(
        &mut self,
        window: Window,
        ply: Ply,
        tt_hit: TtHit,
        threats: Option<Threats>,
    ) -> Node {
        let cont_hist = self.worker.stack.cont_hist_keys(ply, 0);
        let StaticEval { raw, eval, correction } =
            self.evaluate(&tt_hit, cont_hist, threats.as_ref());
        self.frame_mut(ply).eval = eval;
        Node {
            ply,
            depth: Depth::ZERO,
            window,
            cut: false,
            in_check: self.board.in_check(),
            tt_hit,
            tt_move_is_noisy: false,
            excluded: None,
            raw_eval: raw,
            eval,
            correction,
            tt_adjusted_eval: self.tt_adjusted_eval(&tt_hit, eval),
            improving: false,
            was_pv: K::PV || tt_hit.pv,
            verify_null: false,
            cont_hist,
            threats,
            tb_bounds: TbBounds::NOTHING,
        }
    }

    /// The TT score, if its bound excludes the static evaluation; else the evaluation.
    #[inline]
    fn tt_adjusted_eval(&self, tt_hit: &TtHit, eval: Score) -> Score {
        let better = self.lab.on(Feature::TtEval)
            && !tt_hit.score.is_decisive()
            && match tt_hit.bound {
                Bound::Exact => true,
                Bound::Lower => tt_hit.score > eval,
                Bound::Upper => tt_hit.score < eval,
                Bound::None => false,
            };
        if better { tt_hit.score } else { eval }
    }

    /// Whether the side to move stands better than two plies ago, or four if it
    /// was in check then.
    #[inline]
    fn is_improving(&self, ply: Ply, eval: Score) -> bool {
        if eval == Score::NONE {
            return false;
        }
        for back in [2, 4] {
            let earlier = self.frame_before(ply, back).eval;
            if earlier != Score::NONE {
                return eval > earlier;
            }
        }
        true
    }

    /// Corrects the reduction of the move that led here by what it did to the evaluation. A
    /// move that was reduced by three plies or more and lost nothing gets one ply back; one
    /// that was reduced by two or more and lost much is searched a ply less deep.
    pub(crate) fn adjust_by_hindsight(&self, node: &mut Node) {
        let before = self.frame_before(node.ply, 1);
        if !self.lab.on(Feature::Hindsight)
            || node.in_check
            || node.excluded.is_some()
            || before.eval == Score::NONE
        {
            return;
        }
        // Both evaluations are from the view of the side to move: their sum is
        // what the last move lost.
        let lost = node.eval.raw() + before.eval.raw();
        if before.reduction >= 3 && lost <= 0 {
            node.depth += 1;
        } else if before.reduction >= 2
            && node.depth >= Depth::new(2)
            && lost > self.lab.hindsight_loss()
        {
            node.depth -= 1;
        }
    }

    /// Internal iterative reduction: less depth without a TT move. The ordering will be
    /// poor, and if the node matters it is searched again with a move (from Rebel, in place
    /// of internal iterative deepening).
    pub(crate) fn internal_iterative_reduction<K: NodeKind>(&self, node: &mut Node) {
        if self.lab.on(Feature::InternalReduction)
            && (K::PV || node.cut)
            && node.excluded.is_none()
            && node.tt_hit.mv.is_none()
            && node.depth >= Depth::new(self.lab.iir_depth())
        {
            node.depth -= 1;
        }
    }
}

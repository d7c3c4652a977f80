//! The null move: if passing is good enough, so is some move.
//! (Beal 1989; Goetsch and Campbell 1990; Donninger 1993.)

use riposte_eval::{Depth, Ply, Score};
use riposte_mate::Stopped;
use riposte_params::{Feature, Lab, NullForm, stats::Event};

use crate::tree::node::{Node, NodeKind, NonPv};
use crate::tree::search::Search;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// Null move with reduced depth; a fail high cuts, unless it has to be verified first.
    pub(crate) fn null_move(&mut self, node: &mut Node) -> Result<Option<Score>, Stopped> {
        if !self.null_move_allowed(node) {
            return Ok(None);
        }
        let beta = node.window.beta;
        let depth = node.depth - self.null_reduction(node);
        self.count(Event::NullTried);
        self.make_null(node.ply);
        let outcome = self.search::<NonPv>(-Window::below(beta), depth, node.ply.next(), !node.cut);
        self.unmake_null();
        let score = -outcome?;
        if score < beta {
            return Ok(None);
        }
        self.count(Event::NullFailedHigh);
        // A mate found after a pass is not a mate.
        let score = if score.is_win() { beta } else { score };
        let holds = match self.lab.null_form() {
            NullForm::Modern => self.null_cutoff_holds(node, depth)?,
            NullForm::Verified => self.null_move_trusted || self.start_null_verification(node),
            NullForm::Fixed1 | NullForm::Fixed2 | NullForm::Fixed3 | NullForm::Adaptive => true,
        };
        Ok(holds.then_some(score))
    }

    /// The four exclusions of the literature (in check is excluded for all pruning of whole
    /// nodes), and for the modern form an evaluation that suggests a fail high.
    fn null_move_allowed(&self, node: &Node) -> bool {
        let lab = &self.lab;
        let side = self.board.side();
        lab.on(Feature::NullMove)
            && node.ply >= self.null_move_from
            && node.depth >= self.min_null_depth()
            && !node.window.beta.is_loss()
            && !(lab.on(Feature::NullNotTwice) && self.frame_before(node.ply, 1).is_null)
            && (!lab.on(Feature::NullNeedsPieces) || self.board.has_non_pawn_material(side))
            && (lab.null_form() != NullForm::Modern || self.eval_suggests_fail_high(node))
    }

    /// The published forms pass at every depth. Only a verification needs a ply
    /// that it can take away.
    fn min_null_depth(&self) -> Depth {
        Depth::new(match self.lab.null_form() {
            NullForm::Modern => 3,
            NullForm::Verified if !self.null_move_trusted => 2,
            _ => 1,
        })
    }

    fn eval_suggests_fail_high(&self, node: &Node) -> bool {
        let beta = node.window.beta;
        let needed = beta + self.lab.nmp_margin() - self.lab.nmp_slope() * node.depth.plies();
        node.tt_adjusted_eval >= beta
            && node.eval >= needed
            && !node.tt_hit.proves_at_most(beta - 1)
    }

    /// The published reduction R and one ply for the null move itself.
    fn null_reduction(&self, node: &Node) -> i32 {
        match self.lab.null_form() {
            NullForm::Modern => self.modern_reduction(node),
            NullForm::Fixed1 => 1 + 1,
            NullForm::Fixed2 => 2 + 1,
            NullForm::Fixed3 | NullForm::Verified => 3 + 1,
            NullForm::Adaptive if node.depth > Depth::new(6) => 3 + 1,
            NullForm::Adaptive => 2 + 1,
        }
    }

    /// Reduction that grows with depth and with the distance to beta, plies
    /// including the null move itself.
    fn modern_reduction(&self, node: &Node) -> i32 {
        let above = (node.tt_adjusted_eval - node.window.beta) / self.lab.nmp_eval();
        self.lab.nmp_base()
            + node.depth.plies() / self.lab.nmp_divisor()
            + above.clamp(0, self.lab.nmp_eval_max())
    }

    /// Low depths trust a null-move cutoff; at high depth a search without null moves has
    /// to confirm it.
    fn null_cutoff_holds(&mut self, node: &Node, depth: Depth) -> Result<bool, Stopped> {
        let trusted = !self.lab.on(Feature::NullVerification)
            || self.null_move_from > Ply::ROOT
            || node.depth < Depth::new(self.lab.nmp_verify_depth());
        Ok(trusted || self.verify_null_cutoff(node, depth)?)
    }

    fn verify_null_cutoff(&mut self, node: &Node, depth: Depth) -> Result<bool, Stopped> {
        self.count(Event::NullVerified);
        let beta = node.window.beta;
        self.null_move_from = Ply::new((node.ply.number() + depth.plies().max(0) * 3 / 4) as u16);
        let outcome = self.search::<NonPv>(Window::below(beta), depth, node.ply, false);
        self.null_move_from = Ply::ROOT;
        let holds = outcome? >= beta;
        if !holds {
            self.count(Event::NullRefuted);
        }
        Ok(holds)
    }

    /// Verified null move (Tabibi and Netanyahu 2002): the fail high takes a ply
    /// of depth, and the moves have to show whether it holds.
    fn start_null_verification(&mut self, node: &mut Node) -> bool {
        self.count(Event::NullVerified);
        node.depth -= 1;
        node.verify_null = true;
        false
    }

    /// Searches the moves of `node`. After a null-move fail high that is to be verified
    /// they are searched a ply less deep, with other null moves below trusted; if they
    /// fail low it is zugzwang, and they are searched again to full depth.
    #[inline]
    pub(crate) fn search_moves_verifying_null<K: NodeKind>(
        &mut self,
        mut node: Node,
    ) -> Result<Score, Stopped> {
        if self.lab.null_form() != NullForm::Verified || !node.verify_null {
            return self.search_moves::<K>(node);
        }
        self.null_move_trusted = true;
        let score = self.search_moves::<K>(node)?;
        self.null_move_trusted = false;
        if node.window.fails_high(score) {
            return Ok(score);
        }
        self.count(Event::NullRefuted);
        node.depth += 1;
        self.search_moves::<K>(node)
    }
}

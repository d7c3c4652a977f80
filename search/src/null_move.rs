//! The null move: if passing is good enough, so is some move.
//! (Beal 1989; Goetsch and Campbell 1990; Donninger 1993.)

use crate::depth::{Depth, Ply};
use crate::lab::{Feature, Lab};
use crate::node::{Node, NonPv};
use crate::score::Score;
use crate::search::Search;
use crate::task::Stopped;
use crate::window::Window;

impl<L: Lab> Search<'_, L> {
    /// Passes and searches with reduced depth; a fail high cuts, at high depth
    /// after a second look without null moves.
    pub(crate) fn null_move(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        if !self.may_pass(node) {
            return Ok(None);
        }
        let beta = node.window.beta;
        let depth = node.depth - self.null_reduction(node);
        self.make_null(node.ply);
        let outcome = self.search::<NonPv>(-Window::below(beta), depth, node.ply.next(), !node.cut);
        self.unmake_null();
        let score = -outcome?;
        if score < beta {
            return Ok(None);
        }
        // A mate found after a pass is not a mate.
        let score = if score.is_win() { beta } else { score };
        let trusted = !self.lab.on(Feature::NullVerification)
            || self.null_move_from > Ply::ROOT
            || node.depth < Depth::new(self.lab.nmp_verify_depth());
        if trusted || self.verify_null_move(node, depth)? {
            return Ok(Some(score));
        }
        Ok(None)
    }

    /// The four exclusions of the literature (in check is excluded for all
    /// pruning of whole nodes) and the modern condition that the evaluation
    /// already promises a fail high.
    fn may_pass(&self, node: &Node) -> bool {
        let lab = &self.lab;
        let side = self.board.side();
        let beta = node.window.beta;
        let needed = beta + lab.nmp_margin() - lab.nmp_slope() * node.depth.plies();
        lab.on(Feature::NullMove)
            && node.ply >= self.null_move_from
            && node.depth >= Depth::new(3)
            && !beta.is_loss()
            && node.estimate >= beta
            && node.eval >= needed
            && !(lab.on(Feature::NullNotTwice) && self.frame_before(node.ply, 1).passed)
            && (!lab.on(Feature::NullNeedsPieces) || self.board.has_non_pawn_material(side))
            && !(lab.on(Feature::NullNeedsForce) && self.has_single_minor())
            && !node.stored.proves_at_most(beta - 1)
    }

    /// Whether the side to move has at most one minor piece beside king and
    /// pawns.
    fn has_single_minor(&self) -> bool {
        use riposte_movegen::PieceType::{King, Pawn, Queen, Rook};
        let board = &self.board;
        let own = board.color(board.side());
        let majors = own & (board.kind(Rook) | board.kind(Queen));
        let pieces = own - board.kind(Pawn) - board.kind(King);
        majors.is_empty() && pieces.len() <= 1
    }

    /// Reduction that grows with depth and with the distance to beta, plies
    /// including the null move itself.
    fn null_reduction(&self, node: &Node) -> i32 {
        let above = (node.estimate - node.window.beta) / self.lab.nmp_eval();
        self.lab.nmp_base()
            + node.depth.plies() / self.lab.nmp_divisor()
            + above.clamp(0, self.lab.nmp_eval_max())
    }

    /// Looks again without passing, so that zugzwang shows.
    fn verify_null_move(&mut self, node: &Node, depth: Depth) -> Result<bool, Stopped> {
        let beta = node.window.beta;
        self.null_move_from = Ply::new((node.ply.number() + depth.plies().max(0) * 3 / 4) as u16);
        let outcome = self.search::<NonPv>(Window::below(beta), depth, node.ply, false);
        self.null_move_from = Ply::ROOT;
        Ok(outcome? >= beta)
    }
}

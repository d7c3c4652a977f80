//! After the moves of a node: mate and stalemate, histories, corrections, TT entry.

use riposte_eval::Score;
use riposte_movegen::Move;
use riposte_ordering::{Histories, Outcome, SearchedNode};
use riposte_params::Lab;
use riposte_tt::Bound;

use crate::tree::moves::Progress;
use crate::tree::node::{Node, NodeKind};
use crate::tree::search::Search;

impl<L: Lab> Search<'_, L> {
    /// Mate and stalemate, history updates, and the TT entry.
    pub(crate) fn finish_node<K: NodeKind>(&mut self, node: &Node, progress: &Progress) -> Score {
        if progress.count == 0 {
            return match (node.excluded, node.in_check) {
                (Some(_), _) => node.window.alpha,
                (None, true) => Score::mated(node.ply),
                (None, false) => Score::DRAW,
            };
        }
        // The first move is never skipped, so there is a score.
        debug_assert!(progress.best != -Score::INFINITE);
        let (best, forced) = node.tb_bounds.correct(progress.best);
        let cutoff = node.window.fails_high(best);
        self.update_histories::<K>(node, progress, cutoff);
        if progress.best_move.is_none() && !cutoff {
            self.reward_prior(node);
        }
        if node.excluded.is_none() {
            let searched = match (cutoff, progress.best_move) {
                (true, _) => Bound::Lower,
                (false, Some(_)) if K::PV => Bound::Exact,
                _ => Bound::Upper,
            };
            let bound = forced.unwrap_or(searched);
            if !K::ROOT || self.root.rank == 0 {
                self.store_tt(node, progress.best_move, best, bound);
            }
            self.update_correction(node, progress.best_move, best, bound);
        }
        best
    }

    fn update_histories<K: NodeKind>(&mut self, node: &Node, progress: &Progress, cutoff: bool) {
        let outcome = match progress.best_move {
            _ if cutoff => Outcome::FailHigh,
            Some(_) => Outcome::Exact,
            None if Histories::need_every_node(&self.lab) => Outcome::FailLow,
            None => return,
        };
        let searched = SearchedNode {
            outcome,
            pv: K::PV,
            depth: node.depth,
            best: if outcome == Outcome::FailLow {
                progress.best_so_far
            } else {
                progress.best_move
            },
            quiets: &progress.quiets,
            noisies: &progress.noisies,
        };
        self.worker.histories.update(&self.lab, &node.move_context(&self.board), &searched);
    }

    /// Updates the correction history, unless the best move is noisy or the bound agrees
    /// with the static evaluation.
    fn update_correction(&mut self, node: &Node, mv: Option<Move>, best: Score, bound: Bound) {
        let noisy = mv.is_some_and(|mv| self.board.is_noisy(mv));
        let says_nothing = match bound {
            Bound::Lower => best <= node.eval,
            Bound::Upper => best >= node.eval,
            Bound::Exact | Bound::None => false,
        };
        if !node.in_check && !noisy && !says_nothing && !best.is_decisive() {
            let error = best - node.eval;
            self.worker.histories.update_correction(&self.board, node.cont_hist, error, node.depth);
        }
    }
}

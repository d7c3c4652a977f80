//! Quiescence: captures until the position is calm enough for the static
//! evaluation.

use riposte_board::SeeValue;
use riposte_eval::{Depth, Ply, Score};
use riposte_mate::Stopped;
use riposte_movegen::Move;
use riposte_ordering::Picker;
use riposte_params::{Feature, Lab, stats::Event};
use riposte_tt::Bound;

use crate::tree::node::{Node, NodeKind};
use crate::tree::search::Search;
use crate::tree::window::Window;

impl<L: Lab> Search<'_, L> {
    /// The score of the current position by captures, promotions and, at
    /// `depth` zero, quiet checks; all evasions in check.
    pub(crate) fn quiescence<K: NodeKind>(
        &mut self,
        mut window: Window,
        ply: Ply,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        self.count(Event::QuiescenceNode);
        self.enter_node::<K>(ply)?;
        if let Some(score) = self.decided_by_rules(&mut window, ply) {
            return Ok(score);
        }
        let tt_hit = self.probe_tt(ply);
        if !K::PV && self.lab.on(Feature::TtCutoff) && tt_hit.decides(window) {
            self.count(Event::TtCutoff);
            return Ok(tt_hit.score);
        }
        // Attacked squares matter to the histories of quiet moves. Quiet checks, which are few,
        // do without.
        let threats = self.board.in_check().then(|| self.board.threats());
        let node = self.plain_node::<K>(window, ply, tt_hit, threats);
        let (mut alpha, mut best) = (window.alpha, -Score::INFINITE);
        if !node.in_check && self.lab.on(Feature::StandPat) {
            best = node.tt_adjusted_eval;
            if window.fails_high(best) {
                self.store_stand_pat(&node);
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        self.search_noisy::<K>(&node, depth, alpha, best)
    }

    /// Tries captures, promotions and checks, or evasions; `best` is what the side to
    /// move has without them.
    fn search_noisy<K: NodeKind>(
        &mut self,
        node: &Node,
        depth: Depth,
        mut alpha: Score,
        mut best: Score,
    ) -> Result<Score, Stopped> {
        let (ply, beta) = (node.ply, node.window.beta);
        let mut best_move = None;
        let mut count = 0;
        let mut picker = self.quiescence_picker(node, depth);
        while let Some(mv) =
            picker.next(&self.lab, &self.worker.histories, &node.move_context(&self.board))
        {
            count += 1;
            self.shared.tt.prefetch(self.board.key_after(mv));
            if node.in_check && !best.is_loss() {
                // Some evasion holds: quiet ones need not be searched all.
                picker.skip_quiets();
            }
            if !best.is_loss() && self.quiescence_skips(node, mv, alpha, &mut best) {
                continue;
            }
            self.make(ply, mv);
            let score = -self.quiescence::<K>(-Window { alpha, beta }, ply.next(), depth - 1)?;
            self.unmake();
            best = best.max(score);
            if score <= alpha {
                continue;
            }
            best_move = Some(mv);
            alpha = score;
            if K::PV {
                self.worker.stack.update_pv(ply, mv);
            }
            if score >= beta {
                self.count_quiescence_cutoff(count);
                break;
            }
        }
        if node.in_check && count == 0 {
            return Ok(Score::mated(ply));
        }
        if best == -Score::INFINITE {
            best = node.tt_adjusted_eval;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.store_tt(node, best_move, best, bound);
        Ok(best)
    }

    fn count_quiescence_cutoff(&mut self, number: i32) {
        self.count(Event::QuiescenceFailHigh);
        if number == 1 {
            self.count(Event::QuiescenceFailHighFirst);
        }
    }

    /// All evasions in check; otherwise captures, with quiet checks at the first
    /// ply.
    fn quiescence_picker(&self, node: &Node, depth: Depth) -> Picker {
        if node.in_check {
            return Picker::all(node.tt_hit.mv);
        }
        let checks = depth == Depth::ZERO && self.lab.on(Feature::QuiescenceChecks);
        let tt_move = node.tt_hit.mv.filter(|&mv| self.board.is_noisy(mv));
        Picker::quiescence(tt_move, checks)
    }

    fn store_stand_pat(&mut self, node: &Node) {
        if node.tt_hit.bound == Bound::None {
            self.store_tt(node, None, node.tt_adjusted_eval, Bound::Lower);
        }
    }

    /// Whether a move is pruned: a capture that wins nothing where alpha is far above the
    /// evaluation, or one that loses material.
    ///
    /// The gain of a capture is measured by SEE alone: the evaluation may count a piece for
    /// twice its SEE value, so a sum of the two is unreliable. A recapture is never pruned,
    /// since the evaluation is of a position in the middle of an exchange. A pruned capture
    /// still raises the bound to the score that it could reach.
    fn quiescence_skips(&self, node: &Node, mv: Move, alpha: Score, best: &mut Score) -> bool {
        if self.lab.on(Feature::QuiescenceDelta) && !node.in_check {
            let reach = node.eval + self.lab.qs_delta();
            if reach <= alpha && !mv.is_promotion() && !self.is_recapture(node, mv) {
                if self.board.see_ge(mv, SeeValue::LEAST_GAIN) {
                    return false;
                }
                if !self.board.gives_check(mv) {
                    *best = (*best).max(reach);
                    return true;
                }
            }
        }
        self.lab.on(Feature::QuiescenceSee) && !self.board.see_ge(mv, SeeValue::ZERO)
    }

    /// Whether `mv` captures the piece that made the move before.
    #[inline]
    fn is_recapture(&self, node: &Node, mv: Move) -> bool {
        node.cont_hist.previous.is_some_and(|previous| previous.to() == mv.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::with_search;
    use crate::tree::node::NonPv;

    /// Whether quiescence gives the side to move at least `beta`.
    fn reaches(fen: &str, beta: i32) -> bool {
        with_search(fen, |search| {
            let beta = Score::cp(beta);
            let window = Window::below(beta);
            let score = search.quiescence::<NonPv>(window, Ply::ROOT, Depth::ZERO);
            score.expect("nothing stops the search") >= beta
        })
    }

    #[test]
    fn an_even_trade_wins_nothing() {
        // After the capture the evaluation is below zero by more than the SEE value of the
        // piece; the recapture still has to be searched.
        for fen in [
            "3q1rk1/5pp1/p3p2p/1p6/8/P3P3/1P3PPP/3Q1RK1 w - - 0 1",
            "6k1/3r1pp1/p3pn1p/1p6/8/P1N1P3/1P1R1PPP/6K1 w - - 0 1",
            "3r1rk1/1pp1qppp/p1n5/4p3/4P3/2P2N2/PPQ2PPP/3R1RK1 w - - 0 1",
        ] {
            assert!(!reaches(fen, 300), "{fen}");
        }
    }

    #[test]
    fn a_recapture_restores_the_balance() {
        for (fen, score) in [
            ("3Q1rk1/5pp1/p3p2p/1p6/8/P3P3/1P3PPP/5RK1 b - - 0 1", -100),
            ("6k1/3R1pp1/p3pn1p/1p6/8/P1N1P3/1P3PPP/6K1 b - - 0 1", -150),
            ("3R1rk1/1pp1qppp/p1n5/4p3/4P3/2P2N2/PPQ2PPP/5RK1 b - - 0 1", -150),
        ] {
            assert!(reaches(fen, score), "{fen}");
        }
    }

    #[test]
    fn a_piece_that_hangs_is_taken_however_far_away_alpha_is() {
        // Black has a bishop against queen and rook, and the rook hangs. Without it, black
        // stands about so well:
        let taken = "6k1/5ppp/8/8/6Q1/8/5PPP/b5K1 w - - 0 2";
        let score = with_search(taken, |search| -search.static_eval().raw());
        let fen = "6k1/5ppp/8/8/6Q1/2b5/5PPP/R5K1 b - - 0 1";
        assert!(reaches(fen, score - 150), "{score}");
    }
}

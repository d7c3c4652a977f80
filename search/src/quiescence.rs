//! Quiescence: captures until the position is calm enough for the static
//! evaluation.

use riposte_movegen::Move;
use riposte_tt::Bound;

use crate::depth::{Depth, Ply};
use crate::eval::material;
use crate::lab::{Feature, Lab};
use crate::node::{Node, NodeKind};
use crate::picker::Picker;
use crate::score::Score;
use crate::search::Search;
use crate::stats::Event;
use crate::tablebase::Known;
use crate::task::Stopped;
use crate::window::Window;

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
        self.enter::<K>(ply)?;
        if let Some(score) = self.decided_by_rules(&mut window, ply) {
            return Ok(score);
        }
        let stored = self.probe(ply);
        if !K::PV && self.lab.on(Feature::TtCutoff) && stored.decides(window) {
            self.count(Event::TableCut);
            return Ok(stored.score);
        }
        let node = self.assess_quiescence::<K>(window, ply, stored);
        let (mut alpha, mut best) = (window.alpha, -Score::INFINITE);
        if !node.in_check && self.lab.on(Feature::StandPat) {
            best = node.estimate;
            if window.fails_high(best) {
                self.remember_stand_pat(&node);
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
            picker.next(&self.lab, &self.worker.histories, &node.place(&self.board))
        {
            count += 1;
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
                self.update_pv(ply, mv);
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
            best = node.estimate;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        self.remember(node, best_move, best, bound);
        Ok(best)
    }

    fn count_quiescence_cutoff(&mut self, number: i32) {
        self.count(Event::QuiescenceCutoff);
        if number == 1 {
            self.count(Event::QuiescenceFirstMoveCutoff);
        }
    }

    fn assess_quiescence<K: NodeKind>(
        &mut self,
        window: Window,
        ply: Ply,
        stored: crate::node::Stored,
    ) -> Node {
        let line = self.line(ply);
        let in_check = self.board.in_check();
        let (raw_eval, eval) = self.evaluate(&stored, line);
        self.frame_mut(ply).eval = eval;
        Node {
            ply,
            depth: Depth::ZERO,
            window,
            cut: false,
            in_check,
            stored,
            stored_is_noisy: false,
            excluded: None,
            raw_eval,
            eval,
            estimate: self.estimate(&stored, eval),
            improving: false,
            was_pv: K::PV || stored.pv,
            in_doubt: false,
            line,
            threats: None,
            known: Known::NOTHING,
        }
    }

    /// All evasions in check; otherwise captures, with quiet checks at the first
    /// ply.
    fn quiescence_picker(&self, node: &Node, depth: Depth) -> Picker {
        if node.in_check {
            return Picker::all(node.stored.mv);
        }
        let checks = depth == Depth::ZERO && self.lab.on(Feature::QuiescenceChecks);
        let stored = node.stored.mv.filter(|&mv| self.board.is_noisy(mv));
        Picker::quiescence(stored, checks)
    }

    fn remember_stand_pat(&mut self, node: &Node) {
        if node.stored.bound == Bound::None {
            self.remember(node, None, node.estimate, Bound::Lower);
        }
    }

    /// Whether a capture is hopeless or loses material. A hopeless one still
    /// says how much it could have reached.
    fn quiescence_skips(&self, node: &Node, mv: Move, alpha: Score, best: &mut Score) -> bool {
        if self.lab.on(Feature::QuiescenceDelta) && !node.in_check && !mv.is_promotion() {
            let gain = self.board.captured(mv).map_or(0, material);
            let reach = node.eval + gain + self.lab.qs_delta();
            if reach <= alpha && !self.board.gives_check(mv) {
                *best = (*best).max(reach);
                return true;
            }
        }
        self.lab.on(Feature::QuiescenceSee) && !self.board.see_ge(mv, 0)
    }
}

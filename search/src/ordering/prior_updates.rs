//! Lessons beside those of searched moves: what a node says about the move that
//! led to it, and a table cutoff about the table's move. The rules became known
//! through Stockfish.

use riposte_movegen::{Bitboard, Move, attacked_by};

use crate::depth::{Depth, Ply};
use crate::ordering::history::{PieceTo, Place, bonus, continuation_bonus};
use crate::params::{Feature, Lab};
use crate::score::Score;
use crate::tree::node::{Node, Stored};
use crate::tree::search::Search;

/// The quiet move that led to a node, as the histories of its side know it.
#[derive(Clone, Copy)]
struct Previous {
    mv: Move,
    row: PieceTo,
    /// Squares that were attacked by the side now to move.
    threats: Bitboard,
    /// The evaluation for the side that made it, before it was made.
    eval: Score,
}

impl<L: Lab> Search<'_, L> {
    /// The move that led to `ply`, if it was quiet.
    #[inline]
    fn previous_quiet(&self, ply: Ply) -> Option<Previous> {
        let frame = self.frame_before(ply, 1);
        let mv = frame.mv.filter(|_| frame.is_quiet)?;
        Some(Previous { mv, row: frame.row, threats: frame.threats, eval: frame.eval })
    }

    /// A quiet move is as good as what it did to the static evaluation.
    #[inline]
    pub(crate) fn learn_from_evaluation(&mut self, node: &Node) {
        if !self.lab.on(Feature::EvalHistory) || node.in_check || node.excluded.is_some() {
            return;
        }
        let Some(previous) = self.previous_quiet(node.ply) else { return };
        if previous.eval == Score::NONE {
            return;
        }
        // Both evaluations are from the view of the side to move.
        let gained = -(node.eval.raw() + previous.eval.raw());
        let most = self.lab.eval_bonus_max();
        let value = (gained * self.lab.eval_bonus() / 16).clamp(-most, most);
        self.nudge_previous(previous, value);
    }

    /// Against the quiet move that led here nothing helped: it was good.
    pub(crate) fn reward_previous(&mut self, node: &Node) {
        if !self.lab.on(Feature::PriorReward) || node.excluded.is_some() {
            return;
        }
        let Some(previous) = self.previous_quiet(node.ply) else { return };
        let share = self.lab.prior_reward();
        self.nudge_previous(previous, bonus(&self.lab, node.depth) * share / 64);
        let line = self.line_before(node.ply);
        let value = continuation_bonus(&self.lab, node.depth) * share / 64;
        self.worker.histories.learn_continuation(&self.lab, &line, previous.row, value);
    }

    fn nudge_previous(&mut self, previous: Previous, value: i32) {
        let side = !self.board.side();
        let threats =
            if self.lab.on(Feature::ThreatHistory) { previous.threats } else { Bitboard::EMPTY };
        self.worker.histories.nudge(side, threats, previous.mv, value);
    }

    /// A quiet table move that cuts without being searched keeps its good name.
    pub(crate) fn learn_from_table_cutoff(
        &mut self,
        stored: &Stored,
        score: Score,
        beta: Score,
        depth: Depth,
        ply: Ply,
    ) {
        if !self.lab.on(Feature::TtCutHistory) || score < beta {
            return;
        }
        let Some(mv) = stored.mv.filter(|&mv| !self.board.is_noisy(mv)) else { return };
        let line = self.line(ply);
        let threats = attacked_by(self.board.placement(), !self.board.side());
        let place = Place { board: &self.board, line: &line, ply, threats };
        self.worker.histories.learn_good_quiet(&self.lab, &place, mv, depth);
    }
}

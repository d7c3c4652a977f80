//! Captures and promotions until the side to move prefers to stop.
//!
//! The order is always the most valuable victim by the least valuable attacker,
//! and nothing is pruned by the window: the value is that of the position.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use riposte_movegen::{MAX_MOVES, Move, MoveList, Noisy};

use super::ordering::knowledge;
use super::{Classic, MATE};

impl Classic {
    /// A bottom position. Mate is seen here, stalemate is not.
    pub(super) fn bottom(&mut self, alpha: i32, beta: i32) -> i32 {
        self.counts.bottom += 1;
        if self.board.in_check() && !self.board.has_legal_move() {
            return -MATE;
        }
        self.quiesce(alpha, beta)
    }

    fn quiesce(&mut self, mut alpha: i32, beta: i32) -> i32 {
        let mut best = self.evaluator.evaluate(self.board.side());
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut noisy = MoveList::new();
        self.board.generate::<Noisy>(&mut noisy);
        let mut moves: ArrayVec<(i32, Move), MAX_MOVES> =
            noisy.iter().map(|&mv| (knowledge::gain(&self.board, mv), mv)).collect();
        moves.sort_unstable_by_key(|&(gain, _)| Reverse(gain));
        for (_, mv) in moves {
            self.evaluator.push();
            self.board.make_with(mv, &mut self.evaluator);
            self.counts.quiescence += 1;
            let score = -self.quiesce(-beta, -alpha);
            self.unmake();
            best = best.max(score);
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        best
    }
}

use riposte_movegen::{self as movegen, Move};

use crate::{Board, Position};

/// Trees of this depth are counted without asking whether to stop: they take far less than
/// a second.
const UNINTERRUPTED: u32 = 5;

impl Position {
    /// How many move sequences of `depth` half-moves start here. The last
    /// half-move is counted without being made.
    pub fn perft(&self, depth: u32) -> u64 {
        movegen::perft(&self.placement, &self.situation, depth)
    }
}

impl Board {
    /// [`Position::perft`], with the count below each move passed to `each`. Trees of more than
    /// some seconds end early, with `None`, when `stop` says so.
    pub fn perft_until(
        &mut self,
        depth: u32,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&Self, Move, u64),
    ) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut total = 0;
        for mv in self.legal_moves() {
            if stop() {
                return None;
            }
            self.make(mv);
            let leaves = if depth <= UNINTERRUPTED {
                Some(self.perft(depth - 1))
            } else {
                self.perft_until(depth - 1, stop, &mut |_, _, _| {})
            };
            self.unmake();
            each(self, mv, leaves?);
            total += leaves?;
        }
        Some(total)
    }
}

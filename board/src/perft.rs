use alloc::vec::Vec;

use riposte_movegen::{self as movegen, Move};

use crate::Board;

impl Board {
    /// How many move sequences of `depth` half-moves start here. The last
    /// half-move is counted without being made.
    pub fn perft(&self, depth: u32) -> u64 {
        movegen::perft(self.placement(), self.situation(), depth)
    }

    /// [`Self::perft`] split by first move, in the generator's order; empty for
    /// depth 0.
    pub fn perft_divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let after = |mv| {
            let mut child = self.state;
            child.play(mv, &mut ());
            movegen::perft(&child.position.placement, &child.position.situation, rest)
        };
        self.legal_moves().into_iter().map(|mv| (mv, after(mv))).collect()
    }
}

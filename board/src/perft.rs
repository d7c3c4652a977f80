use riposte_movegen::{self as movegen, All, Move, MoveList};

use crate::Board;
use crate::state::State;

impl Board {
    /// How many move sequences of `depth` half-moves start here. The last
    /// half-move is counted without being made.
    pub fn perft(&mut self, depth: u32) -> u64 {
        count(&self.state, depth)
    }

    /// [`Self::perft`] split by first move, in the generator's order; empty for
    /// depth 0.
    pub fn perft_divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        self.legal_moves().into_iter().map(|mv| (mv, count_after(&self.state, mv, rest))).collect()
    }
}

fn count(state: &State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(movegen::count_legal(&state.placement, &state.situation)),
        _ => {
            let mut moves = MoveList::new();
            movegen::generate::<All>(&state.placement, &state.situation, &mut moves);
            moves.into_iter().map(|mv| count_after(state, mv, depth - 1)).sum()
        }
    }
}

fn count_after(state: &State, mv: Move, depth: u32) -> u64 {
    let mut child = *state;
    child.play::<_, false>(mv, &mut ());
    count(&child, depth)
}

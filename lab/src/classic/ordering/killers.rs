//! Killers: the two most recent distinct quiet moves that cut at this ply
//! (S. Akl and M. Newborn, *The Principal Continuation and the Killer Heuristic*,
//! 1977).

use riposte_movegen::Move;

use crate::classic::PLIES;

/// The killers of every ply.
#[derive(Default)]
pub(in crate::classic) struct Killers([[Option<Move>; 2]; PLIES]);

impl Killers {
    /// The killers of `ply`, the more recent one first.
    pub(in crate::classic) fn get(&self, ply: usize) -> [Option<Move>; 2] {
        self.0[ply]
    }

    /// Remembers that `mv` cut at `ply`.
    pub(in crate::classic) fn store(&mut self, ply: usize, mv: Move) {
        let slot = &mut self.0[ply];
        if slot[0] != Some(mv) {
            *slot = [Some(mv), slot[0]];
        }
    }
}

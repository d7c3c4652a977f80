//! Moves that refuted something: killers (S. Akl and M. Newborn, *The Principal
//! Continuation and the Killer Heuristic*, 1977), countermoves (J. Uiterwijk, *The
//! Countermove Heuristic*, 1992) and the butterfly board of moves (D. Hartmann and
//! P. Kouwenhoven, *Sundry Computer Chess Topics*, 1990). They are the engine's own, of
//! `riposte-ordering`.
//!
//! Where the transposition table and the killers have nothing, the butterfly board's move
//! needs only a test of legality, and may cut before any move is generated.

use riposte_eval::Ply;
use riposte_movegen::Move;
use riposte_ordering::{ContHistKeys, PieceTo};

use super::quiet_history::Tried;
use crate::classic::Classic;

impl Classic {
    /// The killers of `ply`, the more recent one first; none if they are not used.
    pub(super) fn known_killers(&self, ply: usize) -> [Option<Move>; 2] {
        if self.systems.killers { self.killers.get(at(ply)) } else { [None; 2] }
    }

    /// The countermove of the previous move, if there is one and it is used.
    pub(super) fn known_countermove(&self, ply: usize) -> Option<Move> {
        let index = self.systems.countermove?;
        self.countermoves.get(index, self.board.side(), &self.keys(ply)?)
    }

    /// The butterfly board's move, if nothing better is known and it is legal.
    pub(in crate::classic) fn butterfly_move(
        &mut self,
        ply: usize,
        known: Option<Move>,
    ) -> Option<Move> {
        if !self.systems.butterfly_moves || ply == 0 || known.is_some() || self.has_killer(ply) {
            return None;
        }
        self.counts.butterfly_asked += 1;
        let (_, previous) = self.previous(ply)?;
        let mv = self.butterfly_moves.get(self.board.side(), previous)?;
        self.counts.butterfly_known += 1;
        if !self.board.is_legal(mv) {
            return None;
        }
        self.counts.butterfly_legal += 1;
        Some(mv)
    }

    fn has_killer(&self, ply: usize) -> bool {
        self.known_killers(ply).into_iter().flatten().any(|mv| self.board.is_legal(mv))
    }

    /// Stores `best` as the move that cut at `ply`.
    pub(in crate::classic) fn store_refutation(&mut self, ply: usize, best: Tried) {
        let (side, previous) = (self.board.side(), self.previous(ply));
        self.butterfly_moves.store(side, previous.map(|(_, mv)| mv), best.mv);
        if !best.quiet {
            return;
        }
        self.killers.store(at(ply), best.mv);
        if let (Some(index), Some(keys)) = (self.systems.countermove, self.keys(ply)) {
            self.countermoves.store(index, side, &keys, best.mv);
        }
    }

    /// The move before `ply`, as countermoves know it; none at the root and after a null
    /// move.
    fn keys(&self, ply: usize) -> Option<ContHistKeys> {
        let (piece, mv) = self.previous(ply)?;
        let mut keys = ContHistKeys { previous: Some(mv), ..ContHistKeys::NONE };
        keys.moves[0] = PieceTo::new(piece, mv.to());
        Some(keys)
    }
}

fn at(ply: usize) -> Ply {
    Ply::new(ply as u16)
}

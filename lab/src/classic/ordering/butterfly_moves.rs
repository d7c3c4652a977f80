//! The butterfly board of moves (D. Hartmann and P. Kouwenhoven, *Sundry Computer
//! Chess Topics*, 1990): the last refutation of every pair of squares. Where the
//! transposition table and the killers have nothing, its move needs only a test
//! of legality, and may cut before any move is generated.

use riposte_movegen::Move;

use crate::classic::{Classic, Played};

/// The last refutation, capture or not, by side and squares of the refuted move.
pub(in crate::classic) struct ButterflyMoves(Box<[Option<Move>]>);

impl Default for ButterflyMoves {
    fn default() -> Self {
        Self(vec![None; 2 * 64 * 64].into_boxed_slice())
    }
}

impl ButterflyMoves {
    pub(in crate::classic) fn clear(&mut self) {
        self.0.fill(None);
    }

    fn get(&self, previous: Played) -> Option<Move> {
        index(previous).and_then(|place| self.0[place])
    }

    /// Remembers that `reply` refuted `previous`.
    pub(in crate::classic) fn store(&mut self, previous: Played, reply: Move) {
        if let Some(place) = index(previous) {
            self.0[place] = Some(reply);
        }
    }
}

fn index(previous: Played) -> Option<usize> {
    previous.map(|(piece, mv)| piece.color().index() * 64 * 64 + mv.from_to())
}

impl Classic {
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
        let mv = self.butterfly_moves.get(self.previous(ply))?;
        self.counts.butterfly_known += 1;
        if !self.board.is_legal(mv) {
            return None;
        }
        self.counts.butterfly_legal += 1;
        Some(mv)
    }

    fn has_killer(&self, ply: usize) -> bool {
        self.systems.killers
            && self.killers.get(ply).into_iter().flatten().any(|mv| self.board.is_legal(mv))
    }
}

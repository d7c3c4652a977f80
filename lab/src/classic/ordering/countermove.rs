//! Countermoves: the quiet move that last refuted the previous move (J. Uiterwijk,
//! *The Countermove Heuristic*, 1992).

use riposte_movegen::{Move, Piece};

use crate::classic::Played;

/// What the refuted move is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountermoveIndex {
    /// Its two squares, as published.
    FromTo,
    /// Its piece and target square.
    PieceTo,
}

const PIECES: usize = Piece::ALL.len();

/// A reply per previous move.
pub(in crate::classic) struct Countermoves {
    from_to: Box<[Option<Move>]>,
    piece_to: Box<[Option<Move>]>,
}

impl Default for Countermoves {
    fn default() -> Self {
        Self {
            from_to: vec![None; 2 * 64 * 64].into_boxed_slice(),
            piece_to: vec![None; PIECES * 64].into_boxed_slice(),
        }
    }
}

impl Countermoves {
    pub(in crate::classic) fn clear(&mut self) {
        self.from_to.fill(None);
        self.piece_to.fill(None);
    }

    /// The reply to `previous`, if one is known.
    pub(in crate::classic) fn get(
        &self,
        index: CountermoveIndex,
        previous: Played,
    ) -> Option<Move> {
        let (piece, mv) = previous?;
        match index {
            CountermoveIndex::FromTo => self.from_to[from_to(piece, mv)],
            CountermoveIndex::PieceTo => self.piece_to[piece_to(piece, mv)],
        }
    }

    /// Remembers that `reply` refuted `previous`.
    pub(in crate::classic) fn store(&mut self, previous: Played, reply: Move) {
        if let Some((piece, mv)) = previous {
            self.from_to[from_to(piece, mv)] = Some(reply);
            self.piece_to[piece_to(piece, mv)] = Some(reply);
        }
    }
}

fn from_to(piece: Piece, mv: Move) -> usize {
    piece.color().index() * 64 * 64 + mv.from_to()
}

fn piece_to(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use riposte_movegen::Square;

    #[test]
    fn replies_follow_their_index() {
        let (a1, c1, d1) = (Square::A1, Square::C1, Square::D1);
        let reply = Move::normal(Square::H8, Square::G8);
        let mut table = Countermoves::default();
        table.store(Some((Piece::WhiteRook, Move::normal(a1, d1))), reply);
        let other_from = Some((Piece::WhiteRook, Move::normal(c1, d1)));
        let other_piece = Some((Piece::WhiteQueen, Move::normal(a1, d1)));
        assert_eq!(table.get(CountermoveIndex::PieceTo, other_from), Some(reply));
        assert_eq!(table.get(CountermoveIndex::FromTo, other_from), None);
        assert_eq!(table.get(CountermoveIndex::PieceTo, other_piece), None);
        assert_eq!(table.get(CountermoveIndex::FromTo, other_piece), Some(reply));
        assert_eq!(table.get(CountermoveIndex::FromTo, None), None);
    }
}

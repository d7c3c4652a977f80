//! Moves that refuted something, kept as moves: killers, countermoves,
//! butterfly moves. The laboratory uses them as they are here.

use riposte_eval::Ply;
use riposte_movegen::{Color, Move};
use riposte_params::CountermoveIndex;

use crate::tables::{ContHistKeys, Grid, PieceTo, SQUARE_PAIRS};

/// Two recent distinct quiet cutoff moves per ply (Akl and Newborn 1977).
#[derive(Clone, Debug, Default)]
pub struct Killers(Grid<Option<Move>, 2, { Ply::MAX.index() + 2 }>);

impl Killers {
    /// The killers of `ply`, the more recent one first.
    #[inline]
    pub fn get(&self, ply: Ply) -> [Option<Move>; 2] {
        self.0[ply.index()]
    }

    /// Stores `mv` as the most recent killer of `ply`.
    #[inline]
    pub fn store(&mut self, ply: Ply, mv: Move) {
        let slot = &mut self.0[ply.index()];
        if slot[0] != Some(mv) {
            *slot = [Some(mv), slot[0]];
        }
    }

    /// Clears the killers of `ply`, which came from another subtree.
    #[inline]
    pub fn clear_ply(&mut self, ply: Ply) {
        self.0[ply.index()] = [None; 2];
    }
}

/// One row for every pair of squares of a side and one for no move; rows by piece and
/// target are fewer.
const COUNTERMOVE_ROWS: usize = 2 * SQUARE_PAIRS + 1;

const _: () = assert!(PieceTo::COUNT <= COUNTERMOVE_ROWS);

/// The quiet reply that last refuted a move (Uiterwijk 1992), by `[piece, to]` or by
/// `[side][from, to]` of the refuted move. All calls take the same index.
#[derive(Clone, Debug, Default)]
pub struct Countermoves(Grid<Option<Move>, 1, COUNTERMOVE_ROWS>);

impl Countermoves {
    /// The reply of `side` to the last move of `keys`, if one is stored.
    #[inline]
    pub fn get(&self, index: CountermoveIndex, side: Color, keys: &ContHistKeys) -> Option<Move> {
        self.0[row(index, side, keys)][0]
    }

    /// Stores `reply` of `side` as the refutation of the last move of `keys`.
    #[inline]
    pub fn store(
        &mut self,
        index: CountermoveIndex,
        side: Color,
        keys: &ContHistKeys,
        reply: Move,
    ) {
        self.0[row(index, side, keys)][0] = Some(reply);
    }
}

/// The row of the last move of `keys`, which `side` answers.
#[inline]
fn row(index: CountermoveIndex, side: Color, keys: &ContHistKeys) -> usize {
    match index {
        CountermoveIndex::PieceTo => keys.moves[0].index(),
        CountermoveIndex::FromTo => {
            keys.previous.map_or(2 * SQUARE_PAIRS, |mv| side.index() * SQUARE_PAIRS + mv.from_to())
        }
    }
}

/// The last refutation, quiet or not, by `[side][from, to]` of the move that it
/// refuted: Hartmann's and Kouwenhoven's butterfly board of moves (1990). Such a
/// move needs only a test of legality and can cut before any is generated.
#[derive(Clone, Debug, Default)]
pub struct ButterflyMoves(Grid<Option<Move>, SQUARE_PAIRS, 2>);

impl ButterflyMoves {
    /// The last refutation of `previous` by `side`.
    #[inline]
    pub fn get(&self, side: Color, previous: Move) -> Option<Move> {
        self.0[side.index()][previous.from_to()]
    }

    /// Stores `reply` of `side` as the refutation of `previous`, if that was a move.
    #[inline]
    pub fn store(&mut self, side: Color, previous: Option<Move>, reply: Move) {
        if let Some(previous) = previous {
            self.0[side.index()][previous.from_to()] = Some(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MOVES;
    use riposte_movegen::{File, Piece, PieceType, Rank, Square};

    #[test]
    fn killers_are_two_different_moves() {
        let mut killers = Killers::default();
        let [a, b, c] = MOVES;
        for mv in [a, b, b, c, c] {
            killers.store(Ply::new(3), mv);
        }
        assert_eq!(killers.get(Ply::new(3)), [Some(c), Some(b)]);
        assert_eq!(killers.get(Ply::new(4)), [None; 2]);
        killers.clear_ply(Ply::new(3));
        assert_eq!(killers.get(Ply::new(3)), [None; 2]);
    }

    #[test]
    fn countermoves_follow_their_index() {
        let after = |from, kind| {
            let mv = Move::normal(from, Square::at(File::E, Rank::R5));
            let row = PieceTo::new(Piece::new(Color::Black, kind), Square::at(File::E, Rank::R5));
            ContHistKeys { moves: [row; 4], previous: Some(mv) }
        };
        let knight = after(Square::at(File::C, Rank::R6), PieceType::Knight);
        let other_knight = after(Square::at(File::G, Rank::R6), PieceType::Knight);
        let bishop = after(Square::at(File::C, Rank::R6), PieceType::Bishop);
        for (index, same, different) in [
            (CountermoveIndex::PieceTo, &other_knight, &bishop),
            (CountermoveIndex::FromTo, &bishop, &other_knight),
        ] {
            let mut replies = Countermoves::default();
            replies.store(index, Color::White, &knight, MOVES[0]);
            let get = |keys| replies.get(index, Color::White, keys);
            assert_eq!(get(same), Some(MOVES[0]), "{index:?}");
            assert_eq!(get(different), None, "{index:?}");
            assert_eq!(get(&ContHistKeys::NONE), None, "{index:?}");
        }
    }

    #[test]
    fn butterfly_moves_are_separate_by_side() {
        let [reply, previous, _] = MOVES;
        let mut table = ButterflyMoves::default();
        table.store(Color::White, Some(previous), reply);
        table.store(Color::White, None, previous);
        assert_eq!(table.get(Color::White, previous), Some(reply));
        assert_eq!(table.get(Color::Black, previous), None);
        assert_eq!(table.get(Color::White, reply), None);
    }
}

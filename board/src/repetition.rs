use riposte_movegen::between;

use crate::Board;
use crate::{cuckoo, zobrist};

impl Board {
    /// Whether the search should score this position as a draw by repetition:
    /// it occurred once since the root, `ply` half-moves ago, or twice before
    /// that.
    ///
    /// Inside the search one repetition is enough, because a side that could
    /// do better the second time could have done so the first time.
    pub fn is_repetition(&self, ply: u32) -> bool {
        let mut seen_before_root = false;
        for distance in self.same_side_distances(4) {
            if self.key_back(distance) != self.key() {
                continue;
            }
            if distance < ply as usize || seen_before_root {
                return true;
            }
            seen_before_root = true;
        }
        false
    }

    /// Whether the side to move has a move that leads to a position for which
    /// [`Self::is_repetition`] holds one half-move further on.
    ///
    /// The difference between the key now and a key some half-moves ago tells
    /// whether one reversible move joins the two positions; the differences of
    /// all such moves are in a table. Source: M. van Kervinck, "The design and
    /// implementation of the Rookie 2.0 chess playing program", 2002, and his
    /// note on detecting upcoming repetitions with cuckoo hashing.
    ///
    /// One move of this side joins the positions only if the opponent's moves since
    /// then cancel each other, so the table is asked only when they do.
    pub fn has_upcoming_repetition(&self, ply: u32) -> bool {
        let end = self.farthest();
        if end < 3 {
            return false;
        }
        // A move clears en passant, so the child's key lacks it.
        let key = self.key() ^ zobrist::en_passant(self.en_passant());
        let mut keys = self.past.iter().rev().take(end).map(|state| state.keys.full());
        let mut distance = 1;
        // What the opponent's moves have changed since `distance` half-moves ago.
        let mut theirs = key ^ zobrist::SIDE ^ keys.next().unwrap_or_default();
        while let (Some(after_ours), Some(earlier)) = (keys.next(), keys.next()) {
            distance += 2;
            theirs ^= after_ours ^ earlier ^ zobrist::SIDE;
            if theirs == 0 && self.can_return(key ^ earlier, distance, ply) {
                return true;
            }
        }
        false
    }

    /// Whether a move that changes the key by `difference` leads to the position
    /// `distance` half-moves ago, and counts as a repetition.
    #[inline(never)]
    fn can_return(&self, difference: u64, distance: usize, ply: u32) -> bool {
        let Some((from, to)) = cuckoo::find(difference) else { return false };
        // The piece may stand at either end; if it is an enemy's, it is the enemy
        // who would have to move.
        let mover = self.piece_on(from).or(self.piece_on(to));
        mover.is_some_and(|piece| piece.color() == self.side())
            && !between(from, to).meets(self.occupied())
            && (distance < ply as usize || self.occurred_before(distance))
    }

    /// The distances to look back over, from `first` in steps of two.
    fn same_side_distances(&self, first: usize) -> impl Iterator<Item = usize> + use<> {
        (first..=self.farthest()).step_by(2)
    }

    /// How many half-moves repetition may look back.
    #[inline]
    fn farthest(&self) -> usize {
        (self.state.reversible as usize).min(self.past.len())
    }

    /// The key `distance` half-moves ago.
    #[inline]
    fn key_back(&self, distance: usize) -> u64 {
        self.past[self.past.len() - distance].keys.full()
    }

    /// Whether the position `distance` half-moves ago was itself a repetition.
    fn occurred_before(&self, distance: usize) -> bool {
        let key = self.key_back(distance);
        self.same_side_distances(distance + 4).any(|earlier| self.key_back(earlier) == key)
    }
}

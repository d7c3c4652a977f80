//! The refutation table (S. Akl and M. Newborn 1977): for every root move the line
//! that the last iteration found against it. In the next iteration that line is
//! tried first. It costs a line per root move where a transposition table costs
//! megabytes.

use riposte_movegen::Move;

use crate::classic::{Classic, PLIES, Played};

/// Moves, first the one to play.
type Line = Vec<Move>;

/// Lines of the running iteration and of the one before.
#[derive(Default)]
pub(in crate::classic) struct RefutationTable {
    /// By root move: the line that starts with it.
    known: Vec<Line>,
    /// By ply: the best line from there, as far as the running search is.
    current: Vec<Line>,
}

impl RefutationTable {
    pub(in crate::classic) fn clear(&mut self) {
        self.known.clear();
        self.current.clear();
        self.current.resize_with(PLIES, Vec::new);
    }

    /// The search enters a node at `ply`.
    fn open(&mut self, ply: usize) {
        self.current[ply].clear();
    }

    /// `mv` is the best move at `ply` so far.
    fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.current.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The root move `mv` has been searched.
    fn keep(&mut self, mv: Move) {
        let line: Line = std::iter::once(mv).chain(self.current[1].iter().copied()).collect();
        match self.known.iter_mut().find(|known| known.first() == Some(&mv)) {
            Some(known) => *known = line,
            None => self.known.push(line),
        }
    }

    /// What the line against the first move of `path` plays next, if `path`
    /// follows it.
    fn next(&self, path: &[Played]) -> Option<Move> {
        let (_, root) = (*path.first()?)?;
        let line = self.known.iter().find(|line| line.first() == Some(&root))?;
        let next = *line.get(path.len())?;
        let on_it =
            path.iter().zip(line).all(|(played, &mv)| played.is_some_and(|(_, it)| it == mv));
        on_it.then_some(next)
    }
}

impl Classic {
    /// The move that the last iteration's line plays here.
    pub(in crate::classic) fn refutation_move(&self, ply: usize) -> Option<Move> {
        if !self.systems.refutation || ply == 0 {
            return None;
        }
        self.refutations.next(&self.path[..ply])
    }

    pub(in crate::classic) fn open_line(&mut self, ply: usize) {
        if self.systems.refutation {
            self.refutations.open(ply);
        }
    }

    pub(in crate::classic) fn extend_line(&mut self, ply: usize, mv: Move) {
        if self.systems.refutation {
            self.refutations.extend(ply, mv);
        }
    }

    pub(in crate::classic) fn keep_line(&mut self, ply: usize, mv: Move) {
        if self.systems.refutation && ply == 0 {
            self.refutations.keep(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use riposte_movegen::{Piece, Square};

    #[test]
    fn a_line_is_followed_as_long_as_the_path_is_on_it() {
        let [a, b, c] = [Square::C1, Square::D1, Square::E1].map(|to| Move::normal(Square::A1, to));
        let played = |moves: &[Move]| -> Vec<Played> {
            moves.iter().map(|&mv| Some((Piece::WhiteQueen, mv))).collect()
        };
        let mut table = RefutationTable::default();
        table.clear();
        table.open(2);
        table.extend(2, c);
        table.extend(1, b);
        table.keep(a);
        assert_eq!(table.next(&played(&[a])), Some(b));
        assert_eq!(table.next(&played(&[a, b])), Some(c));
        assert_eq!(table.next(&played(&[a, c])), None);
        assert_eq!(table.next(&played(&[a, b, c])), None);
        assert_eq!(table.next(&played(&[b])), None);
    }
}

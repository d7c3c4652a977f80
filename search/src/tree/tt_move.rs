//! The move that is tried before any are generated.

use riposte_eval::{Ply, Score};
use riposte_movegen::Move;
use riposte_params::{Feature, Lab};

use crate::tree::node::Node;
use crate::tree::search::Search;

impl<L: Lab> Search<'_, L> {
    /// The TT move; without one, a move found in other ways without move generation.
    #[inline]
    pub(crate) fn tt_move(&self, node: &Node) -> Option<Move> {
        self.best_at_root(node)
            .or(node.tt_hit.mv)
            .or_else(|| self.refutation(node))
            .or_else(|| self.butterfly_move(node))
    }

    /// At the root, the best move of the last iteration for the current pv. The TT is
    /// shared by all threads and holds one move only.
    #[inline]
    fn best_at_root(&self, node: &Node) -> Option<Move> {
        if node.ply != Ply::ROOT {
            return None;
        }
        let best = self.root.current();
        (best.average != Score::NONE).then_some(best.mv)
    }

    /// The next move of the refutation of the same root move in the last iteration, as long
    /// as the current variation follows it (Akl and Newborn 1977).
    fn refutation(&self, node: &Node) -> Option<Move> {
        if !self.lab.on(Feature::RefutationTable) || node.ply == Ply::ROOT {
            return None;
        }
        let mut path = (0..node.ply.number()).map(|ply| self.frame(Ply::new(ply as u16)).mv);
        let line = self.root.refutation(path.next()??);
        let mut line = line.iter().copied();
        path.all(|mv| mv.is_some() && mv == line.next()).then(|| line.next()).flatten()
    }

    /// The last refutation of the previous move, where there are no killers. It costs one
    /// legality test (Hartmann and Kouwenhoven 1990).
    fn butterfly_move(&self, node: &Node) -> Option<Move> {
        let histories = &self.worker.histories;
        histories
            .butterfly(&self.lab, &node.move_context(&self.board))
            .filter(|_| histories.killers(&self.lab, node.ply) == [None; 2])
            .filter(|&mv| self.board.is_legal(mv))
    }
}

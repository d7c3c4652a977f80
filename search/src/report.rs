//! What a search tells its listener.

use crate::depth::Depth;
use crate::info::{Bound, Info};
use crate::lab::Lab;
use crate::root::RootMove;
use crate::score::Score;
use crate::search::Search;

impl<L: Lab> Search<'_, L> {
    /// Reports the line at `rank` as it stands.
    pub(crate) fn report(&self, rank: usize) {
        let root = self.root.at(rank);
        self.report_line(self.root_depth, rank, root, (root.score, root.bound));
    }

    /// The last word before the answer: the line of the move that is played, with
    /// an exact score, unless it was just reported.
    pub(crate) fn report_final(&mut self, depth: Depth, best: &RootMove) {
        let unsearched = self.static_eval();
        self.root.sort_reported();
        for rank in 0..self.task.reported {
            let line = if rank == 0 { best } else { self.root.at(rank) };
            let mut score = line.exact_score();
            if score == -Score::INFINITE {
                // Stopped before the first move was searched.
                score = unsearched;
            }
            self.report_line(depth.max(Depth::ONE), rank, line, (score, Bound::Exact));
        }
    }

    /// Mate or stalemate on the board.
    pub(crate) fn report_no_move(&self) {
        let in_check = self.board.in_check();
        self.task.sink.info(&Info {
            depth: Depth::ZERO,
            selective_depth: 0,
            multi_pv: 1,
            score: if in_check { -Score::MATE } else { Score::DRAW },
            bound: Bound::Exact,
            nodes: 0,
            time: self.task.start.elapsed(),
            permille_full: self.task.table.permille_full(),
            table_base_hits: self.task.table_base_hits(),
            pv: Vec::new(),
        });
    }

    fn report_line(
        &self,
        depth: Depth,
        rank: usize,
        line: &RootMove,
        (score, bound): (Score, Bound),
    ) {
        // Whatever the search prefers among drawn moves, a draw it is.
        let (score, bound) =
            if line.is_known_draw() { (Score::DRAW, Bound::Exact) } else { (score, bound) };
        self.task.sink.info(&Info {
            depth,
            selective_depth: line.selective_depth.number() as u32,
            multi_pv: rank + 1,
            score,
            bound,
            nodes: self.task.total_nodes(),
            time: self.task.start.elapsed(),
            permille_full: self.task.table.permille_full(),
            table_base_hits: self.task.table_base_hits(),
            pv: self.task.line_of(line),
        });
    }
}

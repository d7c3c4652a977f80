//! What a search tells its listener.

use crate::depth::Depth;
use crate::info::{Bound, Info};
use crate::params::Lab;
use crate::score::Score;
use crate::threads::shared::SearchShared;
use crate::tree::root::RootMove;
use crate::tree::search::Search;

impl<L: Lab> Search<'_, L> {
    /// Reports the line at `rank` as it stands.
    pub(crate) fn report(&self, rank: usize) {
        let root = self.root.at(rank);
        let info = self.shared.info(self.root_depth, rank, root, (root.score, root.bound));
        self.shared.reporter.with_sink(|sink| sink.info(&info));
    }

    /// Mate or stalemate on the board.
    pub(crate) fn info_without_moves(&self) -> Info {
        let score = if self.board.in_check() { -Score::MATE } else { Score::DRAW };
        Info {
            depth: Depth::ZERO,
            selective_depth: 0,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: self.shared.start.elapsed(),
            permille_full: self.shared.tt.permille_full(),
            tb_hits: self.shared.tb_hits(),
            is_last: true,
            pv: Vec::new(),
        }
    }
}

impl SearchShared {
    /// What there is to tell about the line at `rank` of a running search.
    pub(crate) fn info(
        &self,
        depth: Depth,
        rank: usize,
        line: &RootMove,
        (score, bound): (Score, Bound),
    ) -> Info {
        // Whatever the search prefers among drawn moves, a draw it is.
        let (score, bound) =
            if line.is_tb_draw() { (Score::DRAW, Bound::Exact) } else { (score, bound) };
        Info {
            depth,
            selective_depth: line.selective_depth.number() as u32,
            multi_pv: rank + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            time: self.start.elapsed(),
            permille_full: self.tt.permille_full(),
            tb_hits: self.tb_hits(),
            is_last: false,
            pv: self.pv_of(line),
        }
    }
}

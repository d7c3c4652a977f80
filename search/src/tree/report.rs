//! Reports of the main thread: pv, bounds, the current move and the answer.

use riposte_eval::{Depth, Score};
use riposte_movegen::Move;
use riposte_params::Lab;

use crate::info::{Bound, Sink};
use crate::threads::finish::reported_score;
use crate::threads::vote::Vote;
use crate::tree::root::RootMove;
use crate::tree::search::Search;

/// Time from which on bounds and the current root move are reported. Before, the next pv
/// comes soon.
const LONG_SECONDS: u64 = 3;

/// A search of fewer nodes is not long, so that it need not read the clock.
const LONG_NODES: u64 = 1 << 16;

impl<L: Lab> Search<'_, L> {
    /// Whether bounds and the current root move are reported.
    pub(crate) fn is_long(&self) -> bool {
        self.nodes >= LONG_NODES && self.shared.clock.wall_time().as_secs() >= LONG_SECONDS
    }

    /// Reports the pv at `rank` as it stands.
    pub(crate) fn report(&self, rank: usize) {
        let root = self.root.at(rank);
        let info = self.shared.info(self.root_depth, rank, root, (root.score, root.bound));
        self.shared.reporter.with_sink(|sink| sink.info(&info));
    }

    /// Answers without waiting for the other threads, unless the search is answered.
    pub(crate) fn answer(&mut self) {
        let shared = self.shared;
        shared.finish(true, |sink| {
            shared.report_tb_errors(sink);
            if self.root.is_empty() {
                sink.info(&shared.info_without_moves());
                return sink.best_move(None, None);
            }
            let Vote { depth, best, .. } = self.choose();
            self.report_final(sink, depth, &best);
            shared.send_best_move(sink, &best);
        });
    }

    /// The move to play and its score, as [`Self::answer`] reports them; `None` if there is
    /// no legal move.
    pub(crate) fn best_move(&mut self) -> Option<(Move, Score)> {
        if self.root.is_empty() {
            return None;
        }
        let unsearched = self.static_eval();
        let Vote { best, .. } = self.choose();
        let score = final_score(&best, unsearched);
        Some((best.mv, reported_score(&best, score, Bound::Exact).0))
    }

    /// The move to play.
    fn choose(&mut self) -> Vote {
        if let Some(strength) = self.shared.strength {
            let chosen = strength.choose(&self.board, &self.root.scores());
            self.root.prefer(chosen);
        }
        let own = Vote::new(self.completed_depth, self.root.at(0));
        if self.shared.multi_pv == 1 { self.shared.votes.select_best_thread(own) } else { own }
    }

    /// The last report of every pv, with exact scores.
    fn report_final(&mut self, sink: &dyn Sink, depth: Depth, best: &RootMove) {
        let unsearched = self.static_eval();
        // A finished iteration has left its lines in order.
        if self.completed_depth < self.root_depth {
            self.root.sort_reported(self.shared.reported);
        }
        for rank in 0..self.shared.reported {
            let root = if rank == 0 { best } else { self.root.at(rank) };
            let score = final_score(root, unsearched);
            let depth = depth.max(Depth::ONE);
            sink.info(&self.shared.final_info(depth, rank, root, score));
        }
    }
}

/// The last exact score of `root`, or `unsearched` if the search was stopped before the
/// first move was searched.
fn final_score(root: &RootMove, unsearched: Score) -> Score {
    let score = root.exact_score();
    if score == -Score::INFINITE { unsearched } else { score }
}

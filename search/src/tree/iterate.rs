//! Iterative deepening with aspiration windows, and when to end it.

use riposte_eval::{Depth, Ply, Score};
use riposte_mate::Stopped;
use riposte_movegen::Move;
use riposte_params::{Feature, Lab};

use crate::info::Bound;
use crate::threads::vote::Vote;
use crate::time::budget::Confidence;
use crate::tree::node::Root;
use crate::tree::search::Search;
use crate::tree::window::Window;

/// Aspiration windows wider than this are opened altogether.
const WIDEST: i32 = 1000;

/// With one legal move and a clock running, this depth is enough to find
/// something to ponder on.
const FORCED_MOVE_DEPTH: Depth = Depth::new(6);

/// How the best move and its score moved over the iterations.
struct Trend {
    best: Option<Move>,
    stable: u32,
    /// Scores of the last iterations, the latest last.
    scores: [Score; 3],
}

impl<L: Lab> Search<'_, L> {
    /// Searches to increasing depth until a limit is reached. Leaves the best pv in the
    /// root moves.
    pub(crate) fn iterate(&mut self) {
        if self.root.is_empty() {
            return;
        }
        self.worker.histories.start_search();
        self.worker.stats = L::Stats::default();
        let last = self.last_depth();
        let mut trend = Trend { best: None, stable: 0, scores: [Score::NONE; 3] };
        let mut proof_search = self.mate_search();
        let mut depth = Depth::ONE;
        while depth <= last {
            self.root_depth = depth;
            if self.iteration().is_err() {
                break;
            }
            self.completed_depth = depth;
            self.publish(self.root.at(0).mv);
            self.update_trend(&mut trend);
            let is_settled =
                proof_search.as_mut().is_some_and(|proof_search| self.share_with(proof_search));
            if is_settled || (self.worker.is_main() && self.is_done(&trend)) {
                break;
            }
            depth += 1;
        }
        if let Some(proof_search) = proof_search {
            self.close(proof_search);
        }
    }

    fn last_depth(&self) -> Depth {
        let asked = self
            .shared
            .limits
            .depth
            .map_or(i32::MAX, |depth| i32::try_from(depth).unwrap_or(i32::MAX));
        Depth::new(asked).min(Depth::MAX).max(Depth::ONE)
    }

    /// One iteration: every pv that is asked for.
    fn iteration(&mut self) -> Result<(), Stopped> {
        self.root.start_iteration();
        for rank in 0..self.shared.multi_pv.min(self.root.len()) {
            self.root.rank = rank;
            self.selective_depth = Ply::ROOT;
            let outcome = self.aspire();
            if outcome.is_err() {
                self.return_to_root();
            }
            self.root.sort_finished();
            outcome?;
            if self.worker.is_main() && rank + 1 == self.shared.multi_pv.min(self.root.len()) {
                (0..self.shared.reported).for_each(|line| self.report(line));
            }
        }
        self.root.rank = 0;
        Ok(())
    }

    /// Searches the root in a window around the last score, opened on the side
    /// where it fails until it holds.
    fn aspire(&mut self) -> Result<(), Stopped> {
        let centre = self.root.current().average;
        let mut delta = self.lab.aspiration_delta();
        let narrow = self.lab.on(Feature::Aspiration)
            && self.root_depth >= Depth::new(self.lab.aspiration_depth())
            && centre != Score::NONE
            && !centre.is_decisive();
        let mut window = if narrow {
            delta += centre.raw().abs() / 64;
            Window { alpha: centre - delta, beta: centre + delta }
        } else {
            Window::FULL
        };
        let mut failed_high = 0;
        loop {
            let depth = (self.root_depth - failed_high).max(Depth::ONE);
            let outcome = self.search::<Root>(window, depth, Ply::ROOT, false);
            self.root.sort();
            let score = outcome?;
            if score <= window.alpha {
                window.beta = window.alpha.midpoint(window.beta);
                window.alpha = widened(score, -delta);
                failed_high = 0;
            } else if window.fails_high(score) {
                window.beta = widened(score, delta);
                failed_high += 1;
            } else {
                return Ok(());
            }
            self.report_bound();
            delta += delta * 2 / 3;
        }
    }

    fn report_bound(&self) {
        if self.worker.is_main() && self.shared.multi_pv == 1 && self.is_long() {
            self.report(self.root.rank);
        }
    }

    fn update_trend(&self, trend: &mut Trend) {
        let best = self.root.at(0);
        if trend.best == Some(best.mv) {
            trend.stable += 1;
        } else {
            trend.stable = 0;
        }
        trend.best = Some(best.mv);
        trend.scores = [trend.scores[1], trend.scores[2], best.score];
    }

    /// Whether the search ends after a finished iteration.
    fn is_done(&self, trend: &Trend) -> bool {
        let limits = &self.shared.limits;
        let score = self.root.at(0).score;
        if limits.soft_nodes.is_some_and(|limit| self.shared.nodes_known_to(self.nodes) >= limit) {
            return true;
        }
        if limits.mate.is_some_and(|moves| proves_mate_within(score, moves)) {
            return true;
        }
        let is_enough = (self.shared.clock.is_timed() && self.is_forced(score))
            || self.shared.clock.is_time_enough(self.confidence(trend));
        self.shared.clock.finish_iteration(is_enough) && is_enough
    }

    /// Publishes `best` as the vote of this thread.
    pub(crate) fn publish(&self, best: Move) {
        if let Some(best) = self.root.get(best) {
            let vote = Vote::new(self.completed_depth, best);
            self.shared.votes.publish(self.worker.id, vote);
        }
    }

    /// Whether thinking on cannot change the move: there is only one, or the
    /// shortest mate has been searched far beyond its length.
    fn is_forced(&self, score: Score) -> bool {
        let mate = score.mate_in().is_some_and(|moves| {
            self.root_depth.plies() > 4 * moves.abs() + 2 && self.root.at(0).bound == Bound::Exact
        });
        mate || (self.root.len() == 1 && self.root_depth >= FORCED_MOVE_DEPTH)
    }

    fn confidence(&self, trend: &Trend) -> Confidence {
        let effort = self.root.at(0).nodes as f64 / self.nodes.max(1) as f64;
        let [earlier, _, latest] = trend.scores;
        let score_drop = if earlier == Score::NONE { 0 } else { earlier - latest };
        Confidence { stable_move: trend.stable, effort, score_drop }
    }
}

/// Whether `score` is a mate for either side in at most so many moves.
fn proves_mate_within(score: Score, moves: u32) -> bool {
    score.mate_in().is_some_and(|found| found.unsigned_abs() <= moves)
}

/// A bound moved outwards, and opened altogether when it is far out.
fn widened(score: Score, delta: i32) -> Score {
    let value = score.raw() + delta;
    if delta.abs() > WIDEST || value.abs() > Score::MAX_HEURISTIC.raw() {
        return Score::cp(Score::INFINITE.raw() * delta.signum());
    }
    Score::cp(value)
}

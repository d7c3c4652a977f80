//! The best move of every thread, and the vote on the move to play.
//!
//! Each thread publishes its best move in an entry of its own, after an iteration and when
//! a root move turns out best. So the search can be answered at once when the time is up,
//! without waiting for any thread that does not run, the main thread included.

use parking_lot::Mutex;
use riposte_eval::{Depth, Ply, Score};
use riposte_movegen::Move;

use crate::info::Bound;
use crate::tree::root::{RootMove, RootMoves, RootScore};

/// The result of one thread.
#[derive(Clone)]
pub(crate) struct Vote {
    /// The last iteration that was finished.
    pub(crate) depth: Depth,
    pub(crate) best: RootMove,
}

impl Vote {
    pub(crate) fn new(depth: Depth, best: &RootMove) -> Self {
        Self { depth, best: best.clone() }
    }

    fn score(&self) -> Score {
        self.best.exact_score()
    }

    /// A vote from a move and its score alone.
    pub(crate) fn bare(mv: Move, depth: Depth, score: Score, bound: Bound) -> Self {
        let mut root = RootMoves::new(&[mv], &[], 1);
        let found = RootScore { score, bound, selective_depth: Ply::ROOT, line: &[] };
        root.record(mv, 0, Some(found));
        Self::new(depth, root.at(0))
    }

    /// Whether the score is one that was found and is exact.
    fn is_usable(&self) -> bool {
        self.depth > Depth::ZERO
            && self.best.bound == Bound::Exact
            && self.best.score != -Score::INFINITE
    }
}

/// The latest vote of every thread.
pub(crate) struct Votes {
    slots: Box<[Mutex<Option<Vote>>]>,
}

impl Votes {
    pub(crate) fn new(threads: usize) -> Self {
        Self { slots: (0..threads).map(|_| Mutex::default()).collect() }
    }

    /// Replaces the vote of `thread`, unless the new one has no exact score.
    pub(crate) fn publish(&self, thread: usize, vote: Vote) {
        if vote.is_usable() {
            *self.slots[thread].lock() = Some(vote);
        }
    }

    /// The best of the main thread's `own` vote and those that helpers have published.
    pub(crate) fn select_best_thread(&self, own: Vote) -> Vote {
        let helpers = self.slots.iter().skip(1).filter_map(|slot| slot.lock().clone());
        select_best_thread([own].into_iter().chain(helpers).collect())
            .expect("there is one at least")
    }

    /// The best of those published, if there is one.
    pub(crate) fn select_published(&self) -> Option<Vote> {
        select_best_thread(self.slots.iter().filter_map(|slot| slot.lock().clone()).collect())
    }
}

/// The best thread: a move counts by the depth and the score of every thread that chose it.
/// Tablebase results come first, and proved wins before votes.
fn select_best_thread(mut votes: Vec<Vote>) -> Option<Vote> {
    let worst = votes.iter().map(Vote::score).min()?;
    let weight = |vote: &Vote| i64::from(vote.score() - worst + 10) * i64::from(vote.depth.plies());
    let total =
        |mv: Move| -> i64 { votes.iter().filter(|vote| vote.best.mv == mv).map(weight).sum() };
    let mut best = 0;
    for index in 1..votes.len() {
        let (new, old) = (&votes[index], &votes[best]);
        if is_better(new, old, total(new.best.mv), total(old.best.mv)) {
            best = index;
        }
    }
    Some(votes.swap_remove(best))
}

fn is_better(new: &Vote, old: &Vote, new_votes: i64, old_votes: i64) -> bool {
    if new.best.result() != old.best.result() {
        return new.best.result() > old.best.result();
    }
    let (new_score, old_score) = (new.score(), old.score());
    if old_score.is_decisive() || new_score.is_win() {
        return new_score > old_score;
    }
    if new.best.mv == old.best.mv {
        return new.depth > old.depth;
    }
    !new_score.is_loss() && new_votes > old_votes
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;

    use super::*;

    /// The vote of a thread that found `mv` with `score` after `depth` iterations.
    fn vote(mv: &str, depth: i32, score: Score, bound: Bound) -> Vote {
        let mv = Board::startpos().parse_uci(mv).expect("a move of the start position");
        Vote::bare(mv, Depth::new(depth), score, bound)
    }

    fn selected(own: Vote, others: impl IntoIterator<Item = Vote>) -> String {
        let votes = Votes::new(10);
        for (index, other) in others.into_iter().enumerate() {
            votes.publish(index + 1, other);
        }
        Board::startpos().uci(votes.select_best_thread(own).best.mv, false)
    }

    fn exact(mv: &str, depth: i32, centipawns: i32) -> Vote {
        vote(mv, depth, Score::cp(centipawns), Bound::Exact)
    }

    #[test]
    fn alone_the_main_thread_decides() {
        assert_eq!(selected(exact("e2e4", 3, -900), []), "e2e4");
    }

    #[test]
    fn the_move_of_most_threads_is_played() {
        let others = [exact("d2d4", 10, 20), exact("d2d4", 10, 20), exact("e2e4", 10, 20)];
        assert_eq!(selected(exact("g1f3", 10, 20), others), "d2d4");
    }

    #[test]
    fn depth_counts_more_than_a_few_threads() {
        let others = [exact("d2d4", 3, 20), exact("d2d4", 3, 20)];
        assert_eq!(selected(exact("g1f3", 12, 20), others), "g1f3");
    }

    #[test]
    fn a_proved_mate_needs_no_votes() {
        let mate = vote("h2h4", 5, Score::mating(Ply::new(3)), Bound::Exact);
        let others = [exact("d2d4", 20, 300), exact("d2d4", 20, 300), mate];
        assert_eq!(selected(exact("d2d4", 20, 300), others), "h2h4");
    }

    #[test]
    fn bounds_and_unfinished_first_iterations_have_no_vote() {
        let others = [
            vote("d2d4", 20, Score::cp(500), Bound::Lower),
            vote("d2d4", 20, Score::cp(500), Bound::Upper),
            exact("d2d4", 0, 500),
        ];
        assert_eq!(selected(exact("e2e4", 4, 0), others), "e2e4");
    }

    #[test]
    fn without_the_main_thread_the_published_decide() {
        let votes = Votes::new(3);
        assert!(votes.select_published().is_none());
        votes.publish(0, exact("e2e4", 9, 10));
        votes.publish(1, exact("d2d4", 12, 10));
        let best = votes.select_published().expect("two were published").best.mv;
        assert_eq!(Board::startpos().uci(best, false), "d2d4");
    }

    #[test]
    fn the_main_thread_has_one_vote() {
        let votes = Votes::new(2);
        votes.publish(0, exact("e2e4", 9, 10));
        votes.publish(1, exact("d2d4", 12, 10));
        let best = votes.select_best_thread(exact("e2e4", 9, 10)).best.mv;
        assert_eq!(Board::startpos().uci(best, false), "d2d4");
    }

    #[test]
    fn only_the_latest_answer_of_a_thread_counts() {
        let votes = Votes::new(2);
        votes.publish(1, exact("d2d4", 20, 0));
        votes.publish(1, exact("e2e4", 21, 0));
        let best = votes.select_best_thread(exact("a2a3", 1, 0)).best.mv;
        assert_eq!(Board::startpos().uci(best, false), "e2e4");
    }
}

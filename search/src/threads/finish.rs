//! The end of a search: final report and best move.
//!
//! Usually the main thread answers (`tree/report.rs`). If there are more busy threads
//! than cores, the scheduler may not run it for longer than many a clock has left. The
//! timekeeper, which has slept, is run at once. It waits for the main thread for
//! [`MAIN_THREAD_GRACE`] and then answers from the published votes.

use std::time::{Duration, Instant};

use riposte_eval::{Depth, Ply, Score};
use riposte_movegen::Move;

use crate::info::{Bound, Info, Sink};
use crate::threads::shared::SearchShared;
use crate::threads::vote::Vote;
use crate::tree::root::RootMove;

/// Time for a running main thread to answer, with a margin.
pub(crate) const MAIN_THREAD_GRACE: Duration = Duration::from_micros(500);

impl SearchShared {
    /// Ends the search on request. A pondering search is answered here if possible:
    /// its answer is not played, and the next search waits for it.
    pub(crate) fn interrupt(&self) {
        self.clock.stop();
        if self.clock.is_pondering() {
            self.answer_for_main(Duration::ZERO);
        }
    }

    /// The expected move was played: from now on own time runs.
    pub(crate) fn ponder_hit(&self) {
        let is_enough = self.clock.ponder_hit();
        if self.answer_if_urgent() || is_enough {
            self.clock.stop();
        }
    }

    /// Answers from what is known if even the change to another thread may lose the
    /// game on time. Returns whether it did.
    pub(crate) fn answer_if_urgent(&self) -> bool {
        self.is_urgent() && self.answer_for_main(Duration::ZERO)
    }

    /// Answers in place of a main thread that does not answer within `grace`, if the
    /// published votes are all that the answer needs. Returns whether the search is
    /// answered.
    pub(crate) fn answer_for_main(&self, grace: Duration) -> bool {
        let needs_main = self.multi_pv > 1
            || self.strength.is_some()
            || self.limits.mate.is_some()
            || self.lockstep.is_some();
        if needs_main {
            return false;
        }
        if self.reporter.wait_until(Instant::now() + grace) {
            return true;
        }
        let found = self.votes.select_published().or_else(|| self.vote_from_tt());
        let Some(Vote { depth, best, .. }) = found else { return false };
        self.finish(false, |sink| {
            self.report_tb_errors(sink);
            sink.info(&self.final_info(depth, 0, &best, best.exact_score()));
            self.send_best_move(sink, &best);
        })
    }

    /// The TT entry of the position, for a search that ended before it began. Not where
    /// tablebases rank the root moves: the TT move may throw the result away.
    fn vote_from_tt(&self) -> Option<Vote> {
        if !self.root_verdicts().is_empty() {
            return None;
        }
        let entry = self.tt.probe(self.board.key())?;
        let mv = Move::from_bits(entry.mv).filter(|mv| self.root_moves.contains(mv))?;
        let score = Score::from_tt(entry.score, Ply::ROOT);
        Some(Vote::bare(mv, Depth::ONE, score, entry.bound))
    }

    /// The report of the pv at `rank`.
    pub(crate) fn info(
        &self,
        depth: Depth,
        rank: usize,
        root: &RootMove,
        (score, bound): (Score, Bound),
    ) -> Info {
        let (score, bound) = reported_score(root, score, bound);
        Info {
            depth,
            selective_depth: root.selective_depth.number() as u32,
            multi_pv: rank + 1,
            score,
            bound,
            is_last: false,
            pv: self.pv_of(root),
            ..self.info_without_moves()
        }
    }

    /// The report of a position without legal moves.
    pub(crate) fn info_without_moves(&self) -> Info {
        Info {
            depth: Depth::ZERO,
            selective_depth: 0,
            multi_pv: 1,
            score: if self.board.in_check() { -Score::MATE } else { Score::DRAW },
            bound: Bound::Exact,
            nodes: self.clock.total_nodes(),
            time: self.clock.wall_time(),
            permille_full: self.tt.permille_full(),
            tb_hits: self.tb_hits(),
            is_last: true,
            pv: Vec::new(),
        }
    }

    /// The last report of the pv at `rank`, with an exact score.
    pub(crate) fn final_info(
        &self,
        depth: Depth,
        rank: usize,
        root: &RootMove,
        score: Score,
    ) -> Info {
        Info { is_last: true, ..self.info(depth, rank, root, (score, Bound::Exact)) }
    }

    /// Sends the best move and the move to ponder on.
    pub(crate) fn send_best_move(&self, sink: &dyn Sink, best: &RootMove) {
        sink.best_move(Some(best.mv), self.ponder_move(&self.pv_of(best)));
    }

    /// The second move of `pv`, or the TT move after the first.
    fn ponder_move(&self, pv: &[Move]) -> Option<Move> {
        if let [_, reply, ..] = pv {
            return Some(*reply);
        }
        let mut board = self.board.clone();
        board.make(*pv.first()?);
        let reply = self.tt.probe(board.key()).and_then(|entry| Move::from_bits(entry.mv))?;
        board.is_legal(reply).then_some(reply)
    }

    /// Reports tablebase files that were found to be damaged.
    pub(crate) fn report_tb_errors(&self, sink: &dyn Sink) {
        if let Some(tb) = &self.tb {
            tb.new_errors().iter().for_each(|error| sink.message(error));
        }
    }
}

/// The score of a root move for the user. Among drawn moves the search may prefer one, but
/// the result is a draw: tablebase draws, and draws that it scores at -1 or 1, are 0.
pub(crate) fn reported_score(root: &RootMove, score: Score, bound: Bound) -> (Score, Bound) {
    match score.raw() {
        _ if root.is_tb_draw() => (Score::DRAW, Bound::Exact),
        -1..=1 => (Score::DRAW, bound),
        _ => (score, bound),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;
    use riposte_board::Board;
    use riposte_tt::Entry;

    use super::*;
    use crate::limits::Limits;
    use crate::testing::search_setup;
    use crate::threads::shared::{SearchSetup, ThreadSetup};
    use crate::time::budget::{Budget, Confidence, Overhead};
    use riposte_eval::Evaluation;
    use riposte_params::Release;

    /// Records the moves that are played.
    #[derive(Default)]
    struct Moves(Mutex<Vec<String>>);

    impl Sink for Moves {
        fn info(&self, info: &Info) {
            assert!(info.is_last);
        }

        fn best_move(&self, best: Option<Move>, _: Option<Move>) {
            let best = best.expect("the start position has moves");
            self.0.lock().push(Board::startpos().uci(best, false));
        }
    }

    /// A search of the start position without threads.
    fn idle_search(limits: Limits, multi_pv: usize) -> (SearchShared, Arc<Moves>) {
        let recorder = Arc::new(Moves::default());
        let setup = SearchSetup {
            multi_pv,
            is_urgent: true,
            budget: Budget::new(&Release, &limits, &Board::startpos(), Overhead::default()),
            sink: Arc::clone(&recorder) as Arc<dyn Sink>,
            threads: ThreadSetup { count: 2, cores: 2, deterministic: false },
            ..search_setup(Board::startpos(), limits, Evaluation::PieceSquare)
        };
        (SearchShared::new(setup), recorder)
    }

    fn timed(left: i64) -> Limits {
        Limits { time: [Some(left), None], ..Limits::default() }
    }

    fn mv(text: &str) -> Move {
        Board::startpos().parse_uci(text).expect("a move of the start position")
    }

    fn publish(shared: &SearchShared, text: &str) {
        let vote = Vote::bare(mv(text), Depth::new(7), Score::cp(20), Bound::Exact);
        shared.votes.publish(0, vote);
    }

    #[test]
    fn the_published_vote_is_played_once() {
        let (shared, recorder) = idle_search(timed(1000), 1);
        publish(&shared, "d2d4");
        shared.clock.stop();
        shared.answer_for_main(Duration::ZERO);
        shared.answer_for_main(Duration::ZERO);
        shared.reporter.finish(true, |_| panic!("the search is answered"));
        shared.reporter.with_sink(|_| panic!("no call after the answer"));
        assert_eq!(*recorder.0.lock(), ["d2d4"]);
        assert!(shared.reporter.wait_until(Instant::now()));
    }

    #[test]
    fn a_search_that_did_not_begin_is_answered_from_the_tt() {
        let (shared, recorder) = idle_search(timed(1000), 1);
        shared.answer_for_main(Duration::ZERO);
        assert!(recorder.0.lock().is_empty(), "there is no TT entry");
        let entry = Entry {
            mv: Move::option_bits(Some(mv("c2c4"))),
            score: 0,
            eval: 0,
            depth: 5,
            bound: Bound::Lower,
            pv: false,
        };
        shared.tt.store(shared.board.key(), entry);
        shared.answer_for_main(Duration::ZERO);
        assert_eq!(*recorder.0.lock(), ["c2c4"]);
    }

    #[test]
    fn several_pvs_need_the_main_thread() {
        let (shared, recorder) = idle_search(timed(1000), 2);
        publish(&shared, "d2d4");
        shared.answer_for_main(Duration::ZERO);
        assert!(recorder.0.lock().is_empty());
    }

    #[test]
    fn a_stop_while_pondering_is_answered_at_once() {
        let (shared, recorder) = idle_search(Limits { ponder: true, ..timed(1000) }, 1);
        publish(&shared, "g1f3");
        shared.interrupt();
        assert_eq!(*recorder.0.lock(), ["g1f3"]);
        assert!(shared.spent().is_none(), "own time did not run");
    }

    #[test]
    fn a_ponder_hit_without_time_is_answered_at_once() {
        let (shared, recorder) = idle_search(Limits { ponder: true, ..timed(20) }, 1);
        publish(&shared, "g1f3");
        assert!(!shared.answer_if_urgent(), "still pondering");
        shared.ponder_hit();
        assert!(shared.clock.is_stopped());
        assert_eq!(*recorder.0.lock(), ["g1f3"]);
    }

    #[test]
    fn ponder_time_counts_as_own_time() {
        let limits = Limits { ponder: true, ..timed(60_000) };
        let (shared, _) = idle_search(limits.clone(), 1);
        assert!(
            !shared.clock.finish_iteration(true) && !shared.clock.is_stopped(),
            "still pondering"
        );
        shared.ponder_hit();
        assert!(shared.clock.is_stopped(), "enough time was spent pondering");

        let (shared, _) = idle_search(limits, 1);
        shared.clock.finish_iteration(true);
        shared.clock.finish_iteration(false);
        shared.ponder_hit();
        assert!(!shared.clock.is_stopped(), "the last iteration asks for more time");
        assert!(shared.clock.finish_iteration(true) && shared.clock.is_stopped());
    }

    #[test]
    fn the_opponents_time_counts_for_the_soft_limit() {
        let confidence = Confidence { stable_move: 9, effort: 1.0, score_drop: 0 };
        let (shared, _) = idle_search(Limits { ponder: true, ..timed(60) }, 1);
        std::thread::sleep(Duration::from_millis(20));
        assert!(shared.clock.is_time_enough(confidence));
        shared.ponder_hit();
        assert!(shared.clock.is_time_enough(confidence));
    }

    #[test]
    fn an_infinite_search_is_never_urgent() {
        let (shared, recorder) = idle_search(Limits { infinite: true, ..timed(5) }, 1);
        publish(&shared, "e2e4");
        assert!(!shared.answer_if_urgent() && recorder.0.lock().is_empty());
    }

    #[test]
    fn a_sink_may_end_the_search() {
        let (shared, recorder) = idle_search(Limits { ponder: true, ..timed(1000) }, 1);
        publish(&shared, "e2e4");
        shared.reporter.with_sink(|_| shared.interrupt());
        assert!(
            shared.clock.is_stopped() && recorder.0.lock().is_empty(),
            "a call of the sink is not interrupted"
        );
    }

    #[test]
    fn no_more_than_the_limit_counts_as_planned() {
        let (shared, _) = idle_search(timed(10), 1);
        publish(&shared, "e2e4");
        let hard =
            Budget::new(&Release, &timed(10), &Board::startpos(), Overhead::default()).hard();
        std::thread::sleep(Duration::from_millis(20));
        shared.answer_for_main(Duration::ZERO);
        let spent = shared.spent().expect("a clock ran");
        assert_eq!((Some(spent.planned), spent.left), (hard, 10));
    }
}

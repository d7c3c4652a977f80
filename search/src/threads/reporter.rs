//! Who speaks for a search: any of its threads, until one of them has given the
//! answer. After that nobody does.
//!
//! The main thread answers as a rule. On a machine with more busy threads than
//! cores it may have to wait for a processor when the time is up, for longer than
//! many a clock has left. The timekeeper, which has slept, is let run at once: it
//! waits for the main thread a little, and then answers in its place by what the
//! threads have published.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use riposte_movegen::Move;

use crate::depth::{Depth, Ply};
use crate::info::{Bound, Info, Sink};
use crate::params::Lab;
use crate::score::Score;
use crate::threads::shared::SearchShared;
use crate::threads::vote::Vote;
use crate::tree::root::RootMove;
use crate::tree::search::Search;

/// What a main thread that runs needs to answer, with something to spare.
pub(crate) const MAIN_THREAD_GRACE: Duration = Duration::from_micros(500);

/// The way to the listener of one search.
pub(crate) struct Reporter {
    sink: Arc<dyn Sink>,
    answered: Mutex<bool>,
}

impl Reporter {
    pub(crate) fn new(sink: Arc<dyn Sink>) -> Self {
        Self { sink, answered: Mutex::new(false) }
    }

    /// Lets `tell` speak, unless the search has been answered.
    pub(crate) fn with_sink(&self, tell: impl FnOnce(&dyn Sink)) {
        let answered = self.answered.lock();
        if !*answered {
            tell(&*self.sink);
        }
    }

    /// Lets `answer` say the last words, unless somebody has said them.
    fn answer(&self, answer: impl FnOnce(&dyn Sink)) {
        let mut answered = self.answered.lock();
        if !*answered {
            answer(&*self.sink);
            *answered = true;
        }
    }

    /// Lets `answer` say the last words, unless somebody has said them or is speaking:
    /// a listener may end the search while it listens. Whether all is said now.
    fn try_answer(&self, answer: impl FnOnce(&dyn Sink)) -> bool {
        let Some(mut answered) = self.answered.try_lock() else { return false };
        if !*answered {
            answer(&*self.sink);
            *answered = true;
        }
        true
    }
}

impl<L: Lab> Search<'_, L> {
    /// Speaks for all threads without waiting for them.
    pub(crate) fn answer(&mut self) {
        let shared = self.shared;
        shared.reporter.answer(|sink| {
            shared.report_tb_errors(sink);
            if self.root.is_empty() {
                sink.info(&self.info_without_moves());
                return sink.best_move(None, None);
            }
            let Vote { depth, best, .. } = self.choose();
            self.report_final(sink, depth, &best);
            shared.play(sink, &best);
        });
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

    /// The last word before the answer: the line of the move that is played, with
    /// an exact score, and what else was asked for.
    fn report_final(&mut self, sink: &dyn Sink, depth: Depth, best: &RootMove) {
        let unsearched = self.static_eval();
        self.root.sort_reported(self.shared.reported);
        for rank in 0..self.shared.reported {
            let line = if rank == 0 { best } else { self.root.at(rank) };
            let mut score = line.exact_score();
            if score == -Score::INFINITE {
                // Stopped before the first move was searched.
                score = unsearched;
            }
            let depth = depth.max(Depth::ONE);
            sink.info(&self.shared.last_info(depth, rank, line, score));
        }
    }
}

impl SearchShared {
    /// Votes in place of a main thread that does not come to it in time, if what has
    /// been published is all that the answer takes. Whether the search is answered.
    pub(crate) fn answer_for_main(&self, patience: Duration) -> bool {
        let is_simple = self.multi_pv == 1
            && self.strength.is_none()
            && self.limits.mate.is_none()
            && self.lockstep.is_none();
        if !is_simple {
            return false;
        }
        if self.is_answered_by(Instant::now() + patience) {
            return true;
        }
        let found = self.votes.select_published().or_else(|| self.vote_from_tt());
        let Some(Vote { depth, best, .. }) = found else { return false };
        let all_is_said = self.reporter.try_answer(|sink| {
            self.report_tb_errors(sink);
            sink.info(&self.last_info(depth, 0, &best, best.exact_score()));
            self.play(sink, &best);
        });
        if all_is_said {
            self.conclude();
        }
        all_is_said
    }

    /// What earlier searches have left in the table about the position, for one that
    /// was over before it began. Where tablebases rank the moves, the table's may be
    /// one that throws the result away.
    fn vote_from_tt(&self) -> Option<Vote> {
        if !self.root_verdicts().is_empty() {
            return None;
        }
        let entry = self.tt.probe(self.board.key())?;
        let mv = Move::from_bits(entry.mv).filter(|mv| self.root_moves.contains(mv))?;
        let score = Score::from_tt(entry.score, Ply::ROOT);
        Some(Vote::bare(mv, Depth::ONE, score, entry.bound))
    }

    fn last_info(&self, depth: Depth, rank: usize, line: &RootMove, score: Score) -> Info {
        Info { is_last: true, ..self.info(depth, rank, line, (score, Bound::Exact)) }
    }

    fn play(&self, sink: &dyn Sink, best: &RootMove) {
        sink.best_move(Some(best.mv), self.ponder_move(&self.pv_of(best)));
    }

    /// The second move of the line, if it is there.
    fn ponder_move(&self, pv: &[Move]) -> Option<Move> {
        if let [_, reply, ..] = pv {
            return Some(*reply);
        }
        // A line of one move: the table may know the reply.
        let mut board = self.board.clone();
        board.make(*pv.first()?);
        let reply = self.tt.probe(board.key()).and_then(|entry| Move::from_bits(entry.mv))?;
        board.is_legal(reply).then_some(reply)
    }

    /// Names the tablebase files that were found to be damaged.
    fn report_tb_errors(&self, sink: &dyn Sink) {
        self.new_errors().iter().for_each(|fault| sink.message(fault));
    }
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;
    use riposte_movegen::Color;
    use riposte_tt::{Entry, Table};

    use super::*;
    use crate::eval::Evaluation;
    use crate::limits::Limits;
    use crate::params::Release;
    use crate::tb::probe::Tablebases;
    use crate::threads::shared::{Crew, Knowledge, Order};
    use crate::time::budget::{Budget, Confidence, Overhead};

    /// Hears which moves are played.
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

    /// A search of the start position on which no thread works.
    fn forsaken(limits: Limits, multi_pv: usize) -> (SearchShared, Arc<Moves>) {
        let heard = Arc::new(Moves::default());
        let budget = Budget::new(&Release, &limits, Color::White, Overhead::default());
        let (board, start) = (Board::startpos(), Instant::now());
        let order = Order { board, limits, multi_pv, start, is_urgent: true };
        let knowledge = Knowledge {
            tt: Arc::new(Table::new(1, 1).expect("a megabyte is there")),
            evaluation: Evaluation::PieceSquare,
            tablebases: Tablebases::default(),
        };
        let crew =
            Crew { threads: 2, cores: 2, deterministic: false, nodes_per_ms: None, strength: None };
        let reporter = Reporter::new(Arc::clone(&heard) as Arc<dyn Sink>);
        (SearchShared::new(order, knowledge, reporter, budget, crew), heard)
    }

    fn timed(left: i64) -> Limits {
        Limits { time: [Some(left), None], ..Limits::default() }
    }

    fn mv(text: &str) -> Move {
        Board::startpos().parse_uci(text).expect("a move of the start position")
    }

    fn publish(shared: &SearchShared, text: &str) {
        let answer = Vote::bare(mv(text), Depth::new(7), Score::cp(20), Bound::Exact);
        shared.votes.publish(0, answer);
    }

    #[test]
    fn what_was_published_is_played_once() {
        let (shared, heard) = forsaken(timed(1000), 1);
        publish(&shared, "d2d4");
        shared.stop();
        shared.answer_for_main(Duration::ZERO);
        shared.answer_for_main(Duration::ZERO);
        shared.reporter.answer(|_| panic!("it has been answered"));
        shared.reporter.with_sink(|_| panic!("nobody speaks after the answer"));
        assert_eq!(*heard.0.lock(), ["d2d4"]);
        assert!(shared.is_answered_by(Instant::now()));
    }

    #[test]
    fn a_search_that_did_not_begin_is_answered_from_the_table() {
        let (shared, heard) = forsaken(timed(1000), 1);
        shared.answer_for_main(Duration::ZERO);
        assert!(heard.0.lock().is_empty(), "nothing is known");
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
        assert_eq!(*heard.0.lock(), ["c2c4"]);
    }

    #[test]
    fn several_lines_need_the_main_thread() {
        let (shared, heard) = forsaken(timed(1000), 2);
        publish(&shared, "d2d4");
        shared.answer_for_main(Duration::ZERO);
        assert!(heard.0.lock().is_empty());
    }

    #[test]
    fn a_stop_while_pondering_is_answered_at_once() {
        let (shared, heard) = forsaken(Limits { ponder: true, ..timed(1000) }, 1);
        publish(&shared, "g1f3");
        shared.interrupt();
        assert_eq!(*heard.0.lock(), ["g1f3"]);
        assert!(shared.spent().is_none(), "it was not our clock that ran");
    }

    #[test]
    fn a_ponder_hit_without_time_is_answered_at_once() {
        let (shared, heard) = forsaken(Limits { ponder: true, ..timed(20) }, 1);
        publish(&shared, "g1f3");
        assert!(!shared.answer_if_urgent(), "it still ponders");
        shared.ponder_hit();
        assert!(shared.is_stopped());
        assert_eq!(*heard.0.lock(), ["g1f3"]);
    }

    #[test]
    fn what_was_pondered_is_worth_our_own_time() {
        let limits = Limits { ponder: true, ..timed(60_000) };
        let (shared, _) = forsaken(limits.clone(), 1);
        assert!(!shared.finish_iteration(true) && !shared.is_stopped(), "it still ponders");
        shared.ponder_hit();
        assert!(shared.is_stopped(), "thought long enough on the opponent's time");

        let (shared, _) = forsaken(limits, 1);
        shared.finish_iteration(true);
        shared.finish_iteration(false);
        shared.ponder_hit();
        assert!(!shared.is_stopped(), "the last iteration brought doubt");
        assert!(shared.finish_iteration(true) && shared.is_stopped());
    }

    #[test]
    fn the_opponents_time_counts_for_the_soft_limit() {
        let confidence = Confidence { stable_move: 9, effort: 1.0, score_drop: 0 };
        let (shared, _) = forsaken(Limits { ponder: true, ..timed(60) }, 1);
        std::thread::sleep(Duration::from_millis(20));
        assert!(shared.is_time_enough(confidence));
        shared.ponder_hit();
        assert!(shared.is_time_enough(confidence));
    }

    #[test]
    fn an_infinite_search_is_never_hurried() {
        let (shared, heard) = forsaken(Limits { infinite: true, ..timed(5) }, 1);
        publish(&shared, "e2e4");
        assert!(!shared.answer_if_urgent() && heard.0.lock().is_empty());
    }

    #[test]
    fn a_listener_may_end_the_search() {
        let (shared, heard) = forsaken(Limits { ponder: true, ..timed(1000) }, 1);
        publish(&shared, "e2e4");
        shared.reporter.with_sink(|_| shared.interrupt());
        assert!(shared.is_stopped() && heard.0.lock().is_empty(), "who speaks is not interrupted");
    }

    #[test]
    fn no_more_than_the_limit_counts_as_planned() {
        let (shared, _) = forsaken(timed(10), 1);
        publish(&shared, "e2e4");
        let hard = Budget::new(&Release, &timed(10), Color::White, Overhead::default()).hard();
        std::thread::sleep(Duration::from_millis(20));
        shared.answer_for_main(Duration::ZERO);
        let spent = shared.spent().expect("a clock ran");
        assert_eq!((Some(spent.planned), spent.left), (hard, 10));
    }
}

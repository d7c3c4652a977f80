//! One running search of one thread: its position, its stack, and the moves up
//! and down the tree that every part of the search uses.

use riposte_board::Board;
use riposte_eval::{Depth, Ply, Score, bare_king_value, drawish_value};
use riposte_mate::Stopped;
use riposte_movegen::{Move, Threats};
use riposte_ordering::{ContHistKeys, PieceTo};
use riposte_params::{
    Feature, Lab,
    stats::{Event, Stats},
};
use riposte_tt::{Bound, Entry, prefetch};

use crate::threads::lockstep::Step;
use crate::threads::shared::SearchShared;
use crate::threads::worker::Worker;
use crate::tree::node::{Node, NodeKind, StaticEval, TtHit};
use crate::tree::root::RootMoves;
use crate::tree::stack::Frame;
use crate::tree::window::Window;

/// Interval of checks, in nodes: the main thread reads the clock, and all check whether they
/// ponder.
const INTERVAL: u64 = 1024;

/// Nodes after which a search stops even if no move has a score yet.
const LEAST_NODES: u64 = 2000;

/// A search under way.
pub(crate) struct Search<'a, L: Lab> {
    pub(crate) lab: L,
    pub(crate) worker: &'a mut Worker<L>,
    pub(crate) shared: &'a SearchShared,
    pub(crate) board: Board,
    pub(crate) root: RootMoves,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: Ply,
    /// The iteration.
    pub(crate) root_depth: Depth,
    /// The last iteration that was finished.
    pub(crate) completed_depth: Depth,
    /// Present when the threads move in lockstep.
    step: Option<Step<'a>>,
    /// Nodes this thread may search, if that is limited.
    node_limit: Option<u64>,
    /// Below this ply no null move is tried: a null-move cutoff is being
    /// verified.
    pub(crate) null_move_from: Ply,
    /// Whether a null move has failed high on the way here and is being
    /// verified, so that others cut at once ([`NullForm::Verified`]).
    ///
    /// [`NullForm::Verified`]: riposte_params::NullForm::Verified
    pub(crate) null_move_trusted: bool,
}

impl<'a, L: Lab> Search<'a, L> {
    pub(crate) fn new(worker: &'a mut Worker<L>, shared: &'a SearchShared) -> Self {
        let board = shared.board.clone();
        worker.stack.reset();
        worker.evaluator.start(&shared.evaluation, &board);
        Self {
            lab: worker.lab.clone(),
            board,
            root: RootMoves::new(&shared.root_moves, shared.root_verdicts(), shared.legal_moves),
            nodes: 0,
            selective_depth: Ply::ROOT,
            root_depth: Depth::ZERO,
            completed_depth: Depth::ZERO,
            null_move_from: Ply::ROOT,
            null_move_trusted: false,
            step: shared.lockstep.as_ref().map(|lockstep| Step::new(lockstep, worker.id)),
            node_limit: shared.node_limit(worker.id),
            worker,
            shared,
        }
    }

    /// Puts everything back to the root after an iteration that was stopped in
    /// the middle of the tree.
    pub(crate) fn return_to_root(&mut self) {
        self.board = self.shared.board.clone();
        self.worker.evaluator.reset(&self.board);
        self.worker.stack.reset();
        self.null_move_from = Ply::ROOT;
        self.null_move_trusted = false;
    }

    /// Counts `event`, if this search counts.
    #[inline(always)]
    pub(crate) fn count(&mut self, event: Event) {
        self.worker.stats.count(event);
    }

    #[inline]
    pub(crate) fn frame(&self, ply: Ply) -> &Frame {
        self.worker.stack.frame(ply)
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: Ply) -> &mut Frame {
        self.worker.stack.frame_mut(ply)
    }

    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, back: usize) -> &Frame {
        self.worker.stack.frame_before(ply, back)
    }

    /// Counts the arrival at a node; an error ends the search.
    #[inline]
    pub(crate) fn enter_node<K: NodeKind>(&mut self, ply: Ply) -> Result<(), Stopped> {
        if K::PV || self.lab.on(Feature::RefutationTable) {
            self.worker.stack.clear_pv(ply);
        }
        if K::PV {
            self.selective_depth = self.selective_depth.max(ply);
        }
        let stopped = self.shared.clock.is_stopped() && self.may_stop();
        if stopped || self.is_over_budget() || self.is_over_in_lockstep() {
            return Err(Stopped);
        }
        Ok(())
    }

    #[inline]
    fn is_over_in_lockstep(&mut self) -> bool {
        self.step.as_mut().is_some_and(|step| step.advance(self.nodes, &self.shared.tt))
    }

    /// Leaves the search, if other threads wait for this one.
    pub(crate) fn finish(&mut self) {
        if let Some(step) = &mut self.step {
            step.finish(&self.shared.tt);
        }
    }

    /// Even a search that is stopped at once searches its first move, so that its best move
    /// has a score; not for longer than about a millisecond.
    #[cold]
    fn may_stop(&self) -> bool {
        !self.worker.is_main() || self.root.has_score() || self.nodes >= LEAST_NODES
    }

    /// Checks node limit and clock. Only the main thread reads the clock; the others wait
    /// for the stop flag.
    #[inline]
    fn is_over_budget(&self) -> bool {
        if self.node_limit.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        self.nodes.is_multiple_of(INTERVAL) && self.nodes > 0 && self.look_up()
    }

    #[cold]
    fn look_up(&self) -> bool {
        if self.shared.clock.is_pondering() {
            // While pondering, other processes come first, above all a client with a clock
            // to stop. Costs nothing if none waits.
            std::thread::yield_now();
        }
        self.worker.is_main() && self.clock_says_stop()
    }

    fn clock_says_stop(&self) -> bool {
        let over_nodes =
            self.shared.limits.nodes.is_some_and(|n| self.shared.clock.total_nodes() >= n);
        let over_time = self.root.has_score() && self.shared.clock.is_out_of_time();
        if over_time {
            self.shared.clock.stop();
        }
        over_nodes || over_time
    }

    /// Counts a node of a search other than alpha-beta; an error ends the search.
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        if self.shared.clock.is_stopped() || self.is_over_budget() {
            return Err(Stopped);
        }
        self.count_node();
        Ok(())
    }

    /// Makes `mv` and goes one ply deeper.
    #[inline]
    pub(crate) fn make(&mut self, ply: Ply, mv: Move) {
        let piece_to = PieceTo::new(self.board.moved_piece(mv), mv.to());
        let is_quiet = !self.board.is_noisy(mv);
        let frame = self.frame_mut(ply);
        frame.mv = Some(mv);
        frame.piece_to = piece_to;
        frame.is_quiet = is_quiet;
        frame.is_null = false;
        self.worker.evaluator.push();
        self.board.make_with(mv, &mut self.worker.evaluator);
        let keys = self.worker.stack.cont_hist_keys(ply.next(), 0);
        for entry in self.worker.histories.correction_entries(&self.board, keys) {
            prefetch(entry);
        }
        self.count_node();
    }

    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.board.unmake();
        self.worker.evaluator.pop();
    }

    pub(crate) fn make_null(&mut self, ply: Ply) {
        let frame = self.frame_mut(ply);
        frame.mv = None;
        frame.piece_to = PieceTo::NONE;
        frame.is_null = true;
        self.worker.evaluator.push();
        self.board.make_null();
        self.shared.tt.prefetch(self.board.key());
        self.count_node();
    }

    pub(crate) fn unmake_null(&mut self) {
        self.board.unmake_null();
        self.worker.evaluator.pop();
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        self.shared.clock.set_nodes(self.worker.id, self.nodes);
    }

    /// The score of a draw, slightly above or below zero, so that a search among draws
    /// still distinguishes moves.
    #[inline]
    pub(crate) fn draw_score(&self) -> Score {
        if self.lab.on(Feature::DrawJitter) {
            Score::cp((self.nodes & 2) as i32 - 1)
        } else {
            Score::DRAW
        }
    }

    /// The static evaluation of the position alone.
    fn raw_eval(&mut self, threats: Option<&Threats>) -> Score {
        let bare = if self.lab.on(Feature::BareKing) { bare_king_value(&self.board) } else { None };
        bare.unwrap_or_else(|| {
            let threats = match threats {
                Some(threats) => *threats,
                None if self.worker.evaluator.reads_threats() => self.board.threats(),
                None => Threats::NONE,
            };
            let value = self.worker.evaluator.evaluate(&self.board, &threats);
            let is_drawish = self.lab.on(Feature::DrawishEndings);
            if is_drawish { drawish_value(&self.board, value) } else { value }
        })
    }

    /// The static evaluation before corrections.
    pub(crate) fn static_eval(&mut self) -> Score {
        let raw = self.raw_eval(None);
        self.damped(raw)
    }

    /// The evaluation scaled down as the 50-move rule comes near. The TT holds it unscaled,
    /// since its key does not include the counter.
    #[inline]
    fn damped(&self, raw: Score) -> Score {
        if !self.lab.on(Feature::FiftyDamping) {
            return raw;
        }
        let clock = i32::from(self.board.halfmove_clock()).min(200);
        Score::clamp_heuristic(raw.raw() * (200 - clock) / 200)
    }

    /// The static evaluation in its stages. The raw value comes from the TT, or from the
    /// node of an excluded search, if it is there. `threats` are passed if they are known.
    #[inline]
    pub(crate) fn evaluate(
        &mut self,
        tt_hit: &TtHit,
        keys: ContHistKeys,
        threats: Option<&Threats>,
    ) -> StaticEval {
        if self.board.in_check() {
            return StaticEval { raw: Score::NONE, eval: Score::NONE, correction: 0 };
        }
        let raw = if tt_hit.eval == Score::NONE { self.raw_eval(threats) } else { tt_hit.eval };
        let damped = self.damped(raw);
        let eval = self.worker.histories.corrected(&self.lab, &self.board, keys, damped);
        StaticEval { raw, eval, correction: (eval - damped).abs() }
    }

    /// Probes the TT for the current position.
    #[inline]
    pub(crate) fn probe_tt(&mut self, ply: Ply) -> TtHit {
        self.count(Event::TtProbe);
        if !self.board.in_check() {
            // The entry is still on its way from memory.
            self.worker.evaluator.prepare(&self.board);
        }
        let (tt, key) = (&self.shared.tt, self.board.key());
        let entry = match &self.step {
            None => tt.probe(key),
            Some(step) => step.probe(tt, key),
        };
        let Some(entry) = entry else { return TtHit::NOTHING };
        self.count(Event::TtHit);
        let mv = Move::from_bits(entry.mv).filter(|&mv| self.board.is_legal(mv));
        TtHit {
            mv: mv.filter(|_| self.lab.on(Feature::TtMove)),
            score: Score::from_tt(entry.score, ply),
            eval: Score::cp(i32::from(entry.eval)),
            depth: Depth::new(i32::from(entry.depth)),
            bound: entry.bound,
            pv: entry.pv,
        }
    }

    /// Stores the result of a node in the TT.
    #[inline]
    pub(crate) fn store_tt(&mut self, node: &Node, mv: Option<Move>, score: Score, bound: Bound) {
        let entry = Entry {
            mv: Move::option_bits(mv),
            score: score.to_tt(node.ply),
            eval: node.raw_eval.raw() as i16,
            depth: node.depth.to_tt(),
            bound,
            pv: node.was_pv,
        };
        self.store_entry(entry);
    }

    /// Stores an entry for the current position.
    #[inline]
    pub(crate) fn store_entry(&mut self, entry: Entry) {
        match &mut self.step {
            None => self.shared.tt.store(self.board.key(), entry),
            Some(step) => step.store(&self.shared.tt, self.board.key(), entry),
        }
    }

    /// Ends a node by the rules of the game: draws, the end of the stack, mate distance, an
    /// upcoming repetition. May narrow `window`.
    #[inline]
    pub(crate) fn decided_by_rules(&mut self, window: &mut Window, ply: Ply) -> Option<Score> {
        let board = &self.board;
        if board.is_draw_by_fifty()
            || board.is_insufficient_material()
            || board.is_repetition(ply.number() as u32)
        {
            return Some(self.draw_score());
        }
        if ply >= Ply::MAX {
            return Some(if board.in_check() { Score::DRAW } else { self.static_eval() });
        }
        if self.lab.on(Feature::MateDistance) {
            window.alpha = window.alpha.max(Score::mated(ply));
            window.beta = window.beta.min(Score::mating(ply.next()));
            if window.is_empty() {
                return Some(window.alpha);
            }
        }
        self.upcoming_repetition(window, ply)
    }

    /// A side that can repeat a position has at least a draw (van Kervinck).
    #[inline]
    fn upcoming_repetition(&self, window: &mut Window, ply: Ply) -> Option<Score> {
        if !self.lab.on(Feature::UpcomingRepetition)
            || window.alpha >= Score::DRAW
            || !self.board.has_upcoming_repetition(ply.number() as u32)
        {
            return None;
        }
        window.alpha = window.alpha.max(self.draw_score());
        window.is_empty().then_some(window.alpha)
    }
}

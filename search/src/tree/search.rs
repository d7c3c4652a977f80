//! One running search of one thread: its position, its stack, and the moves up
//! and down the tree that every part of the search uses.

use arrayvec::ArrayVec;
use riposte_board::Board;
use riposte_movegen::{Bitboard, Move};
use riposte_tt::{Bound, Entry};

use crate::depth::{Depth, Ply};
use crate::eval::bare_king;
use crate::ordering::history::{Line, PieceTo};
use crate::params::stats::{Event, Stats};
use crate::params::{Feature, Lab};
use crate::score::Score;
use crate::threads::lockstep::Step;
use crate::threads::shared::{Stopped, Task};
use crate::threads::worker::Worker;
use crate::tree::node::{Node, NodeKind, StaticEval, Stored};
use crate::tree::root::RootMoves;
use crate::tree::window::Window;

/// How many plies behind the root the tables may look.
const BEHIND: usize = 7;

/// How often a thread looks up from its tree, in nodes: the main thread at the
/// clock, a helper at whether its turn is over, and all at whether they ponder.
const INTERVAL: u64 = 1024;

/// The length of a helper's turn where there are more threads than cores, in nodes:
/// long enough to be worth the change of thread and of what the caches hold.
const TURN: u64 = 16 * INTERVAL;

/// Nodes after which a search stops even if no move has a score yet.
const LEAST_NODES: u64 = 2000;

/// A line of moves from some ply on.
pub(crate) type PvLine = ArrayVec<Move, { Ply::MAX.index() + 1 }>;

/// What the search keeps about one ply of the current line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The move made here; none for a null move.
    pub(crate) mv: Option<Move>,
    /// Its piece and target.
    pub(crate) row: PieceTo,
    /// Whether the move made here was a null move.
    pub(crate) passed: bool,
    /// Whether that move was neither capture nor promotion.
    pub(crate) is_quiet: bool,
    /// Squares that the opponent attacked before it.
    pub(crate) threats: Bitboard,
    /// Corrected static evaluation; [`Score::NONE`] in check.
    pub(crate) eval: Score,
    /// Move left out of the search here.
    pub(crate) excluded: Option<Move>,
    /// Plies by which the move made here is being reduced.
    pub(crate) reduction: i32,
    /// Cutoffs at the nodes of this ply since their parent was entered, for the
    /// parent to read.
    pub(crate) cutoffs: u32,
    /// Double and triple extensions on the way here.
    pub(crate) extensions: u32,
    /// What the singular search of this node inherits from it.
    pub(crate) inherited: Inherited,
}

/// What is known of a node and stays true in the search without its best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inherited {
    /// See [`Node::raw_eval`].
    pub(crate) raw_eval: Score,
    /// See [`Node::was_pv`].
    pub(crate) was_pv: bool,
    /// See [`Node::stored_is_noisy`].
    pub(crate) stored_is_noisy: bool,
}

impl Frame {
    const EMPTY: Self = Self {
        mv: None,
        row: PieceTo::NONE,
        passed: false,
        is_quiet: false,
        threats: Bitboard::EMPTY,
        eval: Score::NONE,
        excluded: None,
        reduction: 0,
        cutoffs: 0,
        extensions: 0,
        inherited: Inherited { raw_eval: Score::NONE, was_pv: false, stored_is_noisy: false },
    };
}

/// The frames and best lines of one line of play. It belongs to the worker, so
/// that a short search need not build it anew.
pub(crate) struct Stack {
    frames: Box<[Frame; BEHIND + Ply::MAX.index() + 3]>,
    pvs: Box<[PvLine; Ply::MAX.index() + 2]>,
}

impl Stack {
    pub(crate) fn new() -> Self {
        Self {
            frames: Box::new([Frame::EMPTY; BEHIND + Ply::MAX.index() + 3]),
            pvs: Box::new([const { PvLine::new_const() }; Ply::MAX.index() + 2]),
        }
    }

    /// Back to the root. Lines need no reset: every node clears its own.
    fn reset(&mut self) {
        self.frames.fill(Frame::EMPTY);
    }
}

/// A search under way.
pub(crate) struct Search<'a, L: Lab> {
    pub(crate) lab: L,
    pub(crate) worker: &'a mut Worker<L>,
    pub(crate) task: &'a Task,
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
    /// Nodes after which it is another helper's turn, where they take turns.
    turn_end: u64,
    /// Below this ply no null move is tried: a null-move cutoff is being
    /// verified.
    pub(crate) null_move_from: Ply,
    /// Whether a null move has failed high on the way here and is being
    /// verified, so that others cut at once ([`NullForm::Verified`]).
    ///
    /// [`NullForm::Verified`]: crate::params::NullForm::Verified
    pub(crate) null_move_trusted: bool,
}

impl<'a, L: Lab> Search<'a, L> {
    pub(crate) fn new(worker: &'a mut Worker<L>, task: &'a Task) -> Self {
        let board = task.board.clone();
        worker.stack.reset();
        worker.evaluator.start(&task.evaluation, &board);
        Self {
            lab: worker.lab.clone(),
            board,
            root: RootMoves::new(&task.root_moves, task.root_verdicts()),
            nodes: 0,
            selective_depth: Ply::ROOT,
            root_depth: Depth::ZERO,
            completed_depth: Depth::ZERO,
            null_move_from: Ply::ROOT,
            null_move_trusted: false,
            step: task
                .lockstep
                .as_ref()
                .map(|lockstep| Step::new(lockstep, task.turns.as_ref(), worker.id)),
            node_limit: task.node_limit(worker.id),
            turn_end: if task.lockstep.is_some() { u64::MAX } else { TURN },
            worker,
            task,
        }
    }

    /// Puts everything back to the root after an iteration that was stopped in
    /// the middle of the tree.
    pub(crate) fn return_to_root(&mut self) {
        self.board = self.task.board.clone();
        self.worker.evaluator.reset(&self.board);
        self.worker.stack.reset();
        self.null_move_from = Ply::ROOT;
        self.null_move_trusted = false;
    }

    /// Counts `event`, where anybody counts.
    #[inline(always)]
    pub(crate) fn count(&mut self, event: Event) {
        self.worker.stats.count(event);
    }

    #[inline]
    pub(crate) fn frame(&self, ply: Ply) -> &Frame {
        &self.worker.stack.frames[BEHIND + ply.index()]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.worker.stack.frames[BEHIND + ply.index()]
    }

    /// The frame `back` plies before `ply`; an empty one before the root.
    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, back: usize) -> &Frame {
        &self.worker.stack.frames[BEHIND + ply.index() - back]
    }

    /// The moves that led to `ply`.
    #[inline]
    pub(crate) fn line(&self, ply: Ply) -> Line {
        Line {
            rows: [1, 2, 4, 6].map(|back| self.frame_before(ply, back).row),
            previous: self.frame_before(ply, 1).mv,
        }
    }

    /// The moves that led to the one before `ply`.
    #[inline]
    pub(crate) fn line_before(&self, ply: Ply) -> Line {
        Line {
            rows: [2, 3, 5, 7].map(|back| self.frame_before(ply, back).row),
            previous: self.frame_before(ply, 2).mv,
        }
    }

    /// The best line found from `ply` on.
    pub(crate) fn pv(&self, ply: Ply) -> &PvLine {
        &self.worker.stack.pvs[ply.index()]
    }

    /// No line is known from `ply` on.
    pub(crate) fn clear_pv(&mut self, ply: Ply) {
        self.worker.stack.pvs[ply.index()].clear();
    }

    /// `mv` followed by the best line below is the best line here.
    pub(crate) fn update_pv(&mut self, ply: Ply, mv: Move) {
        let [here, below] = &mut self.worker.stack.pvs[ply.index()..ply.index() + 2] else {
            return;
        };
        here.clear();
        here.push(mv);
        let room = here.remaining_capacity();
        here.extend(below.iter().copied().take(room));
    }

    /// Counts the arrival at a node and says whether the search has to end.
    #[inline]
    pub(crate) fn enter<K: NodeKind>(&mut self, ply: Ply) -> Result<(), Stopped> {
        if K::PV || self.lab.on(Feature::RefutationTable) {
            self.worker.stack.pvs[ply.index()].clear();
        }
        if K::PV {
            self.selective_depth = self.selective_depth.max(ply);
        }
        let stopped = self.task.is_stopped() && self.may_stop();
        if stopped || self.is_over_budget() || self.is_over_in_lockstep() {
            return Err(Stopped);
        }
        Ok(())
    }

    #[inline]
    fn is_over_in_lockstep(&mut self) -> bool {
        self.step.as_mut().is_some_and(|step| step.advance(self.nodes, &self.task.table))
    }

    /// Takes leave of the other threads, if they wait for this one.
    pub(crate) fn finish(&mut self) {
        if let Some(step) = &mut self.step {
            step.finish(&self.task.table);
        } else if let Some(turns) = &self.task.turns
            && !self.worker.is_main()
            && !self.task.is_stopped()
        {
            turns.leave();
        }
    }

    /// Even a search that is stopped at once looks at its first move, so that
    /// its answer has a score; not for longer than a millisecond or so.
    #[cold]
    fn may_stop(&self) -> bool {
        !self.worker.is_main() || self.root.is_answered() || self.nodes >= LEAST_NODES
    }

    /// Looks at node limit and clock. Only the main thread looks at the clock; the
    /// others wait for a signal.
    #[inline]
    fn is_over_budget(&mut self) -> bool {
        if self.node_limit.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        self.nodes.is_multiple_of(INTERVAL) && self.nodes > 0 && self.look_up()
    }

    #[cold]
    fn look_up(&mut self) -> bool {
        if self.task.is_pondering() {
            // On the opponent's time whoever has something to do goes first: a client
            // with a clock to stop, above all. Costs nothing where nobody waits.
            std::thread::yield_now();
        }
        if self.worker.is_main() {
            return self.clock_says_stop();
        }
        if self.nodes >= self.turn_end
            && let Some(turns) = &self.task.turns
        {
            self.turn_end = self.nodes + TURN;
            turns.pass(self.worker.id);
        }
        false
    }

    fn clock_says_stop(&self) -> bool {
        let over_nodes = self.task.limits.nodes.is_some_and(|n| self.task.total_nodes() >= n);
        let over_time = self.root.is_answered() && self.task.is_out_of_time();
        if over_time {
            self.task.stop();
        }
        over_nodes || over_time
    }

    /// Counts a node of a search that is not alpha-beta, or says that there must be no
    /// more.
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        if self.task.is_stopped() || self.is_over_budget() {
            return Err(Stopped);
        }
        self.count_node();
        Ok(())
    }

    /// Makes `mv` and goes one ply deeper.
    #[inline]
    pub(crate) fn make(&mut self, ply: Ply, mv: Move) {
        self.task.table.prefetch(self.board.key_after(mv));
        let row = PieceTo::new(self.board.moved_piece(mv), mv.to());
        let is_quiet = !self.board.is_noisy(mv);
        let frame = self.frame_mut(ply);
        frame.mv = Some(mv);
        frame.row = row;
        frame.is_quiet = is_quiet;
        frame.passed = false;
        self.worker.evaluator.push();
        self.board.make_with(mv, &mut self.worker.evaluator);
        self.count_node();
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn unmake(&mut self) {
        self.board.unmake();
        self.worker.evaluator.pop();
    }

    /// Passes.
    pub(crate) fn make_null(&mut self, ply: Ply) {
        let frame = self.frame_mut(ply);
        frame.mv = None;
        frame.row = PieceTo::NONE;
        frame.passed = true;
        self.worker.evaluator.push();
        self.board.make_null();
        self.task.table.prefetch(self.board.key());
        self.count_node();
    }

    /// Takes the pass back.
    pub(crate) fn unmake_null(&mut self) {
        self.board.unmake_null();
        self.worker.evaluator.pop();
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        self.task.publish_nodes(self.worker.id, self.nodes);
    }

    /// The score of a draw: a hair above or below zero, so that a search among
    /// draws still has something to choose.
    #[inline]
    pub(crate) fn draw_score(&self) -> Score {
        if self.lab.on(Feature::DrawJitter) {
            Score::cp((self.nodes & 2) as i32 - 1)
        } else {
            Score::DRAW
        }
    }

    /// The static evaluation as the position alone gives it.
    fn raw_eval(&mut self) -> Score {
        let bare =
            if self.lab.on(Feature::BareKing) { bare_king::value(&self.board) } else { None };
        bare.unwrap_or_else(|| self.worker.evaluator.evaluate(&self.board))
    }

    /// The static evaluation before corrections.
    pub(crate) fn static_eval(&mut self) -> Score {
        let raw = self.raw_eval();
        self.damped(raw)
    }

    /// An evaluation that fades as the 50-move rule comes near. The TT keeps it without:
    /// its key does not know the clock.
    #[inline]
    fn damped(&self, raw: Score) -> Score {
        if !self.lab.on(Feature::FiftyDamping) {
            return raw;
        }
        let clock = i32::from(self.board.halfmove_clock()).min(200);
        Score::clamp_heuristic(raw.raw() * (200 - clock) / 200)
    }

    /// The static evaluation in its stages, from the TT or the excluded search's node if it
    /// is known there.
    #[inline]
    pub(crate) fn evaluate(&mut self, stored: &Stored, line: Line) -> StaticEval {
        if self.board.in_check() {
            return StaticEval::NONE;
        }
        let raw = if stored.eval == Score::NONE { self.raw_eval() } else { stored.eval };
        let damped = self.damped(raw);
        let eval = self.worker.histories.corrected(&self.lab, &self.board, line, damped);
        StaticEval { raw, eval, correction: eval - damped }
    }

    /// Asks the transposition table about the current position.
    #[inline]
    pub(crate) fn probe(&mut self, ply: Ply) -> Stored {
        self.count(Event::TableProbe);
        let (table, key) = (&self.task.table, self.board.key());
        let entry = match &self.step {
            None => table.probe(key),
            Some(step) => step.probe(table, key),
        };
        let Some(entry) = entry else { return Stored::NOTHING };
        self.count(Event::TableHit);
        let mv = Move::from_bits(entry.mv).filter(|&mv| self.board.is_legal(mv));
        Stored {
            mv: mv.filter(|_| self.lab.on(Feature::TtMove)),
            score: Score::from_table(entry.score, ply),
            eval: Score::cp(i32::from(entry.eval)),
            depth: Depth::new(i32::from(entry.depth)),
            bound: entry.bound,
            pv: entry.pv,
        }
    }

    /// Tells the transposition table what was found at a node.
    #[inline]
    pub(crate) fn remember(&mut self, node: &Node, mv: Option<Move>, score: Score, bound: Bound) {
        let entry = Entry {
            mv: Move::option_bits(mv),
            score: score.to_table(node.ply),
            eval: node.raw_eval.raw() as i16,
            depth: node.depth.to_table(),
            bound,
            pv: node.was_pv,
        };
        self.store(entry);
    }

    /// Tells the transposition table about the current position.
    #[inline]
    pub(crate) fn store(&mut self, entry: Entry) {
        match &mut self.step {
            None => self.task.table.store(self.board.key(), entry),
            Some(step) => step.store(&self.task.table, self.board.key(), entry),
        }
    }

    /// Ends a node by the rules of the game alone, or by what they leave
    /// possible: draws, the end of the stack, nearer mates, a repetition at
    /// hand.
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

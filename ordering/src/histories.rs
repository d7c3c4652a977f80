//! Histories of one thread: moves that caused cutoffs, refutations, and errors of the
//! static evaluation. Threads do not share them.

use riposte_board::{Board, SeeValue};
use riposte_eval::{Depth, Ply, Score};
use riposte_movegen::{Bitboard, Color, Move, Piece, Threats};
use riposte_params::{Feature, Lab, QuietMemory};

use crate::correction::Corrections;
use crate::entry::Entry;
use crate::quiet::QuietHistory;
use crate::replies::{ButterflyMoves, Countermoves, Killers};
use crate::tables::{
    CaptureHistory, ContHistKeys, ContinuationHistory, Grid, LowPlyHistory, PawnHistory, PieceTo,
    capture_index, pawn_row,
};
use crate::update::{Outcome, SearchedNode};
use crate::weights::{WEIGHT_UNIT, bonus, judge_weights, malus, order_weights};

/// A node as the histories need it.
#[derive(Clone, Copy)]
pub struct MoveContext<'a> {
    /// The position, before the move in question.
    pub board: &'a Board,
    /// The moves that led here.
    pub cont_hist: &'a ContHistKeys,
    /// Distance from the root.
    pub ply: Ply,
    /// What the side that is not to move attacks; not found out in quiescence.
    pub threats: Option<&'a Threats>,
}

impl MoveContext<'_> {
    /// Whether the exchange that `mv` starts wins at least `threshold`; see
    /// [`Board::see_ge`].
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: SeeValue) -> bool {
        match self.threats {
            Some(threats) => self.board.see_ge_with_threats(mv, threshold, threats),
            None => self.board.see_ge(mv, threshold),
        }
    }

    #[inline]
    fn threats<L: Lab>(&self, lab: &L) -> Bitboard {
        match self.threats {
            Some(threats) if lab.on(Feature::ThreatHistory) => threats.all,
            _ => Bitboard::EMPTY,
        }
    }

    #[inline]
    fn row(&self, mv: Move) -> PieceTo {
        PieceTo::new(self.board.moved_piece(mv), mv.to())
    }
}

/// All histories of one thread.
#[derive(Clone, Debug)]
pub struct Histories {
    quiet: QuietHistory,
    capture: CaptureHistory,
    continuation: ContinuationHistory,
    pawn: PawnHistory,
    low_ply: LowPlyHistory,
    killers: Killers,
    countermoves: Countermoves,
    butterflies: ButterflyMoves,
    corrections: Corrections,
}

impl Histories {
    /// Empty histories in the form that `lab` asks for; they are for no other.
    pub fn new<L: Lab>(lab: &L) -> Self {
        Self {
            quiet: QuietHistory::new(lab),
            capture: Grid::default(),
            continuation: Grid::default(),
            pawn: Grid::default(),
            low_ply: Grid::default(),
            killers: Killers::default(),
            countermoves: Countermoves::default(),
            butterflies: ButterflyMoves::default(),
            corrections: Corrections::default(),
        }
    }

    /// Whether [`Self::update`] needs the nodes at which no quiet move raised alpha, and
    /// their best move.
    #[inline]
    pub fn need_every_node<L: Lab>(lab: &L) -> bool {
        !matches!(lab.quiet_memory(), QuietMemory::Gravity | QuietMemory::Plausibility)
    }

    /// Empties all tables, for the form that `lab` asks for. The large ones stay where they
    /// are: allocators keep what threads return, so new ones would double the memory.
    pub fn clear<L: Lab>(&mut self, lab: &L) {
        self.quiet = QuietHistory::new(lab);
        self.capture.clear();
        self.continuation.clear();
        self.pawn.clear();
        self.low_ply.clear();
        self.killers = Killers::default();
        self.countermoves = Countermoves::default();
        self.butterflies = ButterflyMoves::default();
        self.corrections.clear();
    }

    /// Clears what is of no use in the next search.
    pub fn start_search(&mut self) {
        self.low_ply.clear();
        self.quiet.start_search();
    }

    /// The history of a quiet move for reductions and pruning: with the release's weights
    /// `-77_824..=77_824`.
    #[inline]
    pub fn quiet<L: Lab>(&self, lab: &L, context: &MoveContext<'_>, mv: Move) -> i32 {
        let row = context.row(mv).index();
        let mut value = 0;
        if lab.on(Feature::History) {
            let history = self.quiet.get(lab, context.board.side(), context.threats(lab), mv);
            value += history * lab.judge_history();
        }
        for (back, weight) in judge_weights(lab).into_iter().enumerate() {
            // Without a weight the entry is not read.
            if weight != 0 && lab.on(ContHistKeys::FEATURES[back]) {
                value +=
                    self.continuation[context.cont_hist.moves[back].index()][row].get() * weight;
            }
        }
        if lab.on(Feature::PawnHistory) {
            value += self.pawn[pawn_row(context.board)][row].get() * lab.judge_pawn();
        }
        value / WEIGHT_UNIT
    }

    /// The histories of a quiet move one by one: butterfly, pawn, and continuation one, two,
    /// four and six plies back.
    pub fn parts<L: Lab>(&self, lab: &L, context: &MoveContext<'_>, mv: Move) -> [i16; 6] {
        let row = context.row(mv).index();
        let [one, two, four, six] =
            context.cont_hist.moves.map(|earlier| self.continuation[earlier.index()][row].get());
        let main = self.quiet.get(lab, context.board.side(), context.threats(lab), mv);
        let values = [main, self.pawn[pawn_row(context.board)][row].get(), one, two, four, six];
        // Saturates only in forms without gravity, which have no bound.
        values.map(|value| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16)
    }

    /// The order of the quiet moves of a node, each given with its piece: [`Self::quiet`]
    /// and further histories. Rows that depend on the node alone are looked up once.
    #[inline]
    pub fn quiet_order<'a, L: Lab>(
        &'a self,
        lab: &'a L,
        context: &'a MoveContext<'a>,
    ) -> impl Fn(Piece, Move) -> i32 + use<'a, L> {
        let (side, threats) = (context.board.side(), context.threats(lab));
        let continuation = context.cont_hist.moves.map(|row| &self.continuation[row.index()]);
        let pawn = &self.pawn[pawn_row(context.board)];
        let low_ply =
            self.low_ply.get(context.ply.index()).filter(|_| lab.on(Feature::LowPlyHistory));
        move |piece, mv| {
            let row = PieceTo::new(piece, mv.to()).index();
            let mut value = 0;
            if lab.on(Feature::History) {
                value += self.quiet.get(lab, side, threats, mv) * lab.order_history();
            }
            for (back, weight) in order_weights(lab).into_iter().enumerate() {
                if lab.on(ContHistKeys::FEATURES[back]) {
                    value += continuation[back][row].get() * weight;
                }
            }
            if lab.on(Feature::PawnHistory) {
                value += pawn[row].get() * lab.order_pawn();
            }
            if let Some(low_ply) = low_ply {
                value += low_ply[mv.from_to()].get() * lab.order_low_ply();
            }
            value / WEIGHT_UNIT
        }
    }

    /// The value of a capture or promotion, `-12288..=12288`.
    #[inline]
    pub fn noisy<L: Lab>(&self, lab: &L, board: &Board, mv: Move) -> i32 {
        if !lab.on(Feature::CaptureHistory) {
            return 0;
        }
        let (row, victim) = capture_index(board, mv);
        self.capture[row][victim].get()
    }

    /// The killers of `ply`, if they are used.
    #[inline]
    pub fn killers<L: Lab>(&self, lab: &L, ply: Ply) -> [Option<Move>; 2] {
        self.killers.get(ply).map(|mv| mv.filter(|_| lab.on(Feature::Killers)))
    }

    /// Clears the killers of `ply`, which came from another subtree.
    #[inline]
    pub fn clear_killers(&mut self, ply: Ply) {
        self.killers.clear_ply(ply);
    }

    /// The countermove of `side` to the previous move, if there is one and it is used.
    #[inline]
    pub fn countermove<L: Lab>(&self, lab: &L, side: Color, keys: &ContHistKeys) -> Option<Move> {
        let known = self.countermoves.get(lab.countermove_index(), side, keys);
        known.filter(|_| lab.on(Feature::Countermove))
    }

    /// The last refutation of the previous move by its squares, quiet or not, if there is
    /// one and it is used.
    #[inline]
    pub fn butterfly<L: Lab>(&self, lab: &L, context: &MoveContext<'_>) -> Option<Move> {
        if !lab.on(Feature::ButterflyMoves) {
            return None;
        }
        self.butterflies.get(context.board.side(), context.cont_hist.previous?)
    }

    /// Updates from a node at which a move raised alpha, or cut, after others did not; and
    /// from every node if the form needs it.
    pub fn update<L: Lab>(&mut self, lab: &L, context: &MoveContext<'_>, node: &SearchedNode<'_>) {
        let quiet = node.best.filter(|&best| !context.board.is_noisy(best));
        if quiet.is_some() || Self::need_every_node(lab) {
            let node = SearchedNode { best: quiet, ..*node };
            self.quiet.update(lab, context.board.side(), context.threats(lab), &node);
        }
        let Some(best) = node.best.filter(|_| node.outcome != Outcome::FailLow) else { return };
        let cutoff = node.outcome == Outcome::FailHigh;
        if cutoff && lab.on(Feature::ButterflyMoves) {
            self.butterflies.store(context.board.side(), context.cont_hist.previous, best);
        }
        let (bonus, malus) = (bonus(lab, node.depth), malus(lab, node.depth));
        if quiet.is_some() {
            if cutoff {
                self.store_refutation(lab, context, best);
            }
            self.update_quiet_move(lab, context, best, bonus);
            for &mv in node.quiets {
                self.update_quiet_move(lab, context, mv, -malus);
            }
        } else {
            self.update_capture(context.board, best, bonus);
        }
        for &mv in node.noisies {
            self.update_capture(context.board, mv, -malus);
        }
    }

    #[inline]
    fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        let (row, victim) = capture_index(board, mv);
        self.capture[row][victim].update(bonus);
    }

    fn store_refutation<L: Lab>(&mut self, lab: &L, context: &MoveContext<'_>, best: Move) {
        self.killers.store(context.ply, best);
        let (index, side) = (lab.countermove_index(), context.board.side());
        self.countermoves.store(index, side, context.cont_hist, best);
    }

    /// Rewards the quiet move that led to the node of `context`, against which no move helped
    /// there. `earlier` are the moves before it, and `threats` what was attacked then. The rule
    /// became known through Stockfish.
    pub fn reward_prior<L: Lab>(
        &mut self,
        lab: &L,
        context: &MoveContext<'_>,
        earlier: &ContHistKeys,
        threats: Bitboard,
        depth: Depth,
    ) {
        let Some(mv) = context.cont_hist.previous else { return };
        let value = bonus(lab, depth) * lab.prior_reward() / 64;
        self.add_quiet(lab, !context.board.side(), threats, mv, value);
        self.update_continuation(lab, earlier, context.cont_hist.moves[0], value);
    }

    /// Adds to the butterfly history of a quiet move of `side`; `threats` are what was
    /// attacked before it.
    pub fn add_quiet<L: Lab>(
        &mut self,
        lab: &L,
        side: Color,
        threats: Bitboard,
        mv: Move,
        value: i32,
    ) {
        let threats = if lab.on(Feature::ThreatHistory) { threats } else { Bitboard::EMPTY };
        self.quiet.add(lab, side, threats, mv, value);
    }

    /// Rewards the quiet TT move of a node that fails high without a search.
    pub fn reward_tt_move<L: Lab>(
        &mut self,
        lab: &L,
        context: &MoveContext<'_>,
        mv: Move,
        depth: Depth,
    ) {
        let value = bonus(lab, depth) * lab.tt_cut_share() / 64;
        self.quiet.add(lab, context.board.side(), context.threats(lab), mv, value);
        self.update_quiet_move(lab, context, mv, value);
    }

    fn update_quiet_move<L: Lab>(
        &mut self,
        lab: &L,
        context: &MoveContext<'_>,
        mv: Move,
        value: i32,
    ) {
        let row = context.row(mv);
        self.update_continuation(lab, context.cont_hist, row, value);
        self.pawn[pawn_row(context.board)][row.index()].update(value);
        if self.low_ply.get(context.ply.index()).is_some() {
            self.low_ply[context.ply.index()][mv.from_to()].update(value);
        }
    }

    /// Updates `now` after the moves of `keys`. What follows a null move has no entry.
    fn update_continuation<L: Lab>(
        &mut self,
        lab: &L,
        keys: &ContHistKeys,
        now: PieceTo,
        value: i32,
    ) {
        let known = keys.moves.map(|row| row != PieceTo::NONE);
        let total = lab.on(Feature::ContinuationSum).then(|| {
            let known_keys = keys.moves.iter().zip(known).filter(|(_, known)| *known);
            known_keys
                .map(|(&row, _)| self.continuation[row.index()][now.index()].get())
                .sum::<i32>()
        });
        for (earlier, known) in keys.moves.into_iter().zip(known) {
            if !known {
                continue;
            }
            let entry = &mut self.continuation[earlier.index()][now.index()];
            match total {
                None => entry.update(value),
                Some(total) => entry.update_with(value, total),
            }
        }
    }

    /// The static evaluation of `board` moved by what the search found in like
    /// positions.
    #[inline]
    pub fn corrected<L: Lab>(
        &self,
        lab: &L,
        board: &Board,
        keys: ContHistKeys,
        eval: Score,
    ) -> Score {
        let correction = self.corrections.get(lab, board, keys);
        Score::clamp_heuristic(eval.raw() + correction)
    }

    /// What [`Self::corrected`] reads. The entries lie far apart: to ask for them as soon as the
    /// board is known saves the wait for memory.
    #[inline]
    pub fn correction_entries(&self, board: &Board, keys: ContHistKeys) -> [&Entry<1024>; 6] {
        self.corrections.entries(board, keys)
    }

    /// Updates by the difference between search result and static evaluation.
    pub fn update_correction(
        &mut self,
        board: &Board,
        keys: ContHistKeys,
        error: i32,
        depth: Depth,
    ) {
        let bonus = (error * depth.plies() / 8).clamp(-256, 256);
        self.corrections.update(board, keys, bonus);
    }
}

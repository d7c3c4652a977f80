//! What a thread remembers of its search: which moves cut, which replies
//! refuted what, and how wrong the evaluation was. Nothing here is shared
//! between threads.

mod entry;
mod quiet;
mod tables;

use riposte_board::Board;
use riposte_movegen::{Bitboard, Color, Move};

use crate::depth::{Depth, Ply};
use crate::lab::{Feature, Lab};
use crate::score::Score;

pub use entry::Entry;
pub use quiet::{Gravity, Lesson, QuietPolicy};
pub use tables::{
    CaptureHistory, ContinuationCorrection, ContinuationHistory, Correction, Countermoves, Killers,
    LowPlyHistory, PawnHistory, PieceTo,
};

/// The moves that led to a node: one, two, four and six plies back.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Rows of the continuation table, the previous move first.
    pub rows: [PieceTo; 4],
}

impl Line {
    /// The features that use each row.
    const FEATURES: [Feature; 4] = [
        Feature::Continuation1,
        Feature::Continuation2,
        Feature::Continuation4,
        Feature::Continuation6,
    ];

    /// The previous move.
    #[inline]
    pub const fn previous(&self) -> PieceTo {
        self.rows[0]
    }
}

/// A node as the history tables see it.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The position, before the move in question.
    pub board: &'a Board,
    /// The moves that led here.
    pub line: Line,
    /// Distance from the root.
    pub ply: Ply,
    /// Squares attacked by the side that is not to move.
    pub threats: Bitboard,
}

impl Place<'_> {
    #[inline]
    fn threats<L: Lab>(&self, lab: &L) -> Bitboard {
        if lab.on(Feature::ThreatHistory) { self.threats } else { Bitboard::EMPTY }
    }

    #[inline]
    fn row(&self, mv: Move) -> PieceTo {
        PieceTo::new(self.board.moved_piece(mv), mv.to())
    }
}

/// The moves searched at one node before the last one.
#[derive(Clone, Copy, Debug)]
pub struct Tried<'a> {
    /// Quiet moves in the order of search.
    pub quiets: &'a [Move],
    /// Captures and promotions in the order of search.
    pub noisies: &'a [Move],
}

/// All tables of one thread.
#[derive(Clone, Debug)]
pub struct Histories<L: Lab> {
    quiet: L::Quiet,
    capture: CaptureHistory,
    continuation: ContinuationHistory,
    pawn: PawnHistory,
    /// Cleared for every search.
    pub low_ply: LowPlyHistory,
    /// Two per ply.
    pub killers: Killers,
    /// One per previous move.
    pub countermoves: Countermoves,
    corrections: Corrections,
}

impl<L: Lab> Default for Histories<L> {
    /// Empty tables.
    fn default() -> Self {
        Self {
            quiet: L::Quiet::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            pawn: PawnHistory::new(),
            low_ply: LowPlyHistory::new(),
            killers: Killers::new(),
            countermoves: Countermoves::new(),
            corrections: Corrections::new(),
        }
    }
}

impl<L: Lab> Histories<L> {
    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.quiet.clear();
        self.capture.clear();
        self.continuation.clear();
        self.pawn.clear();
        self.low_ply.clear();
        self.killers.clear();
        self.countermoves.clear();
        self.corrections.clear();
    }

    /// What reductions and pruning read of a quiet move, about
    /// `-60_000..=60_000`.
    #[inline]
    pub fn quiet(&self, lab: &L, place: &Place<'_>, mv: Move) -> i32 {
        let row = place.row(mv);
        let mut value = 0;
        if lab.on(Feature::History) {
            value += 2 * self.quiet.get(place.board.side(), place.threats(lab), mv);
        }
        for (back, weight) in [(0, 2), (1, 2), (2, 1)] {
            if lab.on(Line::FEATURES[back]) {
                value += self.continuation.get(place.line.rows[back], row) * weight / 2;
            }
        }
        if lab.on(Feature::PawnHistory) {
            value += self.pawn.get(place.board, row);
        }
        value
    }

    /// What orders quiet moves: [`Self::quiet`] and the fainter memories.
    #[inline]
    pub fn quiet_order(&self, lab: &L, place: &Place<'_>, mv: Move) -> i32 {
        let mut value = self.quiet(lab, place, mv);
        if lab.on(Feature::Continuation6) {
            value += self.continuation.get(place.line.rows[3], place.row(mv)) / 2;
        }
        if lab.on(Feature::LowPlyHistory) {
            value += 4 * self.low_ply.get(place.ply, mv);
        }
        value
    }

    /// The value of a capture or promotion, `-12288..=12288`.
    #[inline]
    pub fn noisy(&self, lab: &L, board: &Board, mv: Move) -> i32 {
        if lab.on(Feature::CaptureHistory) { self.capture.get(board, mv) } else { 0 }
    }

    /// Learns that `best` raised alpha, or cut, after `tried` did not.
    pub fn learn(
        &mut self,
        lab: &L,
        place: &Place<'_>,
        best: Move,
        cutoff: bool,
        tried: Tried<'_>,
        depth: Depth,
    ) {
        let (bonus, malus) = (bonus(lab, depth), malus(lab, depth));
        if place.board.is_noisy(best) {
            self.capture.learn(place.board, best, bonus);
        } else {
            self.learn_quiet(lab, place, best, cutoff, tried.quiets, depth);
        }
        for &mv in tried.noisies {
            self.capture.learn(place.board, mv, -malus);
        }
    }

    fn learn_quiet(
        &mut self,
        lab: &L,
        place: &Place<'_>,
        best: Move,
        cutoff: bool,
        tried: &[Move],
        depth: Depth,
    ) {
        let (bonus, malus) = (bonus(lab, depth), malus(lab, depth));
        if cutoff {
            self.killers.remember(place.ply, best);
            self.countermoves.remember(place.line.previous(), best);
        }
        let side = place.board.side();
        let threats = place.threats(lab);
        self.quiet.learn(&Lesson { side, threats, best, cutoff, tried, depth, bonus, malus });
        self.learn_quiet_move(place, best, bonus);
        for &mv in tried {
            self.learn_quiet_move(place, mv, -malus);
        }
    }

    fn learn_quiet_move(&mut self, place: &Place<'_>, mv: Move, bonus: i32) {
        let row = place.row(mv);
        self.learn_continuation(place.line, row, bonus);
        self.pawn.learn(place.board, row, bonus);
        self.low_ply.learn(place.ply, mv, bonus);
    }

    /// Learns that `now` was good or bad after the moves of `line`.
    pub fn learn_continuation(&mut self, line: Line, now: PieceTo, bonus: i32) {
        for earlier in line.rows {
            self.continuation.learn(earlier, now, bonus);
        }
    }

    /// The static evaluation of `board` moved by what the search found in like
    /// positions.
    #[inline]
    pub fn corrected(&self, lab: &L, board: &Board, line: Line, eval: Score) -> Score {
        let correction = self.corrections.get(lab, board, line);
        Score::clamp_heuristic(eval.raw() + correction)
    }

    /// Learns the difference of a search result to the static evaluation.
    pub fn learn_correction(&mut self, board: &Board, line: Line, error: i32, depth: Depth) {
        let bonus = (error * depth.plies() / 8).clamp(-256, 256);
        self.corrections.learn(board, line, bonus);
    }
}

/// What the best move of a node gains.
#[inline]
pub fn bonus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    (lab.bonus_slope() * depth.plies() - lab.bonus_offset()).clamp(0, lab.bonus_max())
}

/// What a move loses that was tried in vain.
#[inline]
pub fn malus<L: Lab>(lab: &L, depth: Depth) -> i32 {
    (lab.malus_slope() * depth.plies() - lab.malus_offset()).clamp(0, lab.malus_max())
}

/// Evaluation errors by several keys of the position (correction history; the
/// idea is due to Caissa and Stockfish, 2024).
#[derive(Clone, Debug)]
struct Corrections {
    pawn: Correction,
    minor: Correction,
    major: Correction,
    non_pawn: [Correction; 2],
    continuation: ContinuationCorrection,
}

impl Corrections {
    fn new() -> Self {
        Self {
            pawn: Correction::new(),
            minor: Correction::new(),
            major: Correction::new(),
            non_pawn: [Correction::new(), Correction::new()],
            continuation: ContinuationCorrection::new(),
        }
    }

    fn clear(&mut self) {
        self.pawn.clear();
        self.minor.clear();
        self.major.clear();
        self.non_pawn.iter_mut().for_each(Correction::clear);
        self.continuation.clear();
    }

    #[inline]
    fn get<L: Lab>(&self, lab: &L, board: &Board, line: Line) -> i32 {
        let side = board.side();
        let mut sum = 0;
        if lab.on(Feature::PawnCorrection) {
            sum += self.pawn.get(side, board.pawn_key()) * lab.corr_pawn();
        }
        if lab.on(Feature::MinorCorrection) {
            sum += self.minor.get(side, board.minor_key()) * lab.corr_minor();
        }
        if lab.on(Feature::MajorCorrection) {
            sum += self.major.get(side, board.major_key()) * lab.corr_major();
        }
        if lab.on(Feature::NonPawnCorrection) {
            for color in Color::ALL {
                let error = self.non_pawn[color.index()].get(side, board.non_pawn_key(color));
                sum += error * lab.corr_nonpawn();
            }
        }
        if lab.on(Feature::ContinuationCorrection) {
            let error = self.continuation.get(line.rows[1], line.rows[0]);
            sum += error * lab.corr_continuation();
        }
        sum / 1024
    }

    fn learn(&mut self, board: &Board, line: Line, bonus: i32) {
        let side = board.side();
        self.pawn.learn(side, board.pawn_key(), bonus);
        self.minor.learn(side, board.minor_key(), bonus);
        self.major.learn(side, board.major_key(), bonus);
        for color in Color::ALL {
            self.non_pawn[color.index()].learn(side, board.non_pawn_key(color), bonus);
        }
        self.continuation.learn(line.rows[1], line.rows[0], bonus);
    }
}

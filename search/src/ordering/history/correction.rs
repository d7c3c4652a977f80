//! Correction history: the error of the static evaluation, by keys of the position.

use riposte_board::Board;
use riposte_movegen::Color;

use super::tables::{boxed, zeroed};
use super::{ContHistKeys, Entry, PieceTo};
use crate::params::{Feature, Lab};

type CorrectionEntry = Entry<1024>;
const CORRECTION_ROWS: usize = 16384;

/// How far the search's result was from the static evaluation, by some key of
/// the position: `[side][key]`.
#[derive(Clone, Debug)]
pub struct Correction(Box<[[CorrectionEntry; CORRECTION_ROWS]; 2]>);

impl Correction {
    pub(super) fn new() -> Self {
        Self(boxed(zeroed(CorrectionEntry::ZERO)))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(zeroed(CorrectionEntry::ZERO));
    }

    /// The error for `key`.
    #[inline]
    pub fn get(&self, side: Color, key: u64) -> i32 {
        self.0[side.index()][key as usize % CORRECTION_ROWS].get()
    }

    /// Updates by an error.
    #[inline]
    pub fn update(&mut self, side: Color, key: u64, bonus: i32) {
        self.0[side.index()][key as usize % CORRECTION_ROWS].update(bonus);
    }
}

/// Evaluation error by the last two moves: `[earlier][last]`.
#[derive(Clone, Debug)]
pub struct ContinuationCorrection(Box<[[CorrectionEntry; PieceTo::COUNT]; PieceTo::COUNT]>);

impl ContinuationCorrection {
    pub(super) fn new() -> Self {
        Self(boxed(zeroed(CorrectionEntry::ZERO)))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(zeroed(CorrectionEntry::ZERO));
    }

    /// The error after these two moves.
    #[inline]
    pub fn get(&self, earlier: PieceTo, last: PieceTo) -> i32 {
        self.0[earlier.index()][last.index()].get()
    }

    /// Updates by an error.
    #[inline]
    pub fn update(&mut self, earlier: PieceTo, last: PieceTo, bonus: i32) {
        self.0[earlier.index()][last.index()].update(bonus);
    }
}

/// Evaluation errors by several keys of the position (correction history, from Caissa and
/// Stockfish, 2024).
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    pawn: Correction,
    minor: Correction,
    major: Correction,
    non_pawn: [Correction; 2],
    continuation: ContinuationCorrection,
}

impl Corrections {
    pub(super) fn new() -> Self {
        Self {
            pawn: Correction::new(),
            minor: Correction::new(),
            major: Correction::new(),
            non_pawn: [Correction::new(), Correction::new()],
            continuation: ContinuationCorrection::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.pawn.clear();
        self.minor.clear();
        self.major.clear();
        self.non_pawn.iter_mut().for_each(Correction::clear);
        self.continuation.clear();
    }

    #[inline]
    pub(super) fn get<L: Lab>(&self, lab: &L, board: &Board, keys: ContHistKeys) -> i32 {
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
            let error = self.continuation.get(keys.moves[1], keys.moves[0]);
            sum += error * lab.corr_continuation();
        }
        sum / 1024
    }

    pub(super) fn update(&mut self, board: &Board, keys: ContHistKeys, bonus: i32) {
        let side = board.side();
        self.pawn.update(side, board.pawn_key(), bonus);
        self.minor.update(side, board.minor_key(), bonus);
        self.major.update(side, board.major_key(), bonus);
        for color in Color::ALL {
            self.non_pawn[color.index()].update(side, board.non_pawn_key(color), bonus);
        }
        self.continuation.update(keys.moves[1], keys.moves[0], bonus);
    }
}

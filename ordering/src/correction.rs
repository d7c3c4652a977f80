//! Correction history: the error of the static evaluation, by keys of the position.

use riposte_board::Board;
use riposte_movegen::Color;
use riposte_params::{Feature, Lab};

use crate::entry::Entry;
use crate::tables::{ContHistKeys, Grid, PieceTo};

/// How far the search's result was from the static evaluation, by some key of the position:
/// `[side][key]`.
type Correction = Grid<Entry<1024>, CORRECTION_COLUMNS, 2>;
const CORRECTION_COLUMNS: usize = 16384;

#[inline]
fn column(key: u64) -> usize {
    key as usize % CORRECTION_COLUMNS
}

/// Evaluation error by the last two moves: `[earlier][last]`.
type ContinuationCorrection = Grid<Entry<1024>, { PieceTo::COUNT }, { PieceTo::COUNT }>;

/// Evaluation errors by several keys of the position (correction history, from Caissa and
/// Stockfish, 2024).
#[derive(Clone, Debug, Default)]
pub(crate) struct Corrections {
    pawn: Correction,
    minor: Correction,
    major: Correction,
    non_pawn: [Correction; 2],
    continuation: ContinuationCorrection,
}

impl Corrections {
    pub(crate) fn clear(&mut self) {
        self.pawn.clear();
        self.minor.clear();
        self.major.clear();
        self.non_pawn.iter_mut().for_each(Grid::clear);
        self.continuation.clear();
    }

    #[inline]
    pub(crate) fn get<L: Lab>(&self, lab: &L, board: &Board, keys: ContHistKeys) -> i32 {
        let side = board.side().index();
        let mut sum = 0;
        if lab.on(Feature::PawnCorrection) {
            sum += self.pawn[side][column(board.pawn_key())].get() * lab.corr_pawn();
        }
        if lab.on(Feature::MinorCorrection) {
            sum += self.minor[side][column(board.minor_key())].get() * lab.corr_minor();
        }
        if lab.on(Feature::MajorCorrection) {
            sum += self.major[side][column(board.major_key())].get() * lab.corr_major();
        }
        if lab.on(Feature::NonPawnCorrection) {
            for color in Color::ALL {
                let error =
                    self.non_pawn[color.index()][side][column(board.non_pawn_key(color))].get();
                sum += error * lab.corr_nonpawn();
            }
        }
        if lab.on(Feature::ContinuationCorrection) {
            let error = self.continuation[keys.moves[1].index()][keys.moves[0].index()].get();
            sum += error * lab.corr_continuation();
        }
        sum / 1024
    }

    pub(crate) fn update(&mut self, board: &Board, keys: ContHistKeys, bonus: i32) {
        let side = board.side().index();
        self.pawn[side][column(board.pawn_key())].update(bonus);
        self.minor[side][column(board.minor_key())].update(bonus);
        self.major[side][column(board.major_key())].update(bonus);
        for color in Color::ALL {
            self.non_pawn[color.index()][side][column(board.non_pawn_key(color))].update(bonus);
        }
        self.continuation[keys.moves[1].index()][keys.moves[0].index()].update(bonus);
    }
}

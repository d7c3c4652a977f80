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

    /// The entries of a position: by pawns, minor pieces, major pieces, white's and black's
    /// pieces, and the last two moves.
    #[inline]
    pub(crate) fn entries(&self, board: &Board, keys: ContHistKeys) -> [&Entry<1024>; 6] {
        let side = board.side().index();
        let [white, black] = Color::ALL
            .map(|color| &self.non_pawn[color.index()][side][column(board.non_pawn_key(color))]);
        [
            &self.pawn[side][column(board.pawn_key())],
            &self.minor[side][column(board.minor_key())],
            &self.major[side][column(board.major_key())],
            white,
            black,
            &self.continuation[keys.moves[1].index()][keys.moves[0].index()],
        ]
    }

    #[inline]
    pub(crate) fn get<L: Lab>(&self, lab: &L, board: &Board, keys: ContHistKeys) -> i32 {
        let entries = self.entries(board, keys).into_iter().zip(shares(lab));
        entries.map(|(entry, share)| entry.get() * share).sum::<i32>() / 1024
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

/// What each of [`Corrections::entries`] counts, in 1024ths.
#[inline]
fn shares<L: Lab>(lab: &L) -> [i32; 6] {
    let share = |feature, share| if lab.on(feature) { share } else { 0 };
    let non_pawn = share(Feature::NonPawnCorrection, lab.corr_nonpawn());
    [
        share(Feature::PawnCorrection, lab.corr_pawn()),
        share(Feature::MinorCorrection, lab.corr_minor()),
        share(Feature::MajorCorrection, lab.corr_major()),
        non_pawn,
        non_pawn,
        share(Feature::ContinuationCorrection, lab.corr_continuation()),
    ]
}

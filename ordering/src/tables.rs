//! The shape of all histories: entries by row and column, and what indexes them.

use std::ops::{Index, IndexMut};

use riposte_board::Board;
use riposte_movegen::{Move, Piece, PieceType, Square};
use riposte_params::Feature;

use crate::entry::Entry;

/// Rows of entries on the heap, all zero at first.
#[derive(Clone, Debug)]
pub struct Grid<T, const COLUMNS: usize, const ROWS: usize>(Box<[[T; COLUMNS]; ROWS]>);

impl<T: Copy + Default, const COLUMNS: usize, const ROWS: usize> Default
    for Grid<T, COLUMNS, ROWS>
{
    /// Allocates without passing the array over the stack.
    fn default() -> Self {
        let Ok(rows) = vec![[T::default(); COLUMNS]; ROWS].into_boxed_slice().try_into() else {
            unreachable!("a vector of {ROWS} rows is an array of {ROWS} rows")
        };
        Self(rows)
    }
}

impl<T: Copy + Default, const COLUMNS: usize, const ROWS: usize> Grid<T, COLUMNS, ROWS> {
    /// Sets all entries to zero.
    pub(crate) fn clear(&mut self) {
        self.0.fill([T::default(); COLUMNS]);
    }

    /// The entries of `row`, if there is such a row.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<&[T; COLUMNS]> {
        self.0.get(row)
    }

    /// All entries.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }
}

impl<T, const COLUMNS: usize, const ROWS: usize> Index<usize> for Grid<T, COLUMNS, ROWS> {
    type Output = [T; COLUMNS];

    #[inline]
    fn index(&self, row: usize) -> &[T; COLUMNS] {
        &self.0[row]
    }
}

impl<T, const COLUMNS: usize, const ROWS: usize> IndexMut<usize> for Grid<T, COLUMNS, ROWS> {
    #[inline]
    fn index_mut(&mut self, row: usize) -> &mut [T; COLUMNS] {
        &mut self.0[row]
    }
}

/// Pairs of squares: the columns of histories by `[from, to]`.
pub(crate) const SQUARE_PAIRS: usize = 64 * 64;

/// A piece and its target square: the index of a continuation history.
///
/// Kept as an index so that frames of the search stack hold no pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Pieces and targets.
    pub(crate) const MOVES: usize = 12 * 64;

    pub(crate) const COUNT: usize = Self::MOVES + 1;

    /// No move, or a null move: an index of its own that keeps indexing free of branches.
    pub const NONE: Self = Self(Self::MOVES as u16);

    /// The index of `piece` going to `to`.
    #[inline]
    pub const fn new(piece: Piece, to: Square) -> Self {
        Self((piece.index() * 64 + to.index()) as u16)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves that led to a node: one, two, four and six plies back.
#[derive(Clone, Copy, Debug)]
pub struct ContHistKeys {
    /// Piece and target of each, the previous move first.
    pub moves: [PieceTo; 4],
    /// The previous move itself; none at the root and after a null move.
    pub previous: Option<Move>,
}

impl ContHistKeys {
    /// No moves: the keys of the root.
    pub const NONE: Self = Self { moves: [PieceTo::NONE; 4], previous: None };

    /// The features that use each move.
    pub(crate) const FEATURES: [Feature; 4] = [
        Feature::Continuation1,
        Feature::Continuation2,
        Feature::Continuation4,
        Feature::Continuation6,
    ];
}

/// History of captures by `[piece, to][victim]`; see [`capture_index`].
pub type CaptureHistory = Grid<Entry<12288>, 7, { PieceTo::MOVES }>;

/// Row and column of the capture `mv`. Promotions without capture count as taking nothing.
#[inline]
pub(crate) fn capture_index(board: &Board, mv: Move) -> (usize, usize) {
    let row = PieceTo::new(board.moved_piece(mv), mv.to()).index();
    (row, board.captured(mv).map_or(6, PieceType::index))
}

/// History of a move after an earlier move: `[earlier][piece, to]`.
pub type ContinuationHistory = Grid<Entry<16384>, { PieceTo::COUNT }, { PieceTo::COUNT }>;

const PAWN_ROWS: usize = 512;

/// History by pawn structure: `[pawn key][piece, to]`; see [`pawn_row`].
pub type PawnHistory = Grid<Entry<8192>, { PieceTo::MOVES }, PAWN_ROWS>;

/// The row of the pawn structure of `board`.
#[inline]
pub(crate) fn pawn_row(board: &Board) -> usize {
    board.pawn_key() as usize % PAWN_ROWS
}

/// History of the first plies of the tree, cleared for every search: `[ply][from, to]`.
pub type LowPlyHistory = Grid<Entry<8192>, SQUARE_PAIRS, 4>;

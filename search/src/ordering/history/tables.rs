//! One type per history, each with its own index.

use riposte_board::Board;
use riposte_movegen::{Move, Piece, PieceType, Square};

use super::entry::Entry;
use crate::depth::Ply;

pub(super) const fn zeroed<T: Copy, const N: usize>(zero: T) -> [T; N] {
    [zero; N]
}

/// Makes a boxed array without passing it over the stack.
pub(super) fn boxed<T: Copy, const N: usize>(zero: T) -> Box<[T; N]> {
    let Ok(array) = vec![zero; N].into_boxed_slice().try_into() else {
        unreachable!("a vector of {N} entries is an array of {N} entries")
    };
    array
}

/// A piece and its target square: the index of a continuation history.
///
/// Kept as an index so that frames of the search stack hold no pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    pub(super) const COUNT: usize = 12 * 64 + 1;

    /// No move, or a null move: an index of its own that keeps indexing free of branches.
    pub const NONE: Self = Self(12 * 64);

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

type CaptureEntry = Entry<12288>;

/// History of captures by `[piece][to][victim]`. Promotions without capture count
/// as taking nothing.
#[derive(Clone, Debug)]
pub struct CaptureHistory(Box<[[CaptureEntry; 7]; 12 * 64]>);

impl CaptureHistory {
    pub(super) fn new() -> Self {
        Self(boxed(zeroed(CaptureEntry::ZERO)))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(zeroed(CaptureEntry::ZERO));
    }

    #[inline]
    fn index(board: &Board, mv: Move) -> (usize, usize) {
        let row = PieceTo::new(board.moved_piece(mv), mv.to()).index();
        (row, board.captured(mv).map_or(6, PieceType::index))
    }

    /// The value of the capture `mv`.
    #[inline]
    pub fn get(&self, board: &Board, mv: Move) -> i32 {
        let (row, victim) = Self::index(board, mv);
        self.0[row][victim].get()
    }

    /// Updates the capture `mv`.
    #[inline]
    pub fn update(&mut self, board: &Board, mv: Move, bonus: i32) {
        let (row, victim) = Self::index(board, mv);
        self.0[row][victim].update(bonus);
    }
}

type ContinuationEntry = Entry<16384>;

/// History of a move after an earlier move: `[earlier][piece, to]`.
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Box<[[ContinuationEntry; PieceTo::COUNT]; PieceTo::COUNT]>);

impl ContinuationHistory {
    pub(super) fn new() -> Self {
        Self(boxed(zeroed(ContinuationEntry::ZERO)))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(zeroed(ContinuationEntry::ZERO));
    }

    /// The value of `now` after `earlier`.
    #[inline]
    pub fn get(&self, earlier: PieceTo, now: PieceTo) -> i32 {
        self.row(earlier)[now.index()].get()
    }

    /// The values of all moves after `earlier`.
    #[inline]
    pub(super) fn row(&self, earlier: PieceTo) -> &[ContinuationEntry; PieceTo::COUNT] {
        &self.0[earlier.index()]
    }

    /// Updates `now` after `earlier`.
    #[inline]
    pub fn update(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32) {
        self.0[earlier.index()][now.index()].update(bonus);
    }

    /// The same, where the values of several continuation histories add up to `total`.
    #[inline]
    pub fn update_with(&mut self, earlier: PieceTo, now: PieceTo, bonus: i32, total: i32) {
        self.0[earlier.index()][now.index()].update_with(bonus, total);
    }
}

type PawnEntry = Entry<8192>;
const PAWN_ROWS: usize = 512;

/// History by pawn structure: `[pawn key][piece, to]`.
#[derive(Clone, Debug)]
pub struct PawnHistory(Box<[[PawnEntry; 12 * 64]; PAWN_ROWS]>);

impl PawnHistory {
    pub(super) fn new() -> Self {
        Self(boxed(zeroed(PawnEntry::ZERO)))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(zeroed(PawnEntry::ZERO));
    }

    #[inline]
    fn index(board: &Board) -> usize {
        board.pawn_key() as usize % PAWN_ROWS
    }

    /// The values of all moves in this pawn structure.
    #[inline]
    pub(super) fn row(&self, board: &Board) -> &[PawnEntry; 12 * 64] {
        &self.0[Self::index(board)]
    }

    /// The value of `now` in this pawn structure.
    #[inline]
    pub fn get(&self, board: &Board, now: PieceTo) -> i32 {
        self.0[Self::index(board)][now.index()].get()
    }

    /// Updates `now` in this pawn structure.
    #[inline]
    pub fn update(&mut self, board: &Board, now: PieceTo, bonus: i32) {
        self.0[Self::index(board)][now.index()].update(bonus);
    }
}

type LowPlyEntry = Entry<8192>;
const LOW_PLIES: usize = 4;

/// History of the first plies of the tree, cleared for every search:
/// `[ply][from, to]`.
#[derive(Clone, Debug)]
pub struct LowPlyHistory(Box<[[LowPlyEntry; 4096]; LOW_PLIES]>);

impl LowPlyHistory {
    pub(super) fn new() -> Self {
        Self(boxed(zeroed(LowPlyEntry::ZERO)))
    }

    /// Clears all values.
    pub fn clear(&mut self) {
        self.0.fill(zeroed(LowPlyEntry::ZERO));
    }

    /// The values of all moves at `ply`; none beyond the plies that are kept.
    #[inline]
    pub(super) fn row(&self, ply: Ply) -> Option<&[LowPlyEntry; 4096]> {
        self.0.get(ply.index())
    }

    /// Updates `mv` at `ply`.
    #[inline]
    pub fn update(&mut self, ply: Ply, mv: Move, bonus: i32) {
        if let Some(row) = self.0.get_mut(ply.index()) {
            row[mv.from_to()].update(bonus);
        }
    }
}

//! The search stack: what is kept per ply, and the triangular pv array.

use arrayvec::ArrayVec;
use riposte_eval::{Ply, Score};
use riposte_movegen::{Bitboard, Move};
use riposte_ordering::{ContHistKeys, PieceTo};

/// How many plies before the root continuation histories may read.
const BEHIND: usize = 7;

/// A variation from some ply on.
pub(crate) type PvLine = ArrayVec<Move, { Ply::MAX.index() + 1 }>;

/// The data of one ply of the current variation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The move made here; none for a null move.
    pub(crate) mv: Option<Move>,
    /// Its piece and target.
    pub(crate) piece_to: PieceTo,
    /// Whether the move made here was a null move.
    pub(crate) is_null: bool,
    /// Whether that move was neither capture nor promotion.
    pub(crate) is_quiet: bool,
    /// Squares that the opponent attacked before it; set if it is a move that the loop over
    /// the moves made, as every quiet move is.
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
    /// Data that the singular search of this node inherits.
    pub(crate) inherited: Inherited,
}

/// Data of a node that its singular search inherits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inherited {
    /// See [`Node::raw_eval`].
    pub(crate) raw_eval: Score,
    /// See [`Node::was_pv`].
    pub(crate) was_pv: bool,
    /// See [`Node::tt_move_is_noisy`].
    pub(crate) tt_move_is_noisy: bool,
}

impl Frame {
    const EMPTY: Self = Self {
        mv: None,
        piece_to: PieceTo::NONE,
        is_null: false,
        is_quiet: false,
        threats: Bitboard::EMPTY,
        eval: Score::NONE,
        excluded: None,
        reduction: 0,
        cutoffs: 0,
        extensions: 0,
        inherited: Inherited { raw_eval: Score::NONE, was_pv: false, tt_move_is_noisy: false },
    };
}

/// Frames and pvs of the current variation. It belongs to the worker, so that a short
/// search need not allocate it.
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

    /// Clears all frames. The pvs need no reset: every node clears its own.
    pub(crate) fn reset(&mut self) {
        self.frames.fill(Frame::EMPTY);
    }

    #[inline]
    pub(crate) fn frame(&self, ply: Ply) -> &Frame {
        &self.frames[BEHIND + ply.index()]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[BEHIND + ply.index()]
    }

    /// The frame `back` plies before `ply`; an empty one before the root.
    #[inline]
    pub(crate) fn frame_before(&self, ply: Ply, back: usize) -> &Frame {
        &self.frames[BEHIND + ply.index() - back]
    }

    /// The moves that led to the position `back` plies before `ply`, at most one.
    #[inline]
    pub(crate) fn cont_hist_keys(&self, ply: Ply, back: usize) -> ContHistKeys {
        ContHistKeys {
            moves: [1, 2, 4, 6].map(|earlier| self.frame_before(ply, back + earlier).piece_to),
            previous: self.frame_before(ply, back + 1).mv,
        }
    }

    /// The pv from `ply` on.
    pub(crate) fn pv(&self, ply: Ply) -> &PvLine {
        &self.pvs[ply.index()]
    }

    /// Empties the pv of `ply`.
    #[inline]
    pub(crate) fn clear_pv(&mut self, ply: Ply) {
        self.pvs[ply.index()].clear();
    }

    /// Makes `mv`, followed by the pv of the next ply, the pv of `ply`.
    pub(crate) fn update_pv(&mut self, ply: Ply, mv: Move) {
        let [here, below] = &mut self.pvs[ply.index()..ply.index() + 2] else { return };
        here.clear();
        here.push(mv);
        let room = here.remaining_capacity();
        here.extend(below.iter().copied().take(room));
    }
}

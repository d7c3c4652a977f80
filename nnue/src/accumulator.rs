//! A line of play as the network sees it: what changed from ply to ply, and the
//! hidden layer of each.

use arrayvec::ArrayVec;
use riposte_board::{Board, Observer};
use riposte_movegen::{Color, Piece, PieceType, Square};

use crate::features::View;
use crate::kernel::Kernel;
use crate::network::{Network, Row};

/// Plies for which room is made at once; more are added when a line is longer.
pub(crate) const ROOM: usize = 128;

/// The men that one move adds and removes; castling is the largest.
#[derive(Clone, Debug, Default)]
struct Change {
    added: ArrayVec<(Piece, Square), 2>,
    removed: ArrayVec<(Piece, Square), 2>,
    /// More changed than a move can: the ply must be summed anew.
    overflowed: bool,
}

impl Change {
    #[inline]
    fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
        self.overflowed = false;
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.overflowed |= self.added.try_push((piece, square)).is_err();
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.overflowed |= self.removed.try_push((piece, square)).is_err();
    }
}

/// One position of the line.
#[derive(Clone, Debug)]
struct Step {
    /// From the ply before.
    change: Change,
    /// Whether the sums of each side are those of this position.
    known: [bool; 2],
    /// Whether each side sees the board mirrored here.
    mirrored: [bool; 2],
    /// There is no ply before.
    is_root: bool,
}

impl Step {
    /// A ply of which nothing is known yet.
    const UNKNOWN: Self = Self {
        change: Change {
            added: ArrayVec::new_const(),
            removed: ArrayVec::new_const(),
            overflowed: false,
        },
        known: [false; 2],
        mirrored: [false; 2],
        is_root: false,
    };

    /// Whether the sums follow from those of the ply before.
    #[inline]
    fn is_a_step(&self) -> bool {
        !self.is_root && !self.change.overflowed
    }
}

/// The moves of a line, and of which plies the sums are known. The size of the
/// network is none of its business, so that who makes moves need not know it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    steps: Vec<Step>,
    top: usize,
}

impl Line {
    /// Starts at `board`.
    pub(crate) fn new(board: &Board) -> Self {
        let mut line = Self { steps: vec![Step::UNKNOWN; ROOM], top: 0 };
        line.reset(board);
        line
    }

    /// Starts anew at `board`.
    pub(crate) fn reset(&mut self, board: &Board) {
        self.top = 0;
        let root = &mut self.steps[0];
        root.is_root = true;
        root.known = [false; 2];
        root.change.clear();
        root.mirrored = Color::ALL.map(|color| View::is_mirrored(board.king(color)));
    }

    /// Opens the next ply.
    #[inline]
    pub(crate) fn push(&mut self) {
        let mirrored = self.steps[self.top].mirrored;
        self.top += 1;
        if self.top == self.steps.len() {
            self.steps.push(Step::UNKNOWN);
        }
        let step = &mut self.steps[self.top];
        step.mirrored = mirrored;
        step.known = [false; 2];
        step.change.clear();
    }

    /// Goes back one ply; does nothing where the line starts.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The ply of the current position.
    #[inline]
    pub(crate) fn top(&self) -> usize {
        self.top
    }

    /// Whether the sums of one side are those of the current position.
    #[inline]
    pub(crate) fn is_known(&self, side: Color) -> bool {
        self.steps[self.top].known[side.index()]
    }

    /// The sums of one side at `ply` have been computed.
    #[inline]
    pub(crate) fn set_known(&mut self, ply: usize, side: Color) {
        self.steps[ply].known[side.index()] = true;
    }

    /// The last ply from which the sums of one side can be followed up to now:
    /// they are known there, and the board was never mirrored since.
    #[inline]
    pub(crate) fn nearest_known(&self, side: Color) -> Option<usize> {
        let mirrored = self.steps[self.top].mirrored[side.index()];
        let mut at = self.top;
        while self.steps[at].is_a_step() {
            at -= 1;
            let step = &self.steps[at];
            if step.mirrored[side.index()] != mirrored {
                return None;
            }
            if step.known[side.index()] {
                return Some(at);
            }
        }
        None
    }

    /// Computes the sums of `perspective` at `ply` from those of the ply before,
    /// all rows in one pass over the accumulator.
    #[inline]
    pub(crate) fn follow<const H: usize, K: Kernel>(
        &self,
        ply: usize,
        kernel: K,
        network: &Network<H>,
        perspective: Color,
        to: &mut Row<H>,
        from: &Row<H>,
    ) {
        let step = &self.steps[ply];
        let view = View::with_mirror(perspective, step.mirrored[perspective.index()]);
        let row = |&(piece, square): &(Piece, Square)| network.row(view.feature(piece, square));
        match (step.change.added.as_slice(), step.change.removed.as_slice()) {
            ([a], [r]) => kernel.combine(to, from, &[row(a)], &[row(r)]),
            ([a], [r, s]) => kernel.combine(to, from, &[row(a)], &[row(r), row(s)]),
            ([a, b], [r, s]) => kernel.combine(to, from, &[row(a), row(b)], &[row(r), row(s)]),
            (added, removed) => {
                let added: ArrayVec<_, 2> = added.iter().map(row).collect();
                let removed: ArrayVec<_, 2> = removed.iter().map(row).collect();
                kernel.combine(to, from, &added, &removed);
            }
        }
    }
}

impl Observer for Line {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let step = &mut self.steps[self.top];
        step.known = [false; 2];
        step.change.add(piece, square);
        if piece.kind() == PieceType::King {
            step.mirrored[piece.color().index()] = View::is_mirrored(square);
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let step = &mut self.steps[self.top];
        step.known = [false; 2];
        step.change.remove(piece, square);
    }
}

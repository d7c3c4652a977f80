//! The hidden layer of each ply of a line, and what changed from the ply
//! before.

use arrayvec::ArrayVec;
use riposte_movegen::{Color, Piece, Square};

use crate::features::View;
use crate::kernel::Kernel;
use crate::network::{Network, Row};

/// The men that one move adds and removes; castling is the largest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    added: ArrayVec<(Piece, Square), 2>,
    removed: ArrayVec<(Piece, Square), 2>,
    /// More changed than a move can: the ply must be summed anew.
    overflowed: bool,
}

impl Change {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
        self.overflowed = false;
    }

    #[inline]
    pub(crate) fn add(&mut self, piece: Piece, square: Square) {
        self.overflowed |= self.added.try_push((piece, square)).is_err();
    }

    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        self.overflowed |= self.removed.try_push((piece, square)).is_err();
    }
}

/// One position of the line.
#[derive(Clone, Debug)]
pub(crate) struct Ply<const H: usize> {
    /// By perspective.
    pub(crate) sums: [Row<H>; 2],
    /// Whether `sums` are those of this position.
    pub(crate) known: [bool; 2],
    /// Whether each side sees the board mirrored here.
    pub(crate) mirrored: [bool; 2],
    /// From the ply before.
    pub(crate) change: Change,
    /// There is no ply before.
    pub(crate) is_root: bool,
}

impl<const H: usize> Ply<H> {
    /// A ply of which nothing is known yet.
    pub(crate) const fn unknown() -> Self {
        Self {
            sums: [Row::ZERO; 2],
            known: [false; 2],
            mirrored: [false; 2],
            change: Change {
                added: ArrayVec::new_const(),
                removed: ArrayVec::new_const(),
                overflowed: false,
            },
            is_root: false,
        }
    }

    /// Whether the sums follow from those of the ply before.
    #[inline]
    pub(crate) fn is_a_step(&self) -> bool {
        !self.is_root && !self.change.overflowed
    }

    /// Computes the sums of `perspective` from those of the ply before, all
    /// rows in one pass over the accumulator.
    #[inline]
    pub(crate) fn step<K: Kernel>(
        &mut self,
        kernel: K,
        network: &Network<H>,
        before: &Self,
        perspective: Color,
    ) {
        let side = perspective.index();
        let view = View::with_mirror(perspective, self.mirrored[side]);
        let row = |&(piece, square): &(Piece, Square)| network.row(view.feature(piece, square));
        let (to, from) = (&mut self.sums[side], &before.sums[side]);
        match (self.change.added.as_slice(), self.change.removed.as_slice()) {
            ([a], [r]) => kernel.combine(to, from, &[row(a)], &[row(r)]),
            ([a], [r, s]) => kernel.combine(to, from, &[row(a)], &[row(r), row(s)]),
            ([a, b], [r, s]) => kernel.combine(to, from, &[row(a), row(b)], &[row(r), row(s)]),
            (added, removed) => {
                let added: ArrayVec<_, 2> = added.iter().map(row).collect();
                let removed: ArrayVec<_, 2> = removed.iter().map(row).collect();
                kernel.combine(to, from, &added, &removed);
            }
        }
        self.known[side] = true;
    }
}

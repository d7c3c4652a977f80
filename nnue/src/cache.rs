//! Sums to start from when a king crosses the middle of the board and its side
//! suddenly sees everything mirrored.

use arrayvec::ArrayVec;
use riposte_movegen::{Color, Piece, PieceType, Placement};

use crate::features::View;
use crate::kernel::Kernel;
use crate::network::{Network, Row};

/// For each side and each way to see the board, the last position summed that
/// way. A new one usually differs from it by few men, so it is cheaper to add
/// the difference than to start from nothing. The idea is known as the finny
/// table, after Finn Eggers, in whose engine Koivisto it first appeared.
#[derive(Clone, Debug)]
pub(crate) struct RefreshCache<const H: usize> {
    entries: [[Entry<H>; 2]; 2],
}

#[derive(Clone, Debug)]
struct Entry<const H: usize> {
    sums: Row<H>,
    placement: Placement,
}

impl<const H: usize> RefreshCache<H> {
    /// Every entry is the empty board.
    pub(crate) fn new(network: &Network<H>) -> Self {
        let empty = Entry { sums: network.biases, placement: Placement::EMPTY };
        Self { entries: [[empty.clone(), empty.clone()], [empty.clone(), empty]] }
    }

    /// Writes the sums of `placement` as `perspective` sees it to `to`.
    pub(crate) fn refresh<K: Kernel>(
        &mut self,
        kernel: K,
        network: &Network<H>,
        placement: &Placement,
        perspective: Color,
        to: &mut Row<H>,
    ) {
        let mirrored = View::is_mirrored(placement.king(perspective));
        let view = View::with_mirror(perspective, mirrored);
        let entry = &mut self.entries[perspective.index()][usize::from(mirrored)];
        // A board holds up to 64 men as far as the types know; a legal
        // position never more than 32.
        let mut added = ArrayVec::<&Row<H>, 64>::new();
        let mut removed = ArrayVec::<&Row<H>, 64>::new();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let row = |square| network.row(view.feature(Piece::new(color, kind), square));
                let (old, new) = (entry.placement.of(color, kind), placement.of(color, kind));
                added.extend((new & !old).into_iter().map(row));
                removed.extend((old & !new).into_iter().map(row));
            }
        }
        kernel.combine(to, &entry.sums, &added, &removed);
        entry.sums = *to;
        entry.placement = *placement;
    }
}

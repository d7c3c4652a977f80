//! Sums to start from when a king crosses the middle of the board and its side
//! suddenly sees everything mirrored.

use riposte_movegen::Color;

use crate::features::{Changes, Features};
use crate::kernel::Kernel;
use crate::network::{Network, Row};

/// For each side and each way to see the board, the last position summed that
/// way. A new one usually differs from it by few inputs, so it is cheaper to add
/// the difference than to start from nothing. The idea is known as the finny
/// table, after Finn Eggers, in whose engine Koivisto it first appeared.
#[derive(Clone, Debug)]
pub(crate) struct RefreshCache<const H: usize> {
    entries: [[Entry<H>; 2]; 2],
}

#[derive(Clone, Debug)]
struct Entry<const H: usize> {
    sums: Row<H>,
    features: Features,
}

impl<const H: usize> RefreshCache<H> {
    /// Every entry is the empty board.
    pub(crate) fn new(network: &Network<H>) -> Self {
        let empty = Entry { sums: network.biases, features: Features::EMPTY };
        Self { entries: [[empty.clone(), empty.clone()], [empty.clone(), empty]] }
    }

    /// Writes the sums of a position as `perspective` sees it to `to`.
    pub(crate) fn refresh<K: Kernel>(
        &mut self,
        kernel: K,
        network: &Network<H>,
        features: &Features,
        perspective: Color,
        to: &mut Row<H>,
    ) {
        let view = features.view(perspective);
        let entry = &mut self.entries[perspective.index()][usize::from(view.is_mirrored())];
        let mut changes = Changes::NONE;
        features.find_changes(&entry.features, kernel, &mut changes);
        let (added, removed) = (changes.added.of(perspective), changes.removed.of(perspective));
        let sums = &mut entry.sums;
        kernel.combine(sums, None, &network.features, added, removed);
        *to = *sums;
        entry.features = *features;
    }
}

//! Any search that keeps samples of its reduced searches.

use crate::params::counted::with_stats;
use crate::params::stats::{ReducedMove, Stats};
use crate::params::{Choice, Feature, Lab, Tunable};

/// Searches as `L` does and keeps every [`ReducedMove`], 32 bytes each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sampled<L>(pub L);

/// The late quiet moves of a search, in the order in which their reduced searches ended.
#[derive(Clone, Debug, Default)]
pub struct ReducedMoves(pub Vec<ReducedMove>);

impl Stats for ReducedMoves {
    const SAMPLES: bool = true;

    #[inline]
    fn sample(&mut self, reduced: ReducedMove) {
        self.0.push(reduced);
    }

    fn merge(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }
}

with_stats!(Sampled, ReducedMoves);

//! Any search with counters.

use crate::params::stats::Counters;
use crate::params::{Choice, Feature, Lab, Tunable};

/// Searches as `L` does and counts what happens (see [`Counters`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted<L>(pub L);

/// Searches with the parameters of `L` and the statistics `$stats`.
macro_rules! with_stats {
    ($wrapper:ident, $stats:ty) => {
        impl<L: Lab> Lab for $wrapper<L> {
            type Quiet = L::Quiet;
            type Stats = $stats;

            #[inline(always)]
            fn on(&self, feature: Feature) -> bool {
                self.0.on(feature)
            }

            #[inline(always)]
            fn choice(&self, choice: Choice) -> usize {
                self.0.choice(choice)
            }

            #[inline(always)]
            fn tunable(&self, tunable: Tunable) -> i32 {
                self.0.tunable(tunable)
            }
        }
    };
}
pub(super) use with_stats;

with_stats!(Counted, Counters);

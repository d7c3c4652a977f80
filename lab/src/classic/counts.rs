//! What a search counts.

macro_rules! counts {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// Counters of one iteration, or of a whole search.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counts { $($(#[doc = $doc])* pub $name: u64,)* }

        impl Counts {
            /// The names of the counters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The counters in the order of their names.
            pub fn values(&self) -> Vec<u64> {
                vec![$(self.$name,)*]
            }

            /// The inverse of [`Self::values`].
            pub fn from_values(values: &[u64]) -> Option<Self> {
                let mut values = values.iter().copied();
                let counts = Self { $($name: values.next()?,)* };
                values.next().is_none().then_some(counts)
            }
        }

        impl std::ops::AddAssign for Counts {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counts! {
    /// Nodes at the horizon.
    bottom,
    /// Nodes above the horizon.
    interior,
    /// Nodes of quiescence below the horizon.
    quiescence,
    /// Interior nodes that a move cut.
    cutoffs,
    /// Those that the first move cut.
    first_cutoffs,
    /// Looks into the transposition table.
    probes,
    /// The position was there.
    hits,
    /// Its bound ended the node.
    table_cuts,
    /// Hits whose entry is another position's (counted by narrow tables only).
    false_hits,
    /// Looks at entries of other positions, each of which may be a false hit
    /// (likewise).
    foreign,
    /// Nodes where neither table nor killers had a legal move and the butterfly
    /// board was asked.
    butterfly_asked,
    /// It had a move.
    butterfly_known,
    /// The move was legal.
    butterfly_legal,
    /// The move cut.
    butterfly_cuts,
    /// Null moves tried.
    null_tried,
    /// Null moves that failed high.
    null_high,
    /// Those that the moves did not confirm: zugzwang.
    null_refuted,
    /// Moves searched with less depth.
    reduced,
    /// Those that had to be searched again.
    researched,
}

impl Counts {
    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.bottom + self.interior + self.quiescence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back() {
        let counts = Counts { bottom: 7, researched: 3, ..Counts::default() };
        assert_eq!(Counts::from_values(&counts.values()), Some(counts));
        assert_eq!(Counts::from_values(&counts.values()[1..]), None);
        assert_eq!(Counts::NAMES.len(), counts.values().len());
    }
}

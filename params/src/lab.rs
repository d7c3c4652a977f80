//! The parameters of a search: which rules are on, in which form, with which numbers. Those
//! of the release, and a wrapper that counts what happens.

use crate::features::declarations;
use crate::names::{
    Choice, CountermoveIndex, Feature, HistoryWeight, NullForm, QuietMemory, Tunable,
};
use crate::stats::{Counters, Stats};

/// Why a setting given by name is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabError {
    /// No parameter has this name.
    #[error("no switch, choice or number is called {name:?}")]
    UnknownName {
        /// The name given.
        name: String,
    },
    /// The parameter does not have this value.
    #[error("{name} is {expected}, not {value:?}")]
    BadValue {
        /// The parameter.
        name: &'static str,
        /// The values that it has.
        expected: String,
        /// The value given.
        value: String,
    },
}

macro_rules! lab {
    (
        features { $($(#[doc = $feature_doc:literal])* $feature:ident = $state:ident;)* }
        choices { $(
            $(#[doc = $choice_doc:literal])*
            $choice_getter:ident $choice:ident = $usual:ident {
                $($(#[doc = $variant_doc:literal])* $variant:ident,)*
            }
        )* }
        tunables { $($(#[doc = $doc:literal])* $getter:ident $name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal;)* }
    ) => {
        /// Which heuristics are on, in which form, and the values of the tunables.
        pub trait Lab: Clone + Send + Sync + 'static {
            /// Whether `feature` is used.
            fn on(&self, feature: Feature) -> bool;

            /// The index of the form in use among the choice's values.
            fn choice(&self, choice: Choice) -> usize;

            /// The value of `tunable`.
            fn tunable(&self, tunable: Tunable) -> i32;

            /// Sets whatever is called `name`, where parameters can be set at run time: a
            /// feature to "on" or "off", a choice to the name of a form, a tunable to a
            /// number. Capitals do not matter.
            ///
            /// # Errors
            ///
            /// When nothing is called so, or the value is none of its values; nothing is
            /// changed then.
            fn set_by_name(&mut self, name: &str, _value: &str) -> Result<(), LabError> {
                Err(LabError::UnknownName { name: name.to_owned() })
            }

            /// The statistics of a search.
            type Stats: Stats;

            $(
                $(#[doc = $choice_doc])*
                #[inline(always)]
                fn $choice_getter(&self) -> $choice { $choice::ALL[self.choice(Choice::$choice)] }
            )*

            $(
                $(#[doc = $doc])*
                #[inline(always)]
                fn $getter(&self) -> i32 { self.tunable(Tunable::$name) }
            )*
        }
    };
}

declarations!(lab);

/// The released engine: every parameter is a constant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Release;

impl Lab for Release {
    type Stats = ();

    #[inline(always)]
    fn on(&self, feature: Feature) -> bool {
        feature.default()
    }

    #[inline(always)]
    fn choice(&self, choice: Choice) -> usize {
        choice.default()
    }

    #[inline(always)]
    fn tunable(&self, tunable: Tunable) -> i32 {
        tunable.spec().default
    }
}

/// Searches as `L` does and counts what happens (see [`Counters`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted<L>(pub L);

impl<L: Lab> Lab for Counted<L> {
    type Stats = Counters;

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

//! The enums of features, choices and tunables.

use crate::features::declarations;

/// One tunable number as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Name, as a UCI option and in SPSA input.
    pub name: &'static str,
    /// Value of the release.
    pub default: i32,
    /// Smallest value that makes sense.
    pub min: i32,
    /// Largest value that makes sense.
    pub max: i32,
    /// Step at which a tuner starts (the `c_end` of SPSA).
    pub step: i32,
}

macro_rules! enums {
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
        /// A heuristic that can be switched.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Feature { $($(#[doc = $feature_doc])* $feature,)* }

        impl Feature {
            /// Every feature in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$feature,)*];

            /// The name on command lines.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$feature => stringify!($feature),)* }
            }

            /// Whether the release uses it.
            #[inline(always)]
            pub const fn default(self) -> bool {
                match self { $(Self::$feature => enums!(@ $state),)* }
            }
        }

        $(
            $(#[doc = $choice_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[repr(u8)]
            pub enum $choice { $($(#[doc = $variant_doc])* $variant,)* }

            impl $choice {
                /// Every value in the order of declaration.
                pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

                /// The name on command lines.
                pub const fn name(self) -> &'static str {
                    match self { $(Self::$variant => stringify!($variant),)* }
                }
            }

        )*

        /// A rule of which several forms can be chosen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Choice { $($(#[doc = $choice_doc])* $choice,)* }

        impl Choice {
            /// Every choice in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$choice,)*];

            /// The name on command lines.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$choice => stringify!($choice),)* }
            }

            /// The names of the forms.
            pub const fn values(self) -> &'static [&'static str] {
                match self { $(Self::$choice => &[$(stringify!($variant),)*],)* }
            }

            /// The index of the release's form among [`Self::values`].
            #[inline(always)]
            pub const fn default(self) -> usize {
                match self { $(Self::$choice => $choice::$usual as usize,)* }
            }
        }

        /// A number that can be tuned.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Tunable { $($(#[doc = $doc])* $name,)* }

        impl Tunable {
            /// Every tunable in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its declaration.
            #[inline(always)]
            pub const fn spec(self) -> Spec {
                match self {
                    $(Self::$name => Spec {
                        name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
                    },)*
                }
            }
        }

        $(const _: () = assert!($min <= $default && $default <= $max);)*
    };
    (@ on) => { true };
    (@ off) => { false };
}

declarations!(enums);

/// The tunables in the format of OpenBench's SPSA input, one line each: name, type, start,
/// minimum, maximum, `c_end`, `r_end`.
pub fn spsa_lines() -> String {
    Tunable::ALL
        .iter()
        .map(|tunable| {
            let Spec { name, default, min, max, step } = tunable.spec();
            format!("{name}, int, {default}.0, {min}.0, {max}.0, {step}.0, 0.002\n")
        })
        .collect()
}

/// All parameters as UCI options, one line each.
pub fn option_lines() -> String {
    let features = Feature::ALL.iter().map(|feature| {
        format!("option name {} type check default {}\n", feature.name(), feature.default())
    });
    let choices = Choice::ALL.iter().map(|choice| {
        let (name, values) = (choice.name(), choice.values());
        let (default, forms) = (values[choice.default()], values.join(" var "));
        format!("option name {name} type combo default {default} var {forms}\n")
    });
    let tunables = Tunable::ALL.iter().map(|tunable| {
        let Spec { name, default, min, max, .. } = tunable.spec();
        format!("option name {name} type spin default {default} min {min} max {max}\n")
    });
    features.chain(choices).chain(tunables).collect()
}

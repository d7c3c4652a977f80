#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod features;
mod lab;
mod masked;
mod names;
pub mod stats;
mod tunables;

pub use lab::{Counted, Lab, LabError, Release};
pub use masked::Masked;
pub use names::{
    Choice, CountermoveIndex, Feature, HistoryWeight, NullForm, QuietMemory, Spec, Tunable,
    option_lines, spsa_lines,
};

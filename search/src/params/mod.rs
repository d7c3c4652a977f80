//! Parameters: every heuristic that can be switched, every rule that has several
//! published forms, and every number that can be tuned, declared once.
//!
//! The search is generic over [`Lab`]. [`Release`] answers with constants, so that the
//! compiler removes what is off and folds the numbers; [`Masked`] reads arrays at run time,
//! for ablation and tuning; [`Counted`] adds statistics to either,
//! [`Sampled`] keeps the late moves that were reduced.

mod features;
mod lab;
mod masked;
pub(crate) mod names;
pub mod stats;
mod tunables;

pub use lab::{Counted, Lab, Release, Sampled};
pub use masked::{LabError, Masked};
pub use names::{
    Choice, CountermoveIndex, Feature, HistoryWeight, NullForm, QuietMemory, Spec, Tunable,
    spsa_lines,
};
pub use stats::ReducedMoves;

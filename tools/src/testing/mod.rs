//! How strong a version is: matches, tuning, ablation and test positions.

pub mod ablate;
pub mod epd;
pub mod histories;
pub mod matches;
pub mod mates;
pub mod play;
pub mod positions;
pub mod tune;

//! How strong a version is: matches, tuning and test positions.

pub mod epd;
pub mod histories;
pub mod linear;
pub mod matches;
pub mod mates;
pub mod play;
pub mod screen;
pub mod step_journal;
pub mod tune;

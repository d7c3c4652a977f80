//! From games to batches of samples.

pub mod batch;
pub mod cache;
pub mod returns;
pub mod sample;
pub mod shuffle;
pub mod stream;
pub mod usable;

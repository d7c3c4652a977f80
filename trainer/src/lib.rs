//! Trains the evaluation network on stored games.
//!
//! Games are turned into shuffled samples once ([`Cache`]); each epoch streams
//! them from disk ([`Samples`]) through threads that own parts of the network
//! ([`Pass`]). [`build`] makes a network file of the result.
#![forbid(unsafe_code)]

mod checkpoint;
mod history;
mod network;
mod pass;
pub mod random;
mod samples;
mod schedule;
pub mod testing;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use history::{Epoch, History};
pub use network::layers::Layers;
pub use network::model::Model;
pub use network::quantise::{Comparison, build};
pub use pass::adam::Pace;
pub use pass::slice::State;
pub use pass::{BatchSource, Losses, Pass, Rates, Target};
pub use samples::batch::Batch;
pub use samples::cache::{Cache, CacheError, Recipe};
pub use samples::sample::Sample;
pub use samples::stream::{Batches, Samples};
pub use samples::usable;
pub use schedule::{Schedule, Shape, Share};

//! The network in floating point, and its way to integers.

pub mod factors;
pub mod layers;
pub mod level;
pub mod model;
pub mod quantise;
pub mod rounding;

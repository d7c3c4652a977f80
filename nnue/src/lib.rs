//! Riposte's evaluation network: 768 inputs, mirrored left to right, one
//! hidden layer seen from both sides, and eight outputs chosen by the number
//! of men.
//!
//! ```text
//! 768 ─► H (side to move)  ─┐ squared clipped ReLU
//!                           ├─────────────────────► 8 buckets, 1 is used
//! 768 ─► H (other side)    ─┘
//! ```
//!
//! [`Network`] holds the weights and reads and writes their file.
//! [`Evaluator`] follows a [`riposte_board::Board`] through make and unmake and
//! computes only what is asked for. [`Kernel`] is the arithmetic, in one
//! version per instruction set; all of them agree bit for bit with
//! [`kernel::Scalar`]. The method is that of Yu Nasu, "Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi" (2018).
#![deny(unsafe_code)]

mod accumulator;
mod any;
mod cache;
mod evaluator;
mod features;
mod file;
#[allow(unsafe_code, reason = "SIMD intrinsics; every block says why it is sound")]
pub mod kernel;
mod network;

pub use any::{AnyEvaluator, AnyNetwork};
pub use evaluator::Evaluator;
pub use features::{BUCKETS, INPUTS, View, bucket};
pub use file::{FileError, Header};
pub use kernel::{Kernel, Native};
pub use network::{
    MAX_SCALE, Network, PRODUCT, ParameterError, Parameters, QA, QB, Row, SCALE, UNIT,
};

/// The network that the crate was built with: the file named by the environment
/// variable `RIPOSTE_EVALFILE` then, otherwise Riposte's own. It is read once and
/// shared.
///
/// # Errors
/// When that file is not a network.
#[cfg(feature = "embedded-net")]
pub fn embedded() -> Result<AnyNetwork, FileError> {
    static NETWORK: once_cell::sync::Lazy<Result<AnyNetwork, FileError>> =
        once_cell::sync::Lazy::new(|| {
            AnyNetwork::from_bytes(include_bytes!(env!("RIPOSTE_EMBEDDED_NETWORK")))
        });
    NETWORK.clone()
}

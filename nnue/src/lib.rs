//! Riposte's evaluation network: an input for every piece on every square in five
//! states (attacked or not, defended or not, by a lesser piece or not), mirrored left to
//! right; one hidden layer seen from both sides; and eight buckets, one of which is chosen by
//! the number of pieces. A bucket is a direct output and, beside it, two small layers
//! ([`Layers`]), which older networks lack.
//!
//! ```text
//! 5 x 768 ─► H (side to move)  ─┐ squared clipped ReLU
//!                               ├──────┬───────────────► 1 ─┐
//! 5 x 768 ─► H (other side)    ─┘      │                    + ─► value
//!                                      └──► 16 ──► 32 ─► 1 ─┘
//!                                  8 buckets, 1 is used
//! ```
//!
//! [`Network`] holds the weights and reads and writes their file.
//! [`Features`] are what a position says to it. [`Evaluator`] follows a line of play and
//! computes only what differs from the positions before. [`Kernel`] is the arithmetic, in one
//! version per instruction set; all of them agree bit for bit with
//! [`kernel::Scalar`]. The method is that of Yu Nasu, "Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi" (2018).
#![deny(unsafe_code)]

mod any;
mod cache;
mod evaluator;
mod features;
mod file;
#[allow(unsafe_code, reason = "SIMD intrinsics; every block says why it is sound")]
pub mod kernel;
mod layers;
mod line;
mod network;

pub use any::{AnyEvaluator, AnyNetwork};
pub use evaluator::{Accumulators, Evaluator};
pub use features::{BUCKETS, Features, INPUTS, Input, PLACES, STATES, View, bucket};
pub use file::FileError;
pub use kernel::{Kernel, Native};
pub use layers::{FIRST, LayerWeights, Layers, SECOND};
pub use network::{
    MAX_SCALE, Network, PRODUCT, ParameterError, Parameters, QA, QB, Row, SCALE, UNIT,
};

/// The network that the crate was built with: the file named by the environment
/// variable `RIPOSTE_EVALFILE` then, otherwise Riposte's own. It is read once and
/// shared. With the feature `passed-net` it is the file that the program has passed to
/// `pass_network`.
///
/// # Errors
/// When that file is not a network.
#[cfg(feature = "embedded-net")]
pub fn embedded() -> Result<AnyNetwork, FileError> {
    #[cfg(not(feature = "passed-net"))]
    let file = || include_bytes!(env!("RIPOSTE_EMBEDDED_NETWORK")).as_slice();
    #[cfg(feature = "passed-net")]
    let file = || PASSED.get().copied().unwrap_or_default();
    static NETWORK: once_cell::sync::OnceCell<Result<AnyNetwork, FileError>> =
        once_cell::sync::OnceCell::new();
    NETWORK.get_or_init(|| AnyNetwork::from_bytes(file())).clone()
}

#[cfg(feature = "passed-net")]
static PASSED: once_cell::sync::OnceCell<&[u8]> = once_cell::sync::OnceCell::new();

/// Makes `file` the network that [`embedded`] reads, for programs that contain several builds
/// of the engine and one network. Later calls change nothing.
#[cfg(feature = "passed-net")]
pub fn pass_network(file: &'static [u8]) {
    PASSED.get_or_init(|| file);
}

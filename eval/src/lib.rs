#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bare_king;
mod depth;
mod drawish;
mod evaluation;
mod evaluator;
mod load;
mod piece_square;
mod piece_square_values;
mod piece_values;
mod score;
mod trace;
mod trace_text;
pub mod wdl;

pub use bare_king::bare_king_value;
pub use depth::{Depth, Ply};
pub use drawish::drawish_value;
pub use evaluation::{Evaluation, NetworkError, material};
pub use evaluator::Evaluator;
pub use load::{LoadError, SaveError};
pub use piece_values::PieceValues;
#[cfg(feature = "passed-net")]
pub use riposte_nnue::pass_network;
pub use score::Score;
pub use trace::{Buckets, EvalTrace};

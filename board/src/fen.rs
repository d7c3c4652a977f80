//! Reading and writing Forsyth-Edwards notation.

mod error;
mod parse;
mod validate;
mod write;

pub use error::{CastlingError, EnPassantError, FenError, Field};

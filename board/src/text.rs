//! Moves as people and programs write them.

use alloc::string::String;

mod error;
mod san;
mod uci;

pub use error::MoveTextError;

/// How much of a wrong text an error repeats.
const MAX_QUOTE: usize = 20;

/// The beginning of a wrong text, for an error.
pub(crate) fn quote(text: &str) -> String {
    text.chars().take(MAX_QUOTE).collect()
}

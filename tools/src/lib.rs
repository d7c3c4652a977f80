//! The part of the tools that the laboratory (`riposte-lab`) shares.
//!
//! The tools themselves are in the program `riposte-tools`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod digest;
pub mod evaluation;
pub mod problems;
pub mod setting;

pub use riposte_trainer::random;

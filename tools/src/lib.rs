//! The part of the tools that others can build on: files of stored games, and what the
//! laboratory (`riposte-lab`) shares with the tools.
//!
//! The tools themselves are in the program `riposte-tools`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod digest;
pub mod evaluation;
pub mod games;
pub mod problems;
pub mod random;
pub mod setting;

//! The part of the tools that others can build on: files of stored games.
//!
//! The tools themselves are in the program `riposte-tools`.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod games;
pub mod random;

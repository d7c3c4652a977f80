//! Everything a user of the crate relies on, in one binary.
mod against_peer;
mod peer;
mod special_moves;
mod values;

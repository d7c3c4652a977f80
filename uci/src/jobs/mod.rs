//! Commands that run on a thread of their own and that `stop` can end.

pub mod bench;
pub mod genfens;
pub mod perft;
mod positions;

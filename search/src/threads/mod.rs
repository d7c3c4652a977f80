//! Threads: the pool, what the threads of one search share, and its output.

pub(crate) mod finish;
pub(crate) mod lockstep;
pub(crate) mod pool;
pub(crate) mod reporter;
pub(crate) mod shared;
pub(crate) mod solo;
pub(crate) mod vote;
pub(crate) mod worker;

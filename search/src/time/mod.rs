//! Time management: budget per move, measured latency, clocks that count nodes.

pub(crate) mod budget;
pub(crate) mod clock;
pub(crate) mod latency;
pub(crate) mod node_clock;

//! The order of moves: one module per system, and how they are combined.

pub(super) mod knowledge;
pub(super) mod order;
pub(super) mod quiet_history;
pub(super) mod refutation;
pub(super) mod replies;

//! Rules that prune a node, prune a move, or change a move's depth.

pub(crate) mod history_rewards;
pub(crate) mod lmr;
pub(crate) mod move_pruning;
pub(crate) mod node_pruning;
pub(crate) mod null_move;
pub(crate) mod probcut;
pub(crate) mod reductions;
pub(crate) mod singular;

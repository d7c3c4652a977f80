//! Endgame tablebases, in the tree and at the root.

pub(crate) mod probe;
pub(crate) mod root;

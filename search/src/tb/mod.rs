//! Endgame tablebases, in the tree and at the root.

pub(crate) mod bounds;
pub(crate) mod probe;
pub(crate) mod prober;
pub(crate) mod root;

//! The tree: iterative deepening, the main search, quiescence, and what they
//! know about a node.

pub(crate) mod alphabeta;
pub(crate) mod iterate;
pub(crate) mod node;
pub(crate) mod qsearch;
pub(crate) mod report;
pub(crate) mod root;
pub(crate) mod search;
pub(crate) mod window;

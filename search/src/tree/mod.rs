//! The tree: iterative deepening, the main search, quiescence, nodes and the stack.

pub(crate) mod alphabeta;
pub(crate) mod iterate;
pub(crate) mod mate_search;
pub(crate) mod moves;
pub(crate) mod node;
pub(crate) mod node_finish;
pub(crate) mod node_setup;
pub(crate) mod qsearch;
pub(crate) mod report;
pub(crate) mod root;
pub(crate) mod search;
pub(crate) mod stack;
pub(crate) mod tt_move;
pub(crate) mod window;

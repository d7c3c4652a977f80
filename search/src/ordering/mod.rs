//! Move ordering: the staged picker and the histories it sorts by.

pub mod history;
pub(crate) mod picker;
pub(crate) mod prior_updates;
pub(crate) mod quiet_groups;
pub(crate) mod quiet_ordering;
pub(crate) mod tt_move;

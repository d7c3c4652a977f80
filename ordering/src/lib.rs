#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod classic;
mod correction;
mod entry;
mod histories;
mod picker;
mod quiet;
mod quiet_groups;
mod quiet_ordering;
mod replies;
mod tables;
#[cfg(test)]
mod testing;
mod update;
mod weights;

pub use classic::CountedHistory;
pub use entry::Entry;
pub use histories::{Histories, MoveContext};
pub use picker::Picker;
pub use replies::{ButterflyMoves, Countermoves, Killers};
pub use tables::{ContHistKeys, PieceTo};
pub use update::{Outcome, SearchedNode};

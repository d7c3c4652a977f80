//! The table as its users see it.
#![cfg(not(loom))]

mod saved;
mod stress;
mod table;

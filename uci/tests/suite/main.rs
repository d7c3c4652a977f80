//! The program as its users see it: the real binary behind pipes.

mod analyse;
mod bad_input;
mod command_line;
mod common;
mod fuzz;
mod games;
mod network;
mod protocol;
mod saved_hash;
mod search_modes;
mod show;
mod syzygy;
#[cfg(unix)]
mod terminal;
mod threads;

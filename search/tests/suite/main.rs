//! What a user of the search relies on, checked from outside.

mod engine;
mod layout;
mod problems;
mod recorder;
mod switches;
mod tablebases;
mod threads;
mod zugzwang;

//! Tablebases that other programs made.

mod common;
mod compare;
mod damage;

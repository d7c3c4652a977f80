//! What a user of the board relies on, checked from outside.

mod bad_fen;
mod checks;
mod draws;
mod fen;
mod games;
mod incremental;
mod keys;
mod legality;
mod lenient_fen;
mod move_text;
mod observer;
mod peers;
mod perft;
mod polyglot;
mod position;
mod repetition;
mod see;

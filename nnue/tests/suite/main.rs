//! Networks and evaluators from outside, with every kernel that this machine has.

mod any;
mod common;
mod file;
mod kernels;
mod layers;
mod lines;

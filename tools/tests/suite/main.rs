//! The tools as their users run them: as programs on files.

mod games;
mod lab;
mod matches;
mod training_loop;
mod tune;

//! The tools as their users run them: as programs on files.

mod games;
mod matches;
mod screen;
mod training_loop;
mod tune;

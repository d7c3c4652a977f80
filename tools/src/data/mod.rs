//! From games to networks: data generation, files of games, the training loop.

pub mod datagen;
pub mod files;
pub mod statistics;
pub mod training_loop;
pub mod wdl;

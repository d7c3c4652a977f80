//! What a user can say about games between two searches.

use std::path::PathBuf;

use clap::Args;
use riposte_board::Board;

use super::adjudicate::Rules;
use super::openings::openings;
use super::opponents::Terms;
use super::{Tables, default_threads};

/// The options of every tool that plays settings against each other.
#[derive(Args, Clone, Debug)]
pub struct Conditions {
    /// Nodes of every search, no more and no less.
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Games played at once, one per thread; the results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = default_threads(),
          value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// File with a FEN or EPD per line to start from; drawn openings if not given.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Decides the openings: the same number, the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Megabytes of each side's transposition table.
    #[arg(long, value_name = "MB", default_value_t = 8)]
    pub hash: usize,
    #[command(flatten)]
    pub evaluation: crate::evaluation::Choice,
    /// The same for both sides.
    #[command(flatten)]
    pub rules: Rules,
}

impl Conditions {
    /// `pairs` openings, and the tables at which the games are played.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with book or network, or what the engines
    /// were refused.
    pub fn prepare(&self, pairs: usize) -> Result<(Vec<Board>, Tables), String> {
        let evaluation = self.evaluation.load()?;
        let starts = openings(self.book.as_deref(), pairs, self.seed, &evaluation)?;
        let terms = Terms { nodes: self.nodes, hash: self.hash, evaluation, rules: self.rules };
        let tables = Tables::new(self.threads, &terms).map_err(|fault| fault.to_string())?;
        Ok((starts, tables))
    }
}

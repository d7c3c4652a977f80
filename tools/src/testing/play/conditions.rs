//! What a user can say about games between two players.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use riposte_search::Evaluation;

use super::adjudicate::Rules;
use super::archive::Archive;
use super::clock::{Pace, TimeControl};
use super::openings::{Book, Openings};
use super::opponents::{Opponents, Terms};
use super::player::{PlayerError, PlayerSpec};
use super::{MatchRunner, default_threads};

/// The options of every tool that lets players play each other.
#[derive(Args, Clone, Debug)]
pub struct Conditions {
    /// Nodes of every search, no more and no less.
    #[arg(long, value_name = "N", default_value_t = 5000, conflicts_with = "clock",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the second player; those of the first if `None`.
    #[arg(skip)]
    other_nodes: Option<u64>,
    /// A clock in place of nodes: `1+0.01` is one second and 10 ms per move, `40/20`
    /// is 20 seconds for every 40 moves.
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,
    /// Milliseconds by which a clock may be exceeded.
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "clock")]
    time_margin: u64,
    /// Nodes that the clock counts as a millisecond, for the built-in engine; games then
    /// repeat however busy the machine is.
    #[arg(long, value_name = "N", requires = "clock")]
    nodes_per_ms: Option<NonZeroU64>,
    /// Milliseconds per move that every player keeps back (`Move Overhead`).
    #[arg(long, value_name = "MS", default_value_t = 10)]
    move_overhead: u64,
    /// Games played at once, one per thread. Results by nodes do not depend on it;
    /// with a clock no more than the machine has cores.
    #[arg(long, value_name = "N", default_value_t = default_threads(),
          value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// File with a FEN or EPD per line to start from; drawn openings if not given.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Draws openings of 16 or 17 moves, of which the engine plays two of three, in place of
    /// eight or nine random ones.
    #[arg(long, conflicts_with = "book")]
    played_openings: bool,
    /// Decides the openings: the same number, the same openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Megabytes of each side's transposition table.
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: usize,
    /// File to which the games are added as training data; for the built-in engine.
    #[arg(long, value_name = "FILE")]
    training_games: Option<PathBuf>,
    /// The same for both sides.
    #[command(flatten)]
    rules: Rules,
}

impl Conditions {
    /// Sets the nodes of the second player; those of the first if `None`.
    pub fn set_other_nodes(&mut self, nodes: Option<u64>) {
        self.other_nodes = nodes;
    }

    /// The players of as many games as are played at once. Drawn openings are fair
    /// by `evaluation`.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with threads or book, or why a player cannot
    /// be made.
    pub fn prepare(
        &self,
        players: [&PlayerSpec; 2],
        evaluation: &Evaluation,
    ) -> Result<MatchRunner, String> {
        if self.pace().is_real_time() && self.threads > default_threads() {
            return Err(format!(
                "with a clock no more games at once than cores: {} threads, {} cores",
                self.threads,
                default_threads()
            ));
        }
        let is_program = |player: &&PlayerSpec| matches!(player, PlayerSpec::Uci(_));
        if self.nodes_per_ms.is_some() && players.iter().any(is_program) {
            return Err("a clock that counts nodes is for the built-in engine only".to_owned());
        }
        let book = self.read_book()?;
        let terms = Terms {
            pace: self.pace(),
            hash: self.hash,
            overhead: Duration::from_millis(self.move_overhead),
            rules: self.rules,
        };
        let opponents = || {
            let openings = match &book {
                Some(book) => Openings::Book(book.clone()),
                None => Openings::drawn(self.seed, evaluation, self.played_openings)?,
            };
            Opponents::new(players, openings, terms)
        };
        let all: Result<_, PlayerError> = (0..self.threads).map(|_| opponents()).collect();
        Ok(MatchRunner::new(all.map_err(|error| error.to_string())?))
    }

    /// Where the games of these `players` are kept for training.
    ///
    /// # Errors
    ///
    /// As for [`Archive::open`].
    pub fn archive(&self, players: [&PlayerSpec; 2]) -> Result<Archive, String> {
        Archive::open(self.training_games.as_deref(), players)
    }

    /// The limit on every move.
    pub fn pace(&self) -> Pace {
        match self.clock {
            Some(control) => Pace::Clock {
                control,
                margin: Duration::from_millis(self.time_margin),
                nodes_per_ms: self.nodes_per_ms,
            },
            None => Pace::Nodes([self.nodes, self.other_nodes.unwrap_or(self.nodes)]),
        }
    }

    /// How many pairs differ: by nodes, the games of a book repeat when it is
    /// through. `None` if there is no end.
    ///
    /// # Errors
    ///
    /// A text that says what is wrong with the book.
    pub fn distinct_pairs(&self) -> Result<Option<u64>, String> {
        let is_repeating = !self.pace().is_real_time();
        Ok(self.read_book()?.filter(|_| is_repeating).map(|book| book.len()))
    }

    /// [`Self::describe`] in one line.
    ///
    /// # Errors
    ///
    /// A text that says why the book cannot be read.
    pub fn line(&self) -> Result<String, String> {
        let parts = self.describe()?.into_iter().map(|(name, value)| format!("{name} {value}"));
        Ok(parts.collect::<Vec<_>>().join(", "))
    }

    /// Everything that decides the games beside the players: names and values.
    ///
    /// # Errors
    ///
    /// A text that says why the book cannot be read.
    pub fn describe(&self) -> Result<Vec<(&'static str, String)>, String> {
        let book = match &self.book {
            Some(path) => crate::digest::file(path)?,
            None if self.played_openings => "drawn, most moves by the engine".to_owned(),
            None => "drawn".to_owned(),
        };
        Ok(vec![
            ("limit", self.pace().to_string()),
            ("move overhead", format!("{} ms", self.move_overhead)),
            ("hash", format!("{} MB", self.hash)),
            ("openings", format!("{book}, seed {}", self.seed)),
            ("win score", self.rules.win_score.to_string()),
            ("draw score", self.rules.draw_score.to_string()),
        ])
    }

    fn read_book(&self) -> Result<Option<Book>, String> {
        self.book.as_ref().map(|path| Book::read(path, self.seed)).transpose()
    }
}

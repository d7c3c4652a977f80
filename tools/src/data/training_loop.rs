//! Generation after generation of networks, each from games of the best one so far.
//!
//! A generation has four steps: games by the best network, training on the newest generations
//! of games, from nothing or from the checkpoint of the best network, the yardstick, and a
//! match against the best network that decides about promotion. Each step is a command of this program in a process of its
//! own, which frees all memory at its end and goes on by itself where it was stopped:
//! games are continued by their number, training at the last epoch, matches at the last
//! pair. `state.txt` in the folder says which step is next.

mod log;
mod plot;
mod state;
mod step;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use self::log::{Entry, MatchResult, read_errors};
use self::state::{Stage, State};
use self::step::{End, Step};
use crate::signals::{self, Urgency};
use riposte_games::{self, EXTENSION};

/// Options of `riposte-tools loop`. They may change between two runs in one folder.
#[derive(Args)]
pub struct Options {
    /// Folder of the generations, their log and its picture.
    folder: PathBuf,
    /// Network that makes the first games and is to be beaten [default: the one that is
    /// built in].
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Ends after this generation.
    #[arg(long, value_name = "N")]
    generations: Option<u32>,
    /// Games of a generation.
    #[arg(long, value_name = "N", required_unless_present = "time")]
    games: Option<u64>,
    /// Time for the games of a generation, such as 45m, if it ends before.
    #[arg(long, value_name = "TIME", value_parser = crate::duration)]
    time: Option<Duration>,
    /// Trains on the games of so many of the newest generations.
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..))]
    newest: u32,
    /// EPD files for the yardstick; without them it is left out.
    #[arg(long, value_name = "FILE")]
    yardstick: Vec<PathBuf>,
    /// Nodes of the yardstick's searches.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    yardstick_nodes: u64,
    /// Seed of the first games; every generation has its own.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Checkpoint of the first network: every training goes on from that of the best network
    /// [default: every training starts from nothing].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Further arguments of `datagen`, in one text.
    #[arg(long, value_name = "ARGUMENTS", default_value = "", allow_hyphen_values = true)]
    datagen: String,
    /// Further arguments of `train`.
    #[arg(
        long,
        value_name = "ARGUMENTS",
        default_value = "--epochs 10",
        allow_hyphen_values = true
    )]
    train: String,
    /// Further arguments of `match`, with player A the new network.
    #[arg(
        long,
        value_name = "ARGUMENTS",
        default_value = "--sprt 0:4 --games 4000",
        allow_hyphen_values = true
    )]
    r#match: String,
}

/// Works until the last generation or until the user wants to end.
///
/// # Errors
///
/// A text that names the step that failed or the file that cannot be used.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.folder)?;
    let urgency = signals::listen()?;
    let mut state = State::load(&options.folder)?;
    while options.generations.is_none_or(|last| state.generation <= last) {
        let generation = Generation { options, state: &state, urgency: &urgency };
        eprintln!("generation {}: {}", state.generation, state.stage.name());
        let Some(next) = generation.next()? else {
            eprintln!("stopped; the same command goes on from here");
            return Ok(());
        };
        next.save(&options.folder)?;
        state = next;
    }
    Ok(())
}

/// One step of one generation.
struct Generation<'a> {
    options: &'a Options,
    state: &'a State,
    urgency: &'a Urgency,
}

impl Generation<'_> {
    /// Does the step that is next; the state after it, or `None` if the user wants to
    /// end before.
    fn next(&self) -> Result<Option<State>, Box<dyn Error>> {
        fs::create_dir_all(self.folder(self.state.generation))?;
        let end = match self.state.stage {
            Stage::Games => self.games()?,
            Stage::Training => self.training()?,
            Stage::Yardstick => self.yardstick()?,
            Stage::Match => return self.match_best(),
        };
        Ok((end == End::Done).then(|| self.state.after_stage()))
    }

    fn folder(&self, generation: u32) -> PathBuf {
        self.options.folder.join(format!("generation-{generation:03}"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder(self.state.generation).join(name)
    }

    fn games_of(&self, generation: u32) -> PathBuf {
        self.folder(generation).join("games").with_extension(EXTENSION)
    }

    /// The best network; `None` for the one that is built in.
    fn best(&self) -> Option<PathBuf> {
        match self.state.best {
            0 => self.options.network.clone(),
            best => Some(self.folder(best).join("network.nnue")),
        }
    }

    /// Where training goes on from; `None` if it starts from nothing.
    fn checkpoint(&self) -> Option<PathBuf> {
        let first = self.options.from.clone()?;
        Some(match self.state.best {
            0 => first,
            best => checkpoint_in(&self.folder(best)),
        })
    }

    fn games(&self) -> Result<End, Box<dyn Error>> {
        let seed = self.options.seed.wrapping_add(self.state.generation.into());
        let mut step = Step::new("datagen", &self.options.datagen)
            .file("--out", &self.games_of(self.state.generation))
            .value("--seed", seed);
        if let Some(games) = self.options.games {
            step = step.value("--games", games);
        }
        if let Some(best) = self.best() {
            step = step.file("--network", &best);
        }
        step.run_for(&self.file("games.txt"), self.options.time, self.urgency)
    }

    fn training(&self) -> Result<End, Box<dyn Error>> {
        let folder = self.file("training");
        let first = self.state.generation.saturating_sub(self.options.newest - 1).max(1);
        let mut step = Step::new("train", &self.options.train).file("--output", &folder);
        if let Some(checkpoint) = self.checkpoint() {
            step = step.file("--from", &checkpoint);
        }
        if checkpoint_in(&self.folder(self.state.generation)).exists() {
            step = step.flag("--resume");
        }
        for generation in (first..=self.state.generation).rev() {
            step = step.path(&self.games_of(generation));
        }
        let end = step.run(&self.file("training.txt"), self.urgency)?;
        if end == End::Done {
            fs::copy(folder.join("network.nnue"), self.file("network.nnue"))?;
            // The samples are many times as large as the games and quickly made again.
            let _ = fs::remove_dir_all(folder.join("samples"));
        }
        Ok(end)
    }

    fn yardstick(&self) -> Result<End, Box<dyn Error>> {
        if self.options.yardstick.is_empty() {
            return Ok(End::Done);
        }
        let mut step = Step::new("yardstick", "")
            .file("--network", &self.file("network.nnue"))
            .value("--nodes", self.options.yardstick_nodes);
        for file in &self.options.yardstick {
            step = step.path(file);
        }
        step.run(&self.file("yardstick.txt"), self.urgency)
    }

    /// The match against the best network, and what follows from it.
    fn match_best(&self) -> Result<Option<State>, Box<dyn Error>> {
        let report = self.file("match.txt");
        let mut step = Step::new("match", &self.options.r#match)
            .file("--network-a", &self.file("network.nnue"))
            .file("--journal", &self.file("match.csv"));
        if let Some(best) = self.best() {
            step = step.file("--network-b", &best);
        }
        if step.run(&report, self.urgency)? == End::Stopped {
            return Ok(None);
        }
        let result = MatchResult::read(&report)?;
        let [games, positions] = riposte_games::count(&self.games_of(self.state.generation))?;
        let entry = Entry {
            generation: self.state.generation,
            best: self.state.best,
            games,
            positions,
            errors: self.errors()?,
            result,
        };
        let entries = entry.append(&self.options.folder)?;
        plot::draw(&entries, &self.options.folder.join("progress.svg"))?;
        eprintln!("{entry}");
        Ok(Some(self.state.after_match(entry.result.is_promoted)))
    }

    /// What the yardstick has printed, if there is one.
    fn errors(&self) -> Result<Vec<f64>, Box<dyn Error>> {
        let path = self.file("yardstick.txt");
        if path.exists() { Ok(read_errors(&read(&path)?)) } else { Ok(Vec::new()) }
    }
}

/// The checkpoint that `train` leaves in the folder of a generation.
fn checkpoint_in(generation: &Path) -> PathBuf {
    generation.join("training").join("training.checkpoint")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

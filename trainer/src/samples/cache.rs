//! Turns games into shuffled samples, once.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use riposte_games::{Chunks, Game, ReadError, is_truncation, read_in_parallel};
use thiserror::Error;

use crate::random::Random;
use crate::samples::returns::{is_labelled, lambda_returns};
use crate::samples::sample::Sample;
use crate::samples::shuffle::Shuffler;
use crate::samples::stream::Samples;
use crate::samples::usable::{Unfit, unfit};

/// Version of the samples and of what is done to games to get them.
const VERSION: u32 = 3;

/// Random streams; see [`Random::stream`].
const SPLIT_STREAM: u64 = 1 << 40;
const TRAINING_STREAM: u64 = SPLIT_STREAM + 1;
const VALIDATION_STREAM: u64 = SPLIT_STREAM + 2;

/// A position decides nothing about agreement with the result below this.
const CLEAR_SCORE: i16 = 100;

/// Why there are no samples.
#[derive(Debug, Error)]
pub enum CacheError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file holds something that is no game.
    #[error("{}: {source}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: ReadError,
    },
    /// Clear scores do not go with results.
    #[error(
        "scores and results of the games contradict each other: the side with the clear advantage \
         won only {0:.1} % of the decided games"
    )]
    Contradiction(f64),
    /// Too few games, or too small a share, or only unfit positions.
    #[error("no positions are left for {0}")]
    Empty(&'static str),
}

/// What the samples are made from.
pub struct Recipe<'a> {
    /// Files of games.
    pub sources: &'a [PathBuf],
    /// Decides which games are held out and how samples are shuffled.
    pub seed: u64,
    /// Share of games held out.
    pub validation_share: f64,
    /// Bytes that shuffling may use.
    pub memory: u64,
    /// λ of the λ-returns (Sutton 1988): the own score counts `1 - λ`, the one `k` plies
    /// later `(1 - λ)λᵏ`, and the result of the game takes what is left.
    pub lambda: f64,
    /// Scores are mixed as expected results; that of so many centipawns is `1/(1+1/e)`.
    pub scale: f64,
    /// Threads that decode games; the samples do not depend on them.
    pub threads: usize,
}

impl Recipe<'_> {
    /// A text that differs when the samples would.
    fn describe(&self) -> io::Result<String> {
        let mut text =
            format!("version {VERSION}\nseed {}\nheld out {}\n", self.seed, self.validation_share);
        // Writing to a string cannot fail.
        if self.lambda > 0.0 {
            let _ = writeln!(text, "lambda {} at scale {}", self.lambda, self.scale);
        }
        for path in self.sources {
            let data = path.metadata()?;
            let time = data.modified()?.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
            let _ = writeln!(text, "games {}, {} bytes of time {time}", path.display(), data.len());
        }
        Ok(text)
    }
}

/// Samples on disk.
pub struct Cache {
    /// To learn from.
    pub training: Samples,
    /// From other games, to measure with.
    pub validation: Samples,
    /// What was found in the games, as text for people.
    pub description: String,
}

impl Cache {
    /// The samples of `recipe` in `folder`, made anew unless they are there. While they are
    /// made, `progress` gets the bytes of the games that were read and those of all.
    ///
    /// # Errors
    /// See [`CacheError`].
    pub fn prepare(
        folder: &Path,
        recipe: &Recipe<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, CacheError> {
        let io_error = |path: &Path| {
            let path = path.to_owned();
            move |source| CacheError::Io { path, source }
        };
        fs::create_dir_all(folder).map_err(io_error(folder))?;
        let paths = ["training.samples", "validation.samples"].map(|name| folder.join(name));
        let note = folder.join("samples.txt");
        let wanted = recipe.describe().map_err(io_error(&recipe.sources[0]))?;
        // The note is written last, so a cache with a note is complete.
        let found = fs::read_to_string(&note).ok();
        let description =
            match found.and_then(|found| found.strip_prefix(&wanted).map(str::to_owned)) {
                Some(description) => description,
                None => {
                    let _ = fs::remove_file(&note);
                    let statistics = convert(recipe, &paths, progress)?;
                    let description = statistics.describe();
                    fs::write(&note, format!("{wanted}{description}")).map_err(io_error(&note))?;
                    description
                }
            };
        let open = |path: &Path| Samples::open(path).map_err(io_error(path));
        let cache = Self { training: open(&paths[0])?, validation: open(&paths[1])?, description };
        for (samples, what) in [(&cache.training, "training"), (&cache.validation, "validation")] {
            if samples.count() == 0 {
                return Err(CacheError::Empty(what));
            }
        }
        Ok(cache)
    }
}

/// What was found in the games.
#[derive(Default)]
struct Statistics {
    games: [u64; 3],
    held_out: u64,
    cut_off: u64,
    positions: u64,
    used: u64,
    unfit: [u64; Unfit::ALL.len()],
    /// Positions with a clear score in decided games, and those of them where
    /// the score points to the winner.
    clear: u64,
    agreeing: u64,
}

impl Statistics {
    fn agreement(&self) -> f64 {
        100.0 * self.agreeing as f64 / self.clear.max(1) as f64
    }

    fn describe(&self) -> String {
        let [black, draws, white] = self.games;
        let mut text = format!(
            "{} games ({white} won by white, {draws} drawn, {black} won by black), \
             {} of them held out\n{} positions: {} used",
            white + draws + black,
            self.held_out,
            self.positions,
            self.used
        );
        for (reason, count) in Unfit::ALL.into_iter().zip(self.unfit) {
            let _ = write!(text, ", {count} {}", reason.name());
        }
        let _ = write!(
            text,
            "\nof {} used positions with a clear score in decided games, {:.1} % went to the side \
             with the better score\n",
            self.clear,
            self.agreement()
        );
        if self.cut_off > 0 {
            let _ = writeln!(text, "{} files ended in the middle of a game", self.cut_off);
        }
        text
    }
}

fn convert(
    recipe: &Recipe<'_>,
    paths: &[PathBuf; 2],
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Statistics, CacheError> {
    let sizes = recipe.sources.iter().map(|path| {
        let size = path.metadata().map(|data| data.len());
        size.map_err(|source| CacheError::Io { path: path.clone(), source })
    });
    let size = sizes.sum::<Result<u64, _>>()?;
    // At most one sample for each move. A file that games are still being added to cannot
    // be counted; a move takes more than a byte in every format.
    let most = recipe.sources.iter().map(|path| {
        let size = path.metadata().map_or(0, |data| data.len());
        riposte_games::count(path).map_or(size, |[_, positions]| positions)
    });
    let expected = most.sum::<u64>() * Sample::SIZE as u64;
    let shuffler = |path: &PathBuf, share: f64, stream| {
        let expected = (expected as f64 * share) as u64;
        Shuffler::new(path, expected, recipe.memory, Random::stream(recipe.seed, stream))
            .map_err(|source| CacheError::Io { path: path.clone(), source })
    };
    let share = recipe.validation_share;
    let mut conversion = Conversion {
        split: Random::stream(recipe.seed, SPLIT_STREAM),
        validation_share: share,
        lambda: recipe.lambda,
        scale: recipe.scale,
        training: shuffler(&paths[0], 1.0 - share, TRAINING_STREAM)?,
        validation: shuffler(&paths[1], share, VALIDATION_STREAM)?,
        statistics: Statistics::default(),
    };

    let mut before = 0;
    for path in recipe.sources {
        let mut reached = |offset| progress(before + offset, size);
        read_games(path, recipe.threads, &mut reached, |game| conversion.add(game))?;
        before += path.metadata().map_or(0, |data| data.len());
    }

    let statistics = conversion.statistics;
    if statistics.clear > 1000 && statistics.agreement() < 50.0 {
        return Err(CacheError::Contradiction(statistics.agreement()));
    }
    for (shuffler, path) in [(conversion.training, &paths[0]), (conversion.validation, &paths[1])] {
        shuffler.finish().map_err(|source| CacheError::Io { path: path.clone(), source })?;
    }
    Ok(statistics)
}

/// Hands every game of a file to `visit`, which says whether the file was cut
/// off in the last one: that happens when games are still being added to it.
fn read_games(
    path: &Path,
    threads: usize,
    reached: &mut dyn FnMut(u64),
    mut visit: impl FnMut(Option<&Game>) -> io::Result<()>,
) -> Result<(), CacheError> {
    let io_error = |source| CacheError::Io { path: path.to_owned(), source };
    let visit_all = |chunks: Chunks| {
        for chunk in chunks {
            match chunk {
                Ok(chunk) => {
                    chunk.games.iter().try_for_each(|game| visit(Some(game))).map_err(io_error)?;
                    reached(chunk.offset);
                }
                Err(error) if is_truncation(&error) => visit(None).map_err(io_error)?,
                Err(source) => return Err(CacheError::Game { path: path.to_owned(), source }),
            }
        }
        Ok(())
    };
    read_in_parallel(path, threads, visit_all).map_err(io_error)?
}

struct Conversion {
    split: Random,
    validation_share: f64,
    lambda: f64,
    scale: f64,
    training: Shuffler,
    validation: Shuffler,
    statistics: Statistics,
}

impl Conversion {
    /// Adds the usable positions of a game; `None` is one that was cut off.
    fn add(&mut self, game: Option<&Game>) -> io::Result<()> {
        let statistics = &mut self.statistics;
        let Some(game) = game else {
            statistics.cut_off += 1;
            return Ok(());
        };
        statistics.games[game.outcome as usize] += 1;
        let held_out = self.split.chance(self.validation_share);
        statistics.held_out += u64::from(held_out);
        let shuffler = if held_out { &mut self.validation } else { &mut self.training };

        let result = game.outcome.sign();
        let counting = (!is_labelled(game)).then_some(result);
        let mut outcome = Ok(());
        let mut returns = lambda_returns(game, self.lambda, self.scale).into_iter();
        game.replay(|board, played| {
            let target = returns.next().unwrap_or(played.score);
            statistics.positions += 1;
            if let Some(reason) = unfit(board, played) {
                statistics.unfit[reason as usize] += 1;
                return;
            }
            statistics.used += 1;
            if result != 0 && played.score.abs() >= CLEAR_SCORE {
                statistics.clear += 1;
                statistics.agreeing += u64::from(i32::from(played.score.signum()) == result);
            }
            if outcome.is_ok() {
                outcome = shuffler.push(Sample::new(board, target, counting));
            }
        });
        outcome
    }
}

#[cfg(test)]
mod tests;

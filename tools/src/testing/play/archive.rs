//! Games of matches as training data.

use std::path::Path;

use riposte_games::{AppendError, Appender, Game};

use super::player::PlayerSpec;

/// A file of games for training, if the user wants one.
pub struct Archive(Option<Appender>);

impl Archive {
    /// Goes on with the file at `path`, or begins it.
    ///
    /// # Errors
    ///
    /// A text that says that one of the `players` is a program, whose scores are no training
    /// data, or why the file cannot be continued.
    pub fn open(path: Option<&Path>, players: [&PlayerSpec; 2]) -> Result<Self, String> {
        let Some(path) = path else { return Ok(Self(None)) };
        if players.iter().any(|player| matches!(player, PlayerSpec::Uci(_))) {
            return Err("--training-games is for games of the built-in engine only".to_owned());
        }
        let (file, _) = Appender::open(path).map_err(|error| error.to_string())?;
        Ok(Self(Some(file)))
    }

    /// Adds games that have counted.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn push(&mut self, games: impl IntoIterator<Item = Game>) -> Result<(), AppendError> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        games.into_iter().try_for_each(|game| file.push(&game))?;
        file.flush()
    }

    /// Writes what still waits in memory.
    ///
    /// # Errors
    ///
    /// As for [`Self::push`].
    pub fn finish(&mut self) -> Result<(), AppendError> {
        self.0.as_mut().map_or(Ok(()), Appender::sync)
    }
}

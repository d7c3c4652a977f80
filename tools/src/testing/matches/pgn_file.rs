//! The games of a match as PGN.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::play::{Pace, Pair};

/// A file to which games are added, one pair at a time.
pub struct PgnFile {
    path: PathBuf,
    file: File,
    names: [String; 2],
    pace: Pace,
}

impl PgnFile {
    /// Goes on with the file at `path`, or begins it, for games of two players with these
    /// names.
    ///
    /// # Errors
    ///
    /// A text with the path and what the system says.
    pub fn open(path: &Path, names: [String; 2], pace: Pace) -> Result<Self, String> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path: path.to_owned(), file, names, pace })
    }

    /// Adds the games of pair `number`, counted from 1: rounds `number.1` and `number.2`.
    ///
    /// # Errors
    ///
    /// As for [`Self::open`].
    pub fn push(&mut self, number: u64, pair: Pair) -> Result<(), String> {
        let [a, b] = &self.names;
        let mut text = String::new();
        for (game, (place, white, black)) in pair.games.into_iter().zip([(1, a, b), (2, b, a)]) {
            let mut game = game;
            game.set_tag("Event", self.pace.to_string());
            game.set_tag("Round", format!("{number}.{place}"));
            game.set_tag("White", white);
            game.set_tag("Black", black);
            if let Pace::Clock { control, .. } = self.pace {
                game.set_tag("TimeControl", control.to_string());
            }
            text += &game.to_string();
        }
        // At once, so that an interruption leaves no half of a pair.
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

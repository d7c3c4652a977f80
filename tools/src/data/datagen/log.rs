//! What made the games of a file, for later training.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::play::Recipe;

/// The log beside a file of games: its name with `.log` added.
pub fn path(games: &Path) -> PathBuf {
    let mut path = games.as_os_str().to_owned();
    path.push(".log");
    path.into()
}

/// Notes that the games from number `first` on are played by `recipe`.
///
/// # Errors
///
/// When the log cannot be written.
pub fn append(games: &Path, recipe: &Recipe, first: u64) -> io::Result<()> {
    let path = path(games);
    let failed = |error| io::Error::other(format!("{}: {error}", path.display()));
    let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
    writeln!(
        file,
        "games from {first}: riposte-tools {}, seed {}, nodes {}, unfit-nodes {}, hash {}, \
         frc-share {}, opening-score {}, opening-nodes {}, played-openings {}, starts {}, win-score {}, draw-score {}, play-out {}, label-nodes {}, label-share {}, {}",
        env!("CARGO_PKG_VERSION"),
        recipe.seed,
        recipe.nodes,
        recipe.unfit_nodes,
        recipe.hash,
        recipe.chess960_share,
        recipe.balance.opening_score,
        recipe.balance.opening_nodes,
        recipe.played_share,
        recipe.starts.as_ref().map_or("drawn".to_owned(), ToString::to_string),
        recipe.rules.win_score,
        recipe.rules.draw_score,
        recipe.play_out,
        recipe.labels.label_nodes.unwrap_or(0),
        recipe.labels.label_share,
        recipe.evaluation,
    )
    .map_err(failed)
}

//! Statistics of games, and games as text.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use riposte_games::Game;
use riposte_notation::pgn::{self, WrittenMove};

use super::source::Source;
use super::{DataError, Files};
use crate::statistics::Statistics;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    files: Files,
    /// Prints so many games as PGN before the statistics, with white's scores
    /// as comments.
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: u64,
    /// Number of the first game to print, counted from 0 over all files.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    from: u64,
}

/// Prints games and statistics.
///
/// # Errors
///
/// When a file is damaged, or the output cannot be written.
pub fn run(options: &Options) -> Result<(), DataError> {
    let mut statistics = Statistics::default();
    let printed = options.from..options.from.saturating_add(options.games);
    Source::new(&options.files.files)?.each(|_, game| {
        let number = statistics.games();
        if printed.contains(&number) {
            emit(&to_pgn(game, number))?;
        }
        statistics.add(game);
        Ok(())
    })?;
    emit(&statistics)
}

/// Prints to standard output, which may be closed: `print` would panic.
fn emit(text: &impl Display) -> Result<(), DataError> {
    write!(io::stdout(), "{text}").map_err(DataError::Print)
}

/// The game as PGN, with White's scores as comments.
fn to_pgn(game: &Game, number: u64) -> pgn::Game {
    let mut written = pgn::Game::default();
    for (name, value) in [
        ("Event", "self-play"),
        ("Round", &number.to_string()),
        ("Result", game.outcome.name()),
        ("Variant", "Chess960"),
        ("SetUp", "1"),
        ("FEN", &game.start.shredder_fen()),
        ("Termination", game.ending.name()),
    ] {
        written.set_tag(name, value);
    }
    game.replay(|board, played| {
        let comments = played.scored().map(|score| format!("{score:+}")).into_iter().collect();
        let mv = WrittenMove { comments, ..WrittenMove::new(board.san(played.mv).to_string()) };
        written.line.moves.push(mv);
    });
    written
}

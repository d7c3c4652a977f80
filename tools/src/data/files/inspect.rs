//! Statistics of games, and games as text.

use std::fmt::Write;

use clap::Args;

use super::source::Source;
use super::{DataError, Files};
use crate::games::Game;
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
/// When a file is damaged.
pub fn run(options: &Options) -> Result<(), DataError> {
    let mut statistics = Statistics::default();
    let printed = options.from..options.from.saturating_add(options.games);
    Source::new(&options.files.files)?.each(|_, game| {
        let number = statistics.games();
        if printed.contains(&number) {
            println!("{}", pgn(game, number));
        }
        statistics.add(game);
        Ok(())
    })?;
    print!("{statistics}");
    Ok(())
}

/// The game as PGN.
fn pgn(game: &Game, number: u64) -> String {
    let mut text = format!(
        "[Event \"self-play\"]\n[Round \"{number}\"]\n[Result \"{result}\"]\n\
         [Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Termination \"{ending}\"]\n\n",
        result = game.outcome.name(),
        fen = game.start.shredder_fen(),
        ending = game.ending.name(),
    );
    let mut column = 0;
    let mut is_first = true;
    game.replay(|board, played| {
        let mut word = String::new();
        if board.side() == riposte_movegen::Color::White {
            push(&mut word, format_args!("{}. ", board.fullmove_number()));
        } else if is_first {
            push(&mut word, format_args!("{}... ", board.fullmove_number()));
        }
        is_first = false;
        push(&mut word, format_args!("{} {{{:+}}}", board.san(played.mv), played.score));
        separate(&mut text, &mut column, word.len());
        text.push_str(&word);
    });
    separate(&mut text, &mut column, game.outcome.name().len());
    text.push_str(game.outcome.name());
    text.push('\n');
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}

/// A space, or the end of the line where PGN wants it.
fn separate(text: &mut String, column: &mut usize, width: usize) {
    if *column > 0 {
        let fits = *column + 1 + width <= 79;
        text.push(if fits { ' ' } else { '\n' });
        *column = if fits { *column + 1 } else { 0 };
    }
    *column += width;
}

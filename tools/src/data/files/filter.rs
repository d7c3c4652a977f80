//! Which positions of a set of games are fit for training.

use clap::Args;

use super::source::Source;
use super::{DataError, Files};
use crate::games::{Game, NewFile};
use crate::statistics::percent;
use crate::usable::{Unfit, unfit};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    files: Files,
    /// Writes the games that have enough usable positions to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<std::path::PathBuf>,
    /// Replaces the file if it exists.
    #[arg(long)]
    force: bool,
    /// Usable positions that a game needs to be written.
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u64,
}

#[derive(Default)]
struct Counts {
    usable: u64,
    unfit: [u64; Unfit::ALL.len()],
}

impl Counts {
    fn of(game: &Game) -> Self {
        let mut counts = Self::default();
        game.replay(|board, played| match unfit(board, played) {
            None => counts.usable += 1,
            Some(reason) => counts.unfit[reason as usize] += 1,
        });
        counts
    }

    fn add(&mut self, other: &Self) {
        self.usable += other.usable;
        for (sum, count) in self.unfit.iter_mut().zip(other.unfit) {
            *sum += count;
        }
    }
}

/// Counts usable positions and writes the games that have enough.
///
/// # Errors
///
/// When a file is damaged or the result cannot be written.
pub fn run(options: &Options) -> Result<(), DataError> {
    let mut output = match &options.out {
        Some(path) => Some(NewFile::create(path, options.force)?),
        None => None,
    };
    let mut total = Counts::default();
    let (mut games, mut kept) = (0_u64, 0_u64);
    Source::new(&options.files.files)?.each(|bytes, game| {
        let counts = Counts::of(game);
        total.add(&counts);
        games += 1;
        if counts.usable >= options.least {
            kept += 1;
            output.as_mut().map_or(Ok(()), |output| output.write(bytes))?;
        }
        Ok(())
    })?;
    if let Some(output) = output {
        output.complete()?;
    }
    print(&total, games, kept, options.least);
    Ok(())
}

fn print(total: &Counts, games: u64, kept: u64, least: u64) {
    let positions = total.usable + total.unfit.iter().sum::<u64>();
    println!("{games} games, {positions} positions");
    println!("  {:<28} {:>12} {:>8}", "usable", total.usable, percent(total.usable, positions));
    for reason in Unfit::ALL {
        let count = total.unfit[reason as usize];
        println!("  {:<28} {count:>12} {:>8}", reason.name(), percent(count, positions));
    }
    println!("games with at least {least} usable: {kept} ({})", percent(kept, games));
}

//! What settings of the search are worth in games: each plays the release, or
//! whatever else it is set against, from openings in pairs.
//!
//! Both sides think for a number of nodes, so that no clock and no other work on
//! the machine decides a game, and every game comes out the same again. What a
//! heuristic costs in time is not seen: for that play with a clock, under a match
//! runner, with a build that has the feature `tuning`.

mod openings;
mod opponents;
mod tally;

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use riposte_board::Board;

use self::opponents::{Opponents, Terms};
use self::tally::Tally;
use crate::play::adjudicate::Rules;
use crate::play::default_threads;
use crate::setting::Setting;
use crate::signals::{self, Urgency};

/// What `riposte-tools duel` is told.
#[derive(Args)]
pub struct Options {
    /// Settings to play, such as `NullMove=off`, `Futility=off+Razoring=off` or
    /// `AspirationDelta=20`, one after the other.
    #[arg(required = true, value_name = "SETTING")]
    settings: Vec<String>,
    /// What they play against; the release if not given.
    #[arg(long, value_name = "SETTING")]
    against: Option<String>,
    /// Games of each setting; an odd number is made even.
    #[arg(long, value_name = "N", default_value_t = 400,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Nodes after which a search starts no further iteration.
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games played at once, one per thread.
    #[arg(long, value_name = "N", default_value_t = default_threads(),
          value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// File with a FEN or EPD per line to start from; drawn openings if not given.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Decides the openings: the same number, the same games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Megabytes of each side's transposition table.
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: usize,
    #[command(flatten)]
    evaluation: crate::evaluation::Choice,
    /// The same for both sides.
    #[command(flatten)]
    rules: Rules,
}

/// Plays the settings and prints a line of a table for each as soon as its games
/// are over.
///
/// # Errors
///
/// A text that says which setting or position cannot be read, or what the
/// engines were refused.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let settings: Vec<Setting> =
        options.settings.iter().map(|text| Setting::parse(text)).collect::<Result<_, _>>()?;
    let other = options.against.as_deref().map_or(Ok(Setting::RELEASE), Setting::parse)?;
    // Faults are told before the first game.
    for setting in settings.iter().chain([&other]) {
        setting.lab()?;
    }
    let evaluation = options.evaluation.load()?;
    let pairs = usize::try_from(options.games.div_ceil(2))?;
    let starts = openings::openings(options.book.as_deref(), pairs, options.seed, &evaluation)?;
    let terms =
        Terms { nodes: options.nodes, hash: options.hash, evaluation, rules: options.rules };
    let mut tables = (0..options.threads)
        .map(|_| Opponents::new(terms.clone()))
        .collect::<Result<Vec<_>, _>>()?;
    let urgency = signals::listen()?;
    println!("| setting | against | nodes | games | won, drawn, lost | Elo |");
    println!("|---|---|---:|---:|---|---:|");
    for setting in &settings {
        let tally = play(setting, &other, &starts, &mut tables, &urgency)?;
        println!("{}", row(setting, &other, options.nodes, &tally));
        if urgency.load(Ordering::Relaxed) > 0 {
            break;
        }
    }
    Ok(())
}

/// Plays all pairs of one setting, or as many as the user has patience for.
fn play(
    setting: &Setting,
    other: &Setting,
    starts: &[Board],
    tables: &mut [Opponents],
    urgency: &Urgency,
) -> Result<Tally, String> {
    let (lab, other_lab) = (setting.lab()?, other.lab()?);
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally::default());
    let bar = progress(setting, starts.len());
    thread::scope(|scope| {
        for table in tables {
            table.set_labs(lab.clone(), other_lab.clone());
            scope.spawn(|| {
                while urgency.load(Ordering::Relaxed) == 0 {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(start) = starts.get(index) else { return };
                    let quit = || urgency.load(Ordering::Relaxed) > 1;
                    let Some(pair) = table.pair(start, quit) else { return };
                    let mut total = total.lock();
                    total.add(pair);
                    bar.set_message(elo(&total));
                    bar.inc(2);
                }
            });
        }
    });
    bar.finish_and_clear();
    Ok(total.into_inner())
}

fn progress(setting: &Setting, pairs: usize) -> ProgressBar {
    let bar = ProgressBar::new(2 * pairs as u64).with_prefix(setting.name());
    let style = ProgressStyle::with_template("{prefix} {bar:24} {pos}/{len} {msg}, {eta} left");
    // The template is constant and right; were it not, the plain style does.
    bar.with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

fn row(setting: &Setting, other: &Setting, nodes: u64, tally: &Tally) -> String {
    let [won, drawn, lost] = tally.won_drawn_lost();
    format!(
        "| {} | {} | {nodes} | {} | {won}, {drawn}, {lost} | {} |",
        setting.name(),
        other.name(),
        tally.games(),
        elo(tally),
    )
}

fn elo(tally: &Tally) -> String {
    tally
        .elo()
        .map_or_else(|| "-".to_owned(), |elo| format!("{:+.0} ± {:.0}", elo.difference, elo.error))
}

#[cfg(test)]
mod tests {
    use riposte_search::Evaluation;

    use super::*;

    fn tally_of(threads: usize) -> Tally {
        let terms = Terms {
            nodes: 60,
            hash: 1,
            evaluation: Evaluation::PieceSquare,
            rules: Rules { win_score: 1000, draw_score: 8 },
        };
        let starts = openings::openings(None, 3, 7, &terms.evaluation).unwrap();
        let mut tables: Vec<_> =
            (0..threads).map(|_| Opponents::new(terms.clone()).unwrap()).collect();
        let setting = Setting::parse("StandPat=off").unwrap();
        play(&setting, &Setting::RELEASE, &starts, &mut tables, &Urgency::default()).unwrap()
    }

    #[test]
    fn games_do_not_depend_on_the_number_of_threads() {
        let tally = tally_of(1);
        assert_eq!(tally.games(), 6);
        assert_eq!(tally_of(3), tally);
    }
}

//! What settings of the search are worth in games: each plays the release, or
//! whatever else it is set against, from openings in pairs.
//!
//! Both sides think for a number of nodes, so that no clock and no other work on
//! the machine decides a game, and every game comes out the same again. What a
//! heuristic costs in time is not seen: for that play with a clock, under a match
//! runner, with a build that has the feature `tuning`.

use std::error::Error;
use std::sync::atomic::Ordering;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::play::{Conditions, Tally};
use crate::setting::Setting;
use crate::signals;

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
    #[command(flatten)]
    conditions: Conditions,
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
    let conditions = &options.conditions;
    let pairs = usize::try_from(options.games.div_ceil(2))?;
    let (starts, mut tables) = conditions.prepare(pairs)?;
    let urgency = signals::listen()?;
    println!("| setting | against | nodes | games | won, drawn, lost | Elo |");
    println!("|---|---|---:|---:|---|---:|");
    for setting in &settings {
        let bar = progress(setting, pairs);
        let tally = tables.play(&setting.lab()?, &other.lab()?, &starts, &urgency, |tally| {
            bar.set_message(elo(tally));
            bar.set_position(tally.games());
        });
        bar.finish_and_clear();
        println!("{}", row(setting, &other, conditions.nodes, &tally));
        if urgency.load(Ordering::Relaxed) > 0 {
            break;
        }
    }
    Ok(())
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

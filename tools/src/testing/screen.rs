//! What each of several changes of the search is worth, all measured by the same games.
//!
//! In every step the toss of a coin decides for each change which of the two players has it.
//! So every game counts for every change, and the error is that of a match of all games
//! (a factorial experiment; Fisher, "The Design of Experiments", 1935). Least squares separate
//! the changes, since coins do not share them out evenly. What is measured is the
//! value of a change where each of the others is made half of the time.

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use riposte_search::params::Masked;
use riposte_trainer::random::Random;

use crate::linear::{Effects, least_squares};
use crate::play::{Conditions, PlayerSpec};
use crate::setting::Setting;
use crate::step_journal::{Journal, Step, progress};
use crate::{evaluation, signals};

/// Elo for one point more per game, where both sides are about equal.
const ELO: f64 = 1600.0 / std::f64::consts::LN_10;

/// Deviations within which a value lies in 95 of 100 cases.
const CONFIDENCE: f64 = 1.96;

/// Options of `riposte-tools screen`.
#[derive(Args)]
pub struct Options {
    /// Changes such as `NullMove=off` or `RfpMargin=60+RfpDepth=7`.
    #[arg(value_name = "SETTING", required = true, value_parser = Setting::parse)]
    settings: Vec<Setting>,
    /// File with every step; an existing one is continued.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Steps in all.
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Pairs of games per step.
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,
    #[command(flatten)]
    evaluation: evaluation::Choice,
    #[command(flatten)]
    conditions: Conditions,
}

/// Plays step after step until all are done or the user says so, and prints what each
/// change is worth.
///
/// # Errors
///
/// When a setting is unknown, two change the same thing, the file is of another experiment
/// or cannot be written, or what the engines were refused.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    check(&options.settings)?;
    let mut journal = Journal::open(&options.out, &title(options)?, &[])?;
    let evaluation = options.evaluation.load()?;
    let player =
        PlayerSpec::Own { lab: Box::new(Masked::default()), evaluation: evaluation.clone() };
    let mut runner = options.conditions.prepare([&player, &player], &evaluation)?;
    let mut archive = options.conditions.archive([&player, &player])?;
    let urgency = signals::listen()?;
    let bar = progress(options.steps, journal.steps.len());
    for step in journal.steps.len() as u64..options.steps {
        let [with, without] = labs(&options.settings, &ways(options, step))?;
        runner.set_labs(&with, &without);
        let pairs = step * options.pairs..(step + 1) * options.pairs;
        let Some(played) = runner.play_step(pairs, &urgency)? else { break };
        let lead = played.lead;
        journal.push(Step { lead, values: Vec::new() })?;
        archive.push(played.games)?;
        bar.inc(1);
        if urgency.load(Ordering::Relaxed) > 0 {
            break;
        }
    }
    bar.finish_and_clear();
    archive.finish()?;
    print!("{}", report(options, &journal.steps));
    Ok(())
}

/// Refuses what cannot be measured.
fn check(settings: &[Setting]) -> Result<(), String> {
    let mut names: Vec<&str> = settings.iter().flat_map(Setting::names).collect();
    names.sort_unstable_by_key(|name| name.to_ascii_lowercase());
    match names.windows(2).find(|pair| pair[0].eq_ignore_ascii_case(pair[1])) {
        Some(pair) => Err(format!("two settings change {}", pair[0])),
        None => settings.iter().try_for_each(|setting| setting.lab().map(|_| ())),
    }
}

/// Which changes the first player of a step has; the second has the others.
fn ways(options: &Options, step: u64) -> Vec<bool> {
    // Stream 0 orders the openings.
    let mut random = Random::stream(options.conditions.seed, step + 1);
    options.settings.iter().map(|_| random.chance(0.5)).collect()
}

/// The searches of both players.
fn labs(settings: &[Setting], ways: &[bool]) -> Result<[Masked; 2], String> {
    let lab = |side: bool| -> Result<Masked, String> {
        let mut lab = Masked::default();
        let mut changes = settings.iter().zip(ways).filter(|(_, way)| **way == side);
        changes.try_for_each(|(setting, _)| setting.apply(&mut lab))?;
        Ok(lab)
    };
    Ok([lab(true)?, lab(false)?])
}

/// What has to be the same for an experiment to go on.
fn title(options: &Options) -> Result<String, String> {
    let settings: Vec<_> = options.settings.iter().map(Setting::name).collect();
    Ok(format!(
        "riposte-tools {} screen {}, {} pairs, {}, {}",
        env!("CARGO_PKG_VERSION"),
        settings.join(" "),
        options.pairs,
        options.evaluation.load()?,
        options.conditions.line()?,
    ))
}

/// A line for every change.
fn report(options: &Options, steps: &[Step]) -> String {
    let leads: Vec<_> = steps.iter().map(|step| step.lead as f64).collect();
    let tosses: Vec<_> = (0..steps.len() as u64).map(|step| signs(&ways(options, step))).collect();
    let Effects { values, errors } = least_squares(&tosses, &leads);
    let games_per_step = 2.0 * options.pairs as f64;
    // A game that is won gives half a point more than a draw.
    let unit = ELO / 2.0 / games_per_step;
    let mut text = String::from("| setting | Elo |\n|---|---:|\n");
    for ((setting, value), error) in options.settings.iter().zip(values).zip(errors) {
        let (value, error) = (unit * value, unit * CONFIDENCE * error);
        text += &format!("| `{}` | {value:+.1} ± {error:.1} |\n", setting.name());
    }
    let games = games_per_step * steps.len() as f64;
    format!("{text}\n{games} games, errors of 95 %\n")
}

/// 1 for a change of the first player, -1 for one of the second.
fn signs(ways: &[bool]) -> Vec<f64> {
    ways.iter().map(|&way| if way { 1.0 } else { -1.0 }).collect()
}

#[cfg(test)]
mod tests {
    use riposte_search::params::{Feature, Lab};

    use super::*;

    fn settings(texts: &[&str]) -> Vec<Setting> {
        texts.iter().map(|text| Setting::parse(text).unwrap()).collect()
    }

    #[test]
    fn each_change_is_made_by_one_player() {
        let settings = settings(&["NullMove=off", "Razoring=off"]);
        for (null, razoring) in [(true, false), (true, true), (false, false)] {
            let labs = labs(&settings, &[null, razoring]).unwrap();
            assert_eq!(labs.each_ref().map(|lab| lab.on(Feature::NullMove)), [!null, null]);
            let on = labs.each_ref().map(|lab| lab.on(Feature::Razoring));
            assert_eq!(on, [!razoring, razoring]);
        }
    }

    #[test]
    fn what_cannot_be_measured_is_refused() {
        assert!(check(&settings(&["NullMove=off", "RfpMargin=60"])).is_ok());
        let twice = check(&settings(&["RfpMargin=60+NullMove=off", "nullmove=off"]));
        assert!(twice.unwrap_err().starts_with("two settings change "));
        assert!(check(&settings(&["NoSuchThing=off"])).is_err());
    }
}

//! Tuning the numbers of the search by games of the engine against itself.

mod plot;
mod spsa;

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use riposte_search::params::{Masked, Tunable};

use self::spsa::{Plan, Point};
use crate::play::{Conditions, PlayerSpec};
use crate::step_journal::{Journal, Step, progress};
use crate::{evaluation, signals};

/// Options of `riposte-tools tune`.
#[derive(Args)]
pub struct Options {
    /// Numbers to tune, such as `RfpMargin`; all if none is given.
    #[arg(value_name = "TUNABLE")]
    tunables: Vec<String>,
    /// File with every step; an existing one is continued. A picture is drawn
    /// beside it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Steps in all. How far they go depends on it, so that it cannot be changed
    /// later.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Pairs of games per step.
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,
    /// What one game moves a number in the last step, in steps of the number.
    #[arg(long, value_name = "SHARE", default_value_t = 0.002)]
    rate: f64,
    /// How far the numbers are moved for the games of the last step, in steps of the number.
    #[arg(long, value_name = "STEPS", default_value_t = 1.0)]
    reach: f64,
    #[command(flatten)]
    evaluation: evaluation::Choice,
    #[command(flatten)]
    conditions: Conditions,
}

/// Plays step after step until all are done or the user says so, and prints where
/// the numbers stand.
///
/// # Errors
///
/// When a number is unknown, the file is of another tuning or cannot be written,
/// or what the engines were refused.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let Options { steps, rate, reach, .. } = *options;
    if !reach.is_finite() || reach <= 0.0 {
        return Err(format!("--reach {reach}: it must be above zero").into());
    }
    let plan = Plan { steps, rate, reach, seed: options.conditions.seed };
    let mut point = Point::new(tunables(&options.tunables)?);
    let mut journal = Journal::open(&options.out, &title(options)?, &point.names())?;
    if let Some(last) = journal.steps.last() {
        point.values.clone_from(&last.values);
    }
    let evaluation = options.evaluation.load()?;
    let player =
        PlayerSpec::Own { lab: Box::new(Masked::default()), evaluation: evaluation.clone() };
    let mut runner = options.conditions.prepare([&player, &player], &evaluation)?;
    let mut archive = options.conditions.archive([&player, &player])?;
    let urgency = signals::listen()?;
    let bar = progress(plan.steps, journal.steps.len());
    for step in journal.steps.len() as u64..plan.steps {
        let perturbation = point.perturb(&plan, step);
        runner.set_labs(&perturbation.plus, &perturbation.minus);
        // Every step has the openings after those of the one before.
        let pairs = step * options.pairs..(step + 1) * options.pairs;
        // A part of a step is worth nothing.
        let Some(played) = runner.play_step(pairs, &urgency)? else { break };
        let lead = played.lead;
        point.update(&plan, step, &perturbation, lead);
        journal.push(Step { lead, values: point.values.clone() })?;
        archive.push(played.games)?;
        bar.inc(1);
        if urgency.load(Ordering::Relaxed) > 0 {
            break;
        }
    }
    bar.finish_and_clear();
    archive.finish()?;
    plot::draw(&point, &journal.steps, &options.out.with_extension("svg"))?;
    print!("{}", table(&point));
    println!("\nAfter {} of {} steps: {}", journal.steps.len(), plan.steps, point.setting());
    Ok(())
}

fn tunables(names: &[String]) -> Result<Vec<Tunable>, String> {
    if names.is_empty() {
        return Ok(Tunable::ALL.to_vec());
    }
    let find = |name: &String| {
        let named = |it: &&Tunable| it.spec().name.eq_ignore_ascii_case(name);
        Tunable::ALL.iter().find(named).copied().ok_or_else(|| format!("no number '{name}'"))
    };
    names.iter().map(find).collect()
}

/// What has to be the same for a tuning to go on.
fn title(options: &Options) -> Result<String, String> {
    Ok(format!(
        "riposte-tools {} tune, {} steps, {} pairs, rate {}, reach {}, {}, {}",
        env!("CARGO_PKG_VERSION"),
        options.steps,
        options.pairs,
        options.rate,
        options.reach,
        options.evaluation.load()?,
        options.conditions.line()?,
    ))
}

/// A line for every number.
fn table(point: &Point) -> String {
    let mut text = String::from("| number | release | now | in steps |\n|---|---:|---:|---:|\n");
    for ((tunable, value), shift) in point.tunables.iter().zip(&point.values).zip(point.shifts()) {
        let spec = tunable.spec();
        text += &format!("| {} | {} | {value:.1} | {shift:+.2} |\n", spec.name, spec.default);
    }
    text
}

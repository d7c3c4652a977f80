//! The yardstick: how close evaluations come to the scores of a strong engine.
//!
//! A score `s` of the evaluation says that `1 / (1 + exp(-s / scale))` points are expected;
//! a reference score says the same by its own, fixed scale. The error is the root mean
//! square difference of the two at the scale that fits the evaluation best, so its unit
//! does not matter. It ranks networks about as games do, in seconds instead of hours.
//! Positions that measure are never trained on.

mod agreement;
mod measure;
mod plot;
mod report;

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::epd::{self, Problem};
use crate::evaluation;
use crate::play::default_threads;
use crate::setting::Setting;
use measure::{Method, measure};
use report::Column;

/// What to measure, and by what.
#[derive(Args, Debug)]
pub struct Options {
    /// EPD files with reference scores: `ce`, in centipawns for the side to move.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Network file, `none` for material and piece-square values, `built-in` for the
    /// network that is built in; repeat it to compare several.
    #[arg(long, value_name = "FILE", default_value = "built-in")]
    network: Vec<String>,
    /// Nodes of a search per position, measured after the static evaluation.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Changes of the search, such as `NullMove=off`, to be measured beside the release;
    /// may be given several times. Needs --nodes.
    #[arg(long, value_name = "SETTING", requires = "nodes")]
    setting: Vec<String>,
    /// Positions searched at once.
    #[arg(long, default_value_t = default_threads())]
    threads: u16,
    /// SVG file for the errors by number of pieces and by size of the reference score.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Measures every network and prints the tables.
///
/// # Errors
///
/// A text that names the file that cannot be used.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut problems = Vec::new();
    for file in &options.files {
        problems.extend(epd::read(file, Problem::scored)?);
    }
    if problems.is_empty() {
        return Err("the files hold no position".into());
    }
    let mut methods = vec![Method::Static];
    if let Some(nodes) = options.nodes {
        let settings = options.setting.iter().map(String::as_str).map(Setting::parse);
        for setting in std::iter::once(Ok(Setting::RELEASE)).chain(settings) {
            methods.push(Method::search(&setting?, nodes)?);
        }
    }
    let mut columns = Vec::new();
    for name in &options.network {
        let built_in = name == "built-in";
        let evaluation = evaluation::load((!built_in).then_some(name))?;
        for method in &methods {
            let bar = progress_bar(problems.len() as u64);
            let answers = measure(&problems, &evaluation, method, options.threads.into(), &bar)?;
            bar.finish_and_clear();
            columns.push(Column::new(name, method, &problems, answers));
        }
    }
    print!("{}", report::describe(&problems, &columns));
    if let Some(path) = &options.plot {
        plot::draw(&problems, &columns, path)?;
    }
    Ok(())
}

fn progress_bar(positions: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(positions).with_style(style)
}

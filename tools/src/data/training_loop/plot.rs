//! Yardstick and strength by generation as a picture.

use std::error::Error;
use std::path::Path;

use super::log::Entry;
use crate::chart::{self, Curve, Panel};

/// Draws the log to the SVG file at `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(entries: &[Entry], path: &Path) -> Result<(), Box<dyn Error>> {
    let errors = |column: usize| -> Vec<_> {
        let values = entries.iter().filter_map(|entry| Some((entry, *entry.errors.get(column)?)));
        values.map(|(it, error)| (it.generation.into(), error)).collect()
    };
    let (all, promoted) = strengths(entries);
    let network = Curve::line("network of the generation", all);
    let promoted = Curve { name: "promoted".to_owned(), points: promoted, is_line: false };
    let panel = |name, curves| Panel { axes: ["generation", name], curves, ..Panel::default() };
    let panels = [
        panel("Elo over the first network", vec![network, promoted]),
        panel(
            "yardstick: error",
            vec![Curve::line("static", errors(0)), Curve::line("search", errors(1))],
        ),
    ];
    chart::draw(&panels, path)
}

type Points = Vec<(f64, f64)>;

/// Elo of each generation over the network that the loop began with: that of its
/// opponent and what the match has shown. All, and the promoted ones.
fn strengths(entries: &[Entry]) -> (Points, Points) {
    let mut strengths: Vec<(u32, f64)> = vec![(0, 0.0)];
    let (mut all, mut promoted) = (Points::new(), Points::new());
    for entry in entries.iter().filter(|entry| entry.result.elo.is_finite()) {
        let best = strengths.iter().find(|(generation, _)| *generation == entry.best);
        let elo = best.map_or(0.0, |(_, elo)| *elo) + entry.result.elo;
        strengths.push((entry.generation, elo));
        all.push((entry.generation.into(), elo));
        promoted.extend(entry.result.is_promoted.then_some((entry.generation.into(), elo)));
    }
    (all, promoted)
}

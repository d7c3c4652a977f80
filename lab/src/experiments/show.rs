//! How experiments write their numbers.

use crate::report::{Cell, Plot, PlotKind, Table};
use crate::summary::{Measured, Spread, bottom, cutoffs, first_cutoffs, nodes, seconds, solved};

/// A ratio as a change: `0.85` is `-15.0 %`.
pub(super) fn change(ratio: f64) -> String {
    format!("{:+.1} %", 100.0 * (ratio - 1.0))
}

/// The same with its standard error.
pub(super) fn change_with_error(spread: Spread) -> String {
    let error = 100.0 * spread.standard_error();
    format!("{} ± {error:.1}", change(spread.mean))
}

const COLUMNS: [&str; 11] = [
    "setting",
    "bottom positions, ratio",
    "± error",
    "lower quartile",
    "upper quartile",
    "nodes, ratio",
    "time, ratio",
    "first-move cutoffs",
    "bottom positions, sum",
    "nodes, sum",
    "solved",
];

/// The table that all comparisons share: every setting against `base` at `depth`.
pub(super) fn comparison(
    measured: &Measured<'_>,
    base: usize,
    depth: u32,
    file: &str,
    title: String,
) -> Table {
    let rows = (0..measured.series.settings.len())
        .filter(|&setting| !measured.at(setting, depth).is_empty())
        .map(|setting| comparison_row(measured, setting, base, depth))
        .collect();
    Table { file: file.to_owned(), title, columns: COLUMNS.to_vec(), rows }
}

fn comparison_row(measured: &Measured<'_>, setting: usize, base: usize, depth: u32) -> Vec<Cell> {
    let spread = measured.against(setting, base, depth, bottom);
    let ratio = |count| measured.against(setting, base, depth, count).mean;
    let sum = |count| measured.sum(setting, depth, count);
    vec![
        Cell::text(measured.series.settings[setting].name.clone()),
        Cell::number(spread.mean, 3),
        Cell::number(spread.standard_error(), 3),
        Cell::number(spread.quartiles[0], 3),
        Cell::number(spread.quartiles[1], 3),
        Cell::number(ratio(nodes), 3),
        Cell::number(ratio(seconds), 3),
        Cell::share(measured.share(setting, depth, first_cutoffs, cutoffs)),
        Cell::count(sum(bottom)),
        Cell::count(sum(nodes)),
        Cell::count(sum(solved)),
    ]
}

/// Every setting against `base` as marks with their standard errors.
pub(super) fn dots(
    measured: &Measured<'_>,
    base: usize,
    depth: u32,
    file: &str,
    title: String,
) -> Plot {
    let rows = (0..measured.series.settings.len())
        .filter(|&setting| !measured.at(setting, depth).is_empty())
        .map(|setting| {
            let spread = measured.against(setting, base, depth, bottom);
            (measured.series.settings[setting].name.clone(), spread.mean, spread.error)
        })
        .collect();
    Plot {
        file: file.to_owned(),
        title,
        axis: "bottom positions, ratio (geometric mean and standard error)".to_owned(),
        kind: PlotKind::Dots { rows, reference: Some(1.0), logarithmic: true },
    }
}

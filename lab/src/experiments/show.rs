//! How experiments write their numbers.

use crate::report::{Cell, Plot, PlotKind, Row, Table};
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
    Table { file: file.to_owned(), title, rows }
}

fn comparison_row(measured: &Measured<'_>, setting: usize, base: usize, depth: u32) -> Row {
    let spread = measured.against(setting, base, depth, bottom);
    let ratio = |count| measured.against(setting, base, depth, count).mean;
    let sum = |count| measured.sum(setting, depth, count);
    vec![
        ("setting", Cell::text(measured.series.settings[setting].name.clone())),
        ("bottom positions, ratio", Cell::number(spread.mean, 3)),
        ("± error", Cell::number(spread.standard_error(), 3)),
        ("lower quartile", Cell::number(spread.quartiles[0], 3)),
        ("upper quartile", Cell::number(spread.quartiles[1], 3)),
        ("nodes, ratio", Cell::number(ratio(nodes), 3)),
        ("time, ratio", Cell::number(ratio(seconds), 3)),
        ("first-move cutoffs", Cell::share(measured.share(setting, depth, first_cutoffs, cutoffs))),
        ("bottom positions, sum", Cell::count(sum(bottom))),
        ("nodes, sum", Cell::count(sum(nodes))),
        ("solved", Cell::count(sum(solved))),
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

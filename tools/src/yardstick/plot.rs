//! The errors as a picture.

use std::error::Error;
use std::path::Path;

use super::report::{Class, Column};
use crate::chart::{self, Curve, Panel};
use crate::epd::Problem;

/// Draws every column's error by class to the SVG file at `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(problems: &[Problem], columns: &[Column], path: &Path) -> Result<(), Box<dyn Error>> {
    let panels = [
        ("number of pieces", Class::by_pieces()),
        ("size of the reference score in centipawns", Class::by_size()),
    ];
    let panels = panels.map(|(title, classes)| Panel {
        axes: [title, "error in expected score"],
        ticks: classes.iter().map(Class::name).collect(),
        reach: vec![(0.0, 0.0), (classes.len() as f64 - 1.0, 0.0)],
        curves: columns.iter().map(|it| curve(it, problems, &classes)).collect(),
    });
    chart::draw(&panels, path)
}

/// The points (class, error) of a column.
fn curve(column: &Column, problems: &[Problem], classes: &[Class]) -> Curve {
    let points = classes.iter().enumerate();
    let points = points.filter_map(|(at, class)| Some((at as f64, column.error(problems, class)?)));
    Curve::line(format!("{} ({:.4})", column.name, column.agreement.error), points.collect())
}

//! The errors as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use super::report::{Class, Column};
use crate::epd::Problem;

/// Draws every column's error by class to the SVG file at `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(problems: &[Problem], columns: &[Column], path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (900, 900)).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = [
        ("number of pieces", Class::by_pieces()),
        ("size of the reference score in centipawns", Class::by_size()),
    ];
    for (area, (title, classes)) in root.split_evenly((2, 1)).iter().zip(panels) {
        let lines: Vec<_> = columns.iter().map(|it| line(it, problems, &classes)).collect();
        panel(area, title, &classes, columns, lines)?;
    }
    root.present()?;
    Ok(())
}

/// The points (class, error) of a column.
fn line(column: &Column, problems: &[Problem], classes: &[Class]) -> Vec<(f64, f64)> {
    let points = classes.iter().enumerate();
    points.filter_map(|(at, class)| Some((at as f64, column.error(problems, class)?))).collect()
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    title: &str,
    classes: &[Class],
    columns: &[Column],
    lines: Vec<Vec<(f64, f64)>>,
) -> Result<(), Box<dyn Error>> {
    let highest = lines.iter().flatten().map(|point| point.1).fold(0.01, f64::max) * 1.05;
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(-0.2..classes.len() as f64 - 0.8, 0.0..highest)?;
    let name = |at: &f64| {
        let class = classes.get(at.round() as usize).filter(|_| (at - at.round()).abs() < 0.01);
        class.map_or_else(String::new, Class::name)
    };
    chart
        .configure_mesh()
        .x_desc(title)
        .y_desc("error in expected score")
        .x_labels(classes.len() + 2)
        .x_label_formatter(&name)
        .light_line_style(WHITE)
        .draw()?;
    for (index, (column, points)) in columns.iter().zip(lines).enumerate() {
        let color = Palette99::pick(index).stroke_width(2);
        chart
            .draw_series(LineSeries::new(points, color))?
            .label(format!("{} ({:.4})", column.name, column.agreement.error))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    Ok(())
}

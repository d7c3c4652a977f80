//! Yardstick and strength by generation as a picture.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::log::Entry;

/// Promoted generations are filled.
const COLORS: [RGBColor; 2] = [RGBColor(40, 90, 180), RGBColor(200, 60, 40)];

/// A curve: its name, and for each generation its value and whether it was promoted.
type Curve = (&'static str, Vec<(f64, f64, bool)>);

/// Draws the log to the SVG file at `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(entries: &[Entry], path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (900, 800)).into_drawing_area();
    root.fill(&WHITE)?;
    let (top, bottom) = root.split_vertically(400);
    panel(
        &top,
        "Elo over the first network",
        &[("network of the generation", strengths(entries))],
    )?;
    let errors = |column: usize| -> Vec<_> {
        let values = entries.iter().filter_map(|entry| Some((entry, *entry.errors.get(column)?)));
        values.map(|(it, error)| (it.generation.into(), error, it.result.is_promoted)).collect()
    };
    panel(&bottom, "yardstick: error", &[("static", errors(0)), ("search", errors(1))])?;
    root.present()?;
    Ok(())
}

/// Elo of each generation over the network that the loop began with: that of its
/// opponent and what the match has shown.
fn strengths(entries: &[Entry]) -> Vec<(f64, f64, bool)> {
    let mut strengths: Vec<(u32, f64)> = vec![(0, 0.0)];
    let mut points = Vec::new();
    for entry in entries.iter().filter(|entry| entry.result.elo.is_finite()) {
        let best = strengths.iter().find(|(generation, _)| *generation == entry.best);
        let elo = best.map_or(0.0, |(_, elo)| *elo) + entry.result.elo;
        strengths.push((entry.generation, elo));
        points.push((entry.generation.into(), elo, entry.result.is_promoted));
    }
    points
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    name: &str,
    curves: &[Curve],
) -> Result<(), Box<dyn Error>> {
    let points = || curves.iter().flat_map(|(_, points)| points);
    if points().next().is_none() {
        return Ok(());
    }
    let low = points().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let high = points().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.08).max(1e-3);
    let last = points().map(|point| point.0).fold(2.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(70)
        .build_cartesian_2d(0.5..last + 0.5, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc("generation")
        .y_desc(name)
        .x_label_formatter(&|generation| format!("{generation:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for ((label, points), color) in curves.iter().zip(COLORS) {
        let line = points.iter().map(|&(x, y, _)| (x, y));
        chart
            .draw_series(LineSeries::new(line, color.stroke_width(1)))?
            .label(*label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart.draw_series(points.iter().map(|&(x, y, is_promoted)| {
            let style = if is_promoted { color.filled() } else { color.stroke_width(1) };
            Circle::new((x, y), 4, style)
        }))?;
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    Ok(())
}

//! The loss curves as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use super::history::{Epoch, History};

type Curve = (&'static str, RGBColor, fn(&Epoch) -> f64);

/// What is drawn, the loss that decides in the first panel.
const PANELS: [&[Curve]; 3] = [
    &[
        ("training", RGBColor(150, 150, 150), |epoch| epoch.training),
        ("validation", RGBColor(200, 60, 40), |epoch| epoch.validation[0]),
    ],
    &[("validation, search score alone", RGBColor(40, 90, 180), |epoch| epoch.validation[1])],
    &[("validation, game result alone", RGBColor(30, 130, 80), |epoch| epoch.validation[2])],
];

/// Draws the losses of all epochs to the SVG file at `path`.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(history: &History, path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (900, 1000)).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, curves) in root.split_evenly((PANELS.len(), 1)).iter().zip(PANELS) {
        panel(history, area, curves)?;
    }
    root.present()?;
    Ok(())
}

fn panel(
    history: &History,
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    curves: &[Curve],
) -> Result<(), Box<dyn Error>> {
    let values = || curves.iter().flat_map(|curve| history.epochs.iter().map(curve.2));
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((high - low) * 0.05).max(1e-6);
    let last = history.epochs.len().max(2) as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(70)
        .build_cartesian_2d(1.0..last, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("mean squared error")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .light_line_style(WHITE)
        .draw()?;
    for &(name, color, value) in curves {
        let points: Vec<_> =
            history.epochs.iter().map(|epoch| (epoch.number as f64, value(epoch))).collect();
        chart
            .draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart.draw_series(points.into_iter().map(|point| Circle::new(point, 2, color.filled())))?;
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    Ok(())
}

//! Expected and observed rates as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// Draws curves of (expected, observed) in percent to the SVG file at `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(curves: &[(&str, Vec<(f64, f64)>)], path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (760, 620)).into_drawing_area();
    root.fill(&WHITE)?;
    let points = curves.iter().flat_map(|(_, points)| points);
    let highest = points.fold(1.0_f64, |most, point| most.max(point.0).max(point.1)) * 1.05;
    let mut chart = ChartBuilder::on(&root)
        .margin(14)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..highest, 0.0..highest)?;
    chart
        .configure_mesh()
        .x_desc("expected to score above alpha, percent; 20 groups of equal size")
        .y_desc("observed, percent")
        .light_line_style(WHITE)
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (highest, highest)], BLACK.mix(0.3)))?;
    for (number, (name, points)) in curves.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .draw()?;
    root.present()?;
    Ok(())
}

//! The scaling over threads as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::scaling::Mode;

/// What one number of threads reached, as a multiple of the first.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Number of threads.
    pub threads: usize,
    /// How they worked together.
    pub mode: Mode,
    /// Nodes per second.
    pub speed: f64,
    /// How many times sooner the depth was reached.
    pub sooner: f64,
}

/// A name, a colour and what is drawn.
type Curve = (&'static str, RGBColor, fn(&Point) -> f64);

const SPEED: RGBColor = RGBColor(200, 60, 40);
const SOONER: RGBColor = RGBColor(40, 90, 180);
const IDEAL: RGBColor = RGBColor(150, 150, 150);

/// Draws the points, and what would be ideal, to the SVG file at `path`.
/// Lockstep has hollow marks, separate engines have crosses.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(points: &[Point], path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (720, 540)).into_drawing_area();
    root.fill(&WHITE)?;
    let first = points.iter().map(|point| point.threads).min().unwrap_or(1) as f64;
    let most = points.iter().map(|point| point.threads).max().unwrap_or(1) as f64;
    let highest = points.iter().map(|p| p.speed.max(p.sooner)).fold(most / first, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..most * 1.05, 0.0..highest * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("threads")
        .y_desc(format!("times as much as with {first:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    chart
        .draw_series(LineSeries::new([(0.0, 0.0), (most, most / first)], IDEAL))?
        .label("ideal")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 18, y)], IDEAL));
    let curves: [Curve; 2] = [
        ("nodes per second", SPEED, |point| point.speed),
        ("1 / time to depth", SOONER, |point| point.sooner),
    ];
    for (name, color, value) in curves {
        let place = |point: &Point| (point.threads as f64, value(point));
        let free = points.iter().filter(|point| point.mode == Mode::Free).map(place);
        chart
            .draw_series(LineSeries::new(free, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        let marks = points.iter().map(|point| match point.mode {
            Mode::Free => Circle::new(place(point), 4, color.filled()).into_dyn(),
            Mode::Lockstep => Circle::new(place(point), 4, color.stroke_width(1)).into_dyn(),
            Mode::Separate => Cross::new(place(point), 5, color.stroke_width(2)).into_dyn(),
        });
        chart.draw_series(marks)?;
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_names_what_it_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scaling.svg");
        let point = |threads: usize, mode| Point {
            threads,
            mode,
            speed: threads as f64 * 0.98,
            sooner: (threads as f64).sqrt(),
        };
        let points = [
            point(1, Mode::Free),
            point(2, Mode::Free),
            point(2, Mode::Lockstep),
            point(2, Mode::Separate),
            point(4, Mode::Free),
        ];
        draw(&points, &path).unwrap();
        let picture = std::fs::read_to_string(&path).unwrap();
        for text in ["threads", "nodes per second", "1 / time to depth", "ideal"] {
            assert!(picture.contains(text), "{text}");
        }
    }
}

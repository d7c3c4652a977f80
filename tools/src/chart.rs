//! Curves as an SVG file.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

/// Width of the picture, height of a panel.
const SIZE: (u32, u32) = (900, 420);

/// The points of longer curves are not marked one by one.
const LONGEST_MARKED: usize = 100;

/// Curves with common axes.
#[derive(Default)]
pub struct Panel<'a> {
    /// What the horizontal and the vertical axis show.
    pub axes: [&'a str; 2],
    /// Names of 0, 1, and so on, on the horizontal axis; none if it has numbers.
    pub ticks: Vec<String>,
    /// Points that the axes reach although no curve does.
    pub reach: Vec<(f64, f64)>,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// Points with a name.
pub struct Curve {
    /// As the legend has it.
    pub name: String,
    /// Horizontal and vertical values.
    pub points: Vec<(f64, f64)>,
    /// Whether a line joins the points.
    pub is_line: bool,
}

impl Curve {
    /// A line through `points`.
    pub fn line(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), points, is_line: true }
    }
}

/// Draws the panels, one below the other, to the SVG file at `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(panels: &[Panel<'_>], path: &Path) -> Result<(), Box<dyn Error>> {
    let size = (SIZE.0, SIZE.1 * panels.len() as u32);
    let root = SVGBackend::new(path, size).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, panel) in root.split_evenly((panels.len(), 1)).iter().zip(panels) {
        panel.draw(area)?;
    }
    root.present()?;
    Ok(())
}

impl Panel<'_> {
    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error>> {
        let mut chart = ChartBuilder::on(area)
            .margin(14)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(self.range(|point| point.0), self.range(|point| point.1))?;
        chart
            .configure_mesh()
            .x_desc(self.axes[0])
            .y_desc(self.axes[1])
            .x_labels(self.ticks.len().max(8) + 2)
            .x_label_formatter(&|value| self.tick(*value))
            .light_line_style(WHITE)
            .draw()?;
        for (number, curve) in self.curves.iter().enumerate() {
            let (color, points) =
                (Palette99::pick(number).to_rgba(), || curve.points.iter().copied());
            let line = LineSeries::new(points().filter(|_| curve.is_line), color.stroke_width(2));
            chart
                .draw_series(line)?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
            if curve.points.len() <= LONGEST_MARKED {
                chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
            }
        }
        let mut legend = chart.configure_series_labels();
        legend
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .position(self.corner())
            .draw()?;
        Ok(())
    }

    /// The corner that is farthest from all points.
    fn corner(&self) -> SeriesLabelPosition {
        const CORNERS: [(SeriesLabelPosition, [f64; 2]); 4] = [
            (SeriesLabelPosition::UpperRight, [1.0, 1.0]),
            (SeriesLabelPosition::LowerLeft, [0.0, 0.0]),
            (SeriesLabelPosition::UpperLeft, [0.0, 1.0]),
            (SeriesLabelPosition::LowerRight, [1.0, 0.0]),
        ];
        let (x, y) = (self.range(|point| point.0), self.range(|point| point.1));
        let share =
            |value: f64, range: &Range<f64>| (value - range.start) / (range.end - range.start);
        let room = |corner: [f64; 2]| {
            let points = self.curves.iter().flat_map(|curve| &curve.points);
            let far = |point: &(f64, f64)| {
                (share(point.0, &x) - corner[0]).hypot(share(point.1, &y) - corner[1])
            };
            points.map(far).fold(f64::INFINITY, f64::min)
        };
        let best = CORNERS.into_iter().max_by(|a, b| room(a.1).total_cmp(&room(b.1)));
        best.map_or(SeriesLabelPosition::UpperRight, |(position, _)| position)
    }

    /// From the least to the largest value, with some room.
    fn range(&self, value: fn((f64, f64)) -> f64) -> Range<f64> {
        let points = self.curves.iter().flat_map(|curve| &curve.points).chain(&self.reach);
        let values = points.map(|&point| value(point)).filter(|value| value.is_finite());
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let room = ((high - low) * 0.05).max(1e-6);
        if low > high { 0.0..1.0 } else { low - room..high + room }
    }

    /// The name of a value; none between whole numbers.
    fn tick(&self, value: f64) -> String {
        let is_whole = (value - value.round()).abs() < 0.01;
        if !is_whole {
            return String::new();
        }
        if self.ticks.is_empty() {
            return format!("{value:.0}");
        }
        self.ticks.get(value.round().max(0.0) as usize).cloned().unwrap_or_default()
    }
}

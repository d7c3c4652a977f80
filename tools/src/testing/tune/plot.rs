//! Where the numbers go, as a picture.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use super::journal::Step;
use super::spsa::Point;

/// More points than this on a line are not seen.
const POINTS: usize = 400;

/// Draws every number's way from the release, in its steps, to the SVG file at
/// `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(point: &Point, steps: &[Step], path: &Path) -> Result<(), Box<dyn Error>> {
    let ways = ways(point, steps);
    let reach = ways.iter().flatten().map(|&(_, shift)| shift.abs()).fold(0.5, f64::max) * 1.05;
    let root = SVGBackend::new(path, (960, 640)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..steps.len().max(1) as f64, -reach..reach)?;
    chart
        .configure_mesh()
        .x_desc("step")
        .y_desc("steps of the tunable away from the release")
        .x_label_formatter(&|step| format!("{step:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for (index, way) in ways.into_iter().enumerate() {
        let color = Palette99::pick(index).stroke_width(2);
        chart
            .draw_series(LineSeries::new(way, color))?
            .label(point.tunables[index].spec().name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}

/// A line of points (step, shift) for every number.
fn ways(point: &Point, steps: &[Step]) -> Vec<Vec<(f64, f64)>> {
    let stride = steps.len().div_ceil(POINTS).max(1);
    let mut ways = vec![vec![(0.0, 0.0)]; point.tunables.len()];
    let seen = steps
        .iter()
        .enumerate()
        .filter(|(index, _)| (index + 1).is_multiple_of(stride) || index + 1 == steps.len());
    for (index, step) in seen {
        let there = Point { tunables: point.tunables.clone(), values: step.values.clone() };
        for (way, shift) in ways.iter_mut().zip(there.shifts()) {
            way.push(((index + 1) as f64, shift));
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use riposte_search::params::Tunable;

    use super::*;

    #[test]
    fn every_number_has_a_line_to_its_last_value() {
        let point = Point::new(vec![Tunable::RfpMargin, Tunable::NmpEval]);
        let (margin, eval) = (Tunable::RfpMargin.spec(), Tunable::NmpEval.spec());
        let values = vec![f64::from(margin.default + margin.step), f64::from(eval.default)];
        let steps = vec![Step { lead: 0, values }; 1001];
        let ways = ways(&point, &steps);
        assert_eq!(ways[0].last(), Some(&(1001.0, 1.0)));
        assert_eq!(ways[1].last(), Some(&(1001.0, 0.0)));
        assert!(ways[0].len() <= POINTS + 2);
    }
}

//! Where the numbers go, as a picture.

use std::error::Error;
use std::path::Path;

use super::spsa::Point;
use crate::chart::{self, Curve, Panel};
use crate::step_journal::Step;

/// More points than this on a line are not seen.
const POINTS: usize = 400;

/// Draws every number's way from the release, in its steps, to the SVG file at
/// `path`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn draw(point: &Point, steps: &[Step], path: &Path) -> Result<(), Box<dyn Error>> {
    let named = point.tunables.iter().zip(ways(point, steps));
    let panel = Panel {
        axes: ["step", "steps of the tunable away from the release"],
        reach: vec![(0.0, -0.5), (0.0, 0.5)],
        curves: named.map(|(it, way)| Curve::line(it.spec().name, way)).collect(),
        ..Panel::default()
    };
    chart::draw(&[panel], path)
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

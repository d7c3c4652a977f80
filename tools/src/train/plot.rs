//! The loss curves as a picture.

use std::error::Error;
use std::path::Path;

use riposte_trainer::{Epoch, History};

use crate::chart::{self, Curve, Panel};

/// Draws the losses of all epochs to the SVG file at `path`, the one that decides first.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(history: &History, path: &Path) -> Result<(), Box<dyn Error>> {
    let curve = |name: &str, value: fn(&Epoch) -> f64| {
        let points = history.epochs.iter().map(|epoch| (epoch.number as f64, value(epoch)));
        Curve::line(name, points.collect())
    };
    let panel =
        |curves| Panel { axes: ["epoch", "mean squared error"], curves, ..Panel::default() };
    let panels = [
        panel(vec![
            curve("training", |epoch| epoch.training),
            curve("validation", |epoch| epoch.validation[0]),
        ]),
        panel(vec![curve("validation, search score alone", |epoch| epoch.validation[1])]),
        panel(vec![curve("validation, game result alone", |epoch| epoch.validation[2])]),
    ];
    chart::draw(&panels, path)
}

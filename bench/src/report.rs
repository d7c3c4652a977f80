//! The last results of criterion as one short table.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

/// What `riposte-bench report` is given.
#[derive(Args)]
pub struct Options {
    /// Criterion's folder; by default that of the build.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Only benches whose name contains this.
    filter: Option<String>,
}

/// One bench.
#[derive(Debug, PartialEq)]
struct Line {
    name: String,
    /// Nanoseconds for each element of the work: a move, a position, a leaf.
    median: f64,
    /// Half of the interval that holds the median with 95 %, as a part of it.
    error: f64,
}

/// Prints the table.
///
/// # Errors
///
/// When there are no results or they cannot be read.
pub fn run(options: &Options) -> Result<(), String> {
    let folder = options.from.clone().unwrap_or_else(default_folder);
    let mut lines = Vec::new();
    collect(&folder, &mut lines).map_err(|error| format!("{}: {error}", folder.display()))?;
    if let Some(filter) = &options.filter {
        lines.retain(|line| line.name.contains(filter));
    }
    if lines.is_empty() {
        return Err(format!(
            "no results in {}: run cargo bench -p riposte-bench first",
            folder.display()
        ));
    }
    lines.sort_by(|a, b| a.name.cmp(&b.name));
    println!("{:44} {:>12} {:>8} {:>14}", "bench", "ns each", "±", "each second");
    for line in lines {
        println!(
            "{:44} {:>12.2} {:>6.1} % {:>14.0}",
            line.name,
            line.median,
            100.0 * line.error,
            1e9 / line.median
        );
    }
    println!("The pictures are in {}", folder.join("report/index.html").display());
    Ok(())
}

fn default_folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    target.join("criterion")
}

/// The results in all folders below: those named `new` are of the last run.
fn collect(folder: &Path, lines: &mut Vec<Line>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.ends_with("new") {
            let read = |name| -> Result<Value, Box<dyn Error>> {
                Ok(serde_json::from_str(&fs::read_to_string(path.join(name))?)?)
            };
            let line = line(&read("benchmark.json")?, &read("estimates.json")?);
            lines.push(line.ok_or_else(|| format!("{}: not as expected", path.display()))?);
        } else if path.is_dir() {
            collect(&path, lines)?;
        }
    }
    Ok(())
}

/// A line from criterion's description of a bench and its estimates.
fn line(bench: &Value, estimates: &Value) -> Option<Line> {
    let name = bench.get("full_id")?.as_str()?.to_owned();
    let elements = bench.get("throughput").and_then(|of| of.get("Elements")?.as_f64());
    let median = estimates.get("median")?;
    let point = median.get("point_estimate")?.as_f64()?;
    let bounds = median.get("confidence_interval")?;
    let width = bounds.get("upper_bound")?.as_f64()? - bounds.get("lower_bound")?.as_f64()?;
    Some(Line { name, median: point / elements.unwrap_or(1.0), error: width / 2.0 / point })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_is_per_element() {
        let bench = json!({ "full_id": "generate/all", "throughput": { "Elements": 50 } });
        let interval = json!({ "lower_bound": 980.0, "upper_bound": 1020.0 });
        let estimates =
            json!({ "median": { "point_estimate": 1000.0, "confidence_interval": interval } });
        let expected = Line { name: "generate/all".to_owned(), median: 20.0, error: 0.02 };
        assert_eq!(line(&bench, &estimates), Some(expected));
        assert_eq!(line(&estimates, &bench), None);
    }
}

//! `riposte-tools screen` as its user sees it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn screen(file: &Path, steps: &str, settings: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_riposte-tools"))
        .args(["screen", "--network", "none", "--nodes", "40", "--hash", "1"])
        .args(["--win-score", "500", "--pairs", "2", "--steps", steps, "--out"])
        .arg(file)
        .args(settings)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_experiment_that_was_interrupted_goes_on_as_if_it_had_not_been() {
    let folder = TempDir::new().unwrap();
    let settings = ["StandPat=off", "RfpMargin=60+RfpDepth=7"];
    let whole = screen(&folder.path().join("whole.csv"), "4", &settings);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let report = text(&whole.stdout);
    assert!(report.contains("| `RfpMargin=60+RfpDepth=7` | "), "{report}");
    assert!(report.contains("16 games"), "{report}");

    let parts = folder.path().join("parts.csv");
    assert!(screen(&parts, "1", &settings).status.success());
    assert_eq!(text(&screen(&parts, "4", &settings).stdout), report);

    let journal = fs::read_to_string(&parts).unwrap();
    let other = screen(&parts, "4", &settings[..1]);
    assert!(text(&other.stderr).contains("another experiment"), "{}", text(&other.stderr));
    assert_eq!(fs::read_to_string(&parts).unwrap(), journal);
}

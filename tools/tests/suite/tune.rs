//! `riposte-tools tune` as its user sees it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn tune(file: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_riposte-tools"))
        .args(["tune", "RfpMargin", "nmpeval", "--network", "none", "--nodes", "40"])
        .args(["--hash", "1", "--win-score", "500", "--pairs", "2", "--steps", "4"])
        .args(arguments)
        .arg("--out")
        .arg(file)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_tuning_that_was_interrupted_goes_on_as_if_it_had_not_been() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("tune.csv");
    let [all_games, games] = ["all.vf", "games.vf"].map(|name| folder.path().join(name));
    let whole = tune(&file, &["--training-games", all_games.to_str().unwrap()]);
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    let journal = fs::read_to_string(&file).unwrap();
    assert_eq!(journal.lines().count(), 6, "{journal}");
    assert!(text(&whole.stdout).contains("After 4 of 4 steps: RfpMargin="));
    let picture = fs::read_to_string(folder.path().join("tune.svg")).unwrap();
    assert!(picture.contains("NmpEval"));

    let two_steps: String = journal.lines().take(4).map(|line| format!("{line}\n")).collect();
    fs::write(&file, two_steps + "3,").unwrap();
    let rest = tune(&file, &["--threads", "3", "--training-games", games.to_str().unwrap()]);
    assert_eq!(text(&rest.stdout), text(&whole.stdout));
    assert_eq!(fs::read_to_string(&file).unwrap(), journal);
    // The training games of the last two steps.
    let [all_games, games] = [all_games, games].map(|path| fs::read(path).unwrap());
    assert!(!games.is_empty() && all_games.len() > games.len() && all_games.ends_with(&games));
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("tune.csv");
    assert!(tune(&file, &[]).status.success());
    let journal = fs::read_to_string(&file).unwrap();
    for (arguments, error) in [
        (&["NoSuchNumber"][..], "NoSuchNumber"),
        (&["--seed", "2"], "another experiment"),
        (&["--reach", "0"], "above zero"),
    ] {
        let output = tune(&file, arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), journal);
}

//! `riposte-tools duel` as its user sees it.

use std::process::{Command, Output};

fn duel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_riposte-tools"))
        .arg("duel")
        .args(["--network", "none", "--nodes", "40", "--hash", "1", "--win-score", "500"])
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_setting_gets_a_line_and_the_same_games_again() {
    let arguments = ["StandPat=off", "NmpBase=5", "--games", "3", "--against", "Futility=off"];
    let first = duel(&arguments);
    assert!(first.status.success(), "{}", text(&first.stderr));
    let table = text(&first.stdout);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4, "{table}");
    assert!(lines[2].starts_with("| StandPat=off | Futility=off | 40 | 4 | "), "{table}");
    assert!(lines[3].starts_with("| NmpBase=5 | Futility=off | 40 | 4 | "), "{table}");
    assert_eq!(text(&duel(&arguments).stdout), table);
}

#[test]
fn faults_are_told_before_the_first_game() {
    for (arguments, fault) in [
        (&["NullMove=off", "NoSuchThing=on"][..], "NoSuchThing"),
        (&["NmpBase=99"], "99"),
        (&["NullMove=off", "--book", "/no/such/book.epd"], "/no/such/book.epd"),
    ] {
        let output = duel(arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(fault), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

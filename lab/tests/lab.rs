//! The laboratory as its users run it: as a program that writes files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn lab(out: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_riposte-lab"));
    command.args(arguments.split_whitespace()).arg("--out").arg(out);
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(out: &Path, arguments: &str) -> Output {
    let output = lab(out, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

fn refused(arguments: &str) -> String {
    let folder = TempDir::new().expect("a folder");
    let output = lab(folder.path(), arguments);
    assert!(!output.status.success(), "{arguments} is accepted");
    text(&output.stderr)
}

/// The raw counts without times, in the order of their names.
fn counts(out: &Path) -> Vec<String> {
    let text = fs::read_to_string(out.join("counts.csv")).expect("counts");
    let mut lines: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            [&fields[..7], &fields[8..]].concat().join(",")
        })
        .collect();
    lines.sort_unstable();
    lines
}

#[test]
fn all_experiments_write_one_page_whatever_the_number_of_threads() {
    let folder = TempDir::new().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let small = "all --positions 2 --depth 3 --hash 1 --network none";
    run(&one, &format!("{small} --threads 1"));
    run(&two, &format!("{small} --threads 3"));
    assert!(counts(&one) == counts(&two), "other counts by another number of threads");
    let page = fs::read_to_string(one.join("index.html")).expect("the page");
    for name in ["schaeffer", "relative", "countermove", "butterfly", "nullmove", "hash", "ablate"]
    {
        assert!(page.contains(&format!("<section id=\"{name}\">")), "{name}");
        assert!(one.join(format!("{name}-claims.csv")).exists(), "{name}");
    }
    assert!(page.contains("riposte-lab all --positions 2"), "the command is reported");
    let pictures = page.matches("<svg").count();
    let files = fs::read_dir(&one).expect("the folder").filter_map(Result::ok);
    let drawn = files.filter(|file| file.path().extension().is_some_and(|it| it == "svg")).count();
    assert!(pictures >= 10);
    assert_eq!(pictures, drawn);
}

#[test]
fn finished_parts_are_not_run_again() {
    let folder = TempDir::new().expect("a folder");
    let small = "schaeffer --positions 2 --depth 3 --hash 1";
    run(folder.path(), small);
    let whole = fs::read_to_string(folder.path().join("counts.csv")).expect("counts");
    // As if it had been killed at half of the work.
    let half = whole.lines().take(whole.lines().count() / 2).collect::<Vec<_>>().join("\n");
    fs::write(folder.path().join("counts.csv"), half).expect("a file");
    let again = text(&run(folder.path(), small).stderr);
    assert!(again.contains("of 128 parts are known already"), "{again}");
    let third = text(&run(folder.path(), small).stderr);
    assert!(third.contains("128 of 128 parts are known already"), "{third}");
    let fresh = text(&run(folder.path(), &format!("{small} --fresh")).stderr);
    assert!(!fresh.contains("known already"), "{fresh}");
    let other = lab(folder.path(), &format!("{small}0"));
    assert!(text(&other.stderr).contains("--fresh"), "another table is refused");
}

#[test]
fn errors_are_named() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("bad.epd");
    fs::write(&file, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\nno position\n").expect("a file");
    let error = refused(&format!("schaeffer --epd {}", file.display()));
    assert!(error.contains("bad.epd:2: "), "{error}");
    assert!(refused("schaeffer --epd no-such-file").contains("no-such-file"));
    assert!(refused("schaeffer --depth 1").contains("--depth"));
    assert!(refused("schaeffer --positions 0").contains("--positions"));
    assert!(refused("schaefer").contains("schaeffer"), "the names are listed");
    assert!(refused("hash --hash 0 --positions 1 --depth 2").contains("--hash"));
}

#[test]
fn an_ablation_can_be_of_one_setting() {
    let folder = TempDir::new().expect("a folder");
    run(
        folder.path(),
        "ablate --positions 1 --depth 3 --hash 1 --network none --only NullMove=off",
    );
    let table = fs::read_to_string(folder.path().join("ablate.csv")).expect("the table");
    let names: Vec<_> = table.lines().filter_map(|line| line.split(',').next()).collect();
    assert_eq!(names, ["setting", "release", "NullMove=off"]);
    assert!(refused("ablate --only NullMove").contains("NAME=VALUE"));
}

//! `datagen` and `data` as a user runs them: as a program on files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

fn tools() -> Command {
    Command::new(env!("CARGO_BIN_EXE_riposte-tools"))
}

/// Few nodes, so that a game takes some milliseconds.
fn datagen(out: &Path, arguments: &str) -> Command {
    let mut command = tools();
    command.arg("datagen").arg("--out").arg(out);
    let few = "--nodes 40 --unfit-nodes 20 --opening-nodes 100 --hash 1 --frc-share 0.3";
    command.args(few.split_whitespace());
    command.args(arguments.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn data(arguments: &str, paths: &[&Path]) -> Output {
    tools()
        .arg("data")
        .args(arguments.split_whitespace())
        .args(paths)
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs `datagen` to its end and gives the file.
fn generate(out: &Path, arguments: &str) -> Vec<u8> {
    let output = datagen(out, arguments).output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    fs::read(out).expect("the file")
}

/// The bytes of each game.
fn games(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        let moves = bytes[32..].chunks(4).position(|element| element == [0; 4]);
        let (game, rest) = bytes.split_at(32 + 4 * (moves.expect("an end") + 1));
        games.push(game);
        bytes = rest;
    }
    games
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[test]
fn a_seed_makes_the_same_file_with_any_number_of_threads() {
    let folder = Folder::new();
    let one = generate(&folder.file("1"), "--seed 7 --games 12 --threads 1");
    assert_eq!(games(&one).len(), 12);
    assert!(one == generate(&folder.file("2"), "--seed 7 --games 12 --threads 1"));
    assert!(one == generate(&folder.file("3"), "--seed 7 --games 12 --threads 3"));
    assert!(one != generate(&folder.file("4"), "--seed 8 --games 12 --threads 1"));
}

#[test]
fn a_run_is_continued_without_repeating_a_game() {
    let folder = Folder::new();
    let whole = generate(&folder.file("whole"), "--seed 7 --games 15 --threads 2");
    let path = folder.file("parts");
    for count in [4, 4, 9, 15] {
        let part = generate(&path, &format!("--seed 7 --games {count} --threads 2"));
        assert_eq!(games(&part).len(), count);
    }
    assert!(fs::read(&path).expect("the file") == whole);
    let distinct: HashSet<_> = games(&whole).into_iter().collect();
    assert_eq!(distinct.len(), 15);
}

#[test]
fn games_start_from_positions_with_few_pieces() {
    let folder = Folder::new();
    let source = folder.file("source");
    generate(&source, "--seed 7 --games 20 --play-out 1");
    let source = source.to_str().expect("a path");
    let arguments = |threads| {
        format!(
            "--seed 2 --games 8 --threads {threads} --starts {source} --pieces 20 \
             --opening-score 600"
        )
    };
    let path = folder.file("endgames");
    let endgames = generate(&path, &arguments(1));
    assert!(endgames == generate(&folder.file("again"), &arguments(3)));
    let printed = data("inspect --games 8", &[&path]);
    let printed = text(&printed.stdout);
    let fens = printed.lines().filter(|line| line.starts_with("[FEN "));
    let pieces: Vec<usize> = fens
        .map(|line| line.split(' ').nth(1).map_or(0, |it| it.matches(char::is_alphabetic).count()))
        .collect();
    assert_eq!(pieces.len(), 8);
    assert!(pieces.iter().all(|pieces| (2..=20).contains(pieces)), "{pieces:?}");
}

#[test]
fn labelled_games_have_scores_for_some_positions() {
    let folder = Folder::new();
    let arguments = |threads: u32| {
        format!("--seed 4 --games 12 --label-nodes 150 --label-share 0.5 --threads {threads}")
    };
    let path = folder.file("labels");
    let labels = generate(&path, &arguments(1));
    assert!(labels == generate(&folder.file("again"), &arguments(3)));
    let scores = generate(&folder.file("scores"), "--seed 4 --games 12");
    let moves = |games: &[u8]| games.chunks(2).step_by(2).map(<[u8]>::to_vec).collect::<Vec<_>>();
    assert_eq!(moves(&labels), moves(&scores));
    let packed = folder.file("labels.cg");
    assert!(data(&format!("convert --out {}", packed.display()), &[&path]).status.success());
    for path in [&path, &packed] {
        assert!(data("verify", &[path]).status.success());
        let printed = text(&data("inspect --games 12", &[path]).stdout);
        let usable = printed.lines().find_map(|line| line.strip_prefix("usable"));
        let usable = usable.and_then(|rest| rest.split_whitespace().next());
        let usable: usize = usable.expect("a line").parse().expect("a number");
        assert!(usable > 50, "{printed}");
        // Every score stands in a comment of the PGN.
        assert_eq!(printed.matches('{').count(), usable);
    }
}

/// Killed at some moment after it has written something: what is there then is
/// the start of the same file.
#[test]
fn a_killed_run_loses_nothing_that_was_written() {
    let folder = Folder::new();
    let arguments = "--seed 3 --games 200 --threads 2";
    let whole = generate(&folder.file("whole"), arguments);
    let path = folder.file("killed");
    let mut before = 0;
    for round in 0..3 {
        let mut run = datagen(&path, arguments).spawn().expect("it runs");
        wait_for_bytes(&mut run, &path, before);
        std::thread::sleep(Duration::from_millis(17 * round));
        run.kill().expect("it can be killed");
        run.wait().expect("it ends");
        let bytes = fs::read(&path).expect("the file");
        assert!(whole.starts_with(&bytes));
        before = bytes.len() as u64;
    }
    assert!(generate(&path, "--seed 3 --games 200 --threads 1") == whole);
}

#[test]
fn a_game_cut_off_is_removed_with_a_message() {
    let folder = Folder::new();
    let path = folder.file("games");
    let whole = generate(&path, "--seed 3 --games 6 --threads 1");
    fs::write(&path, &whole[..whole.len() - 5]).expect("space");
    let output = datagen(&path, "--seed 3 --games 6").output().expect("it runs");
    let last = games(&whole)[5].len() - 5;
    let message = format!("removed {last} bytes of a game that was cut off");
    assert!(text(&output.stderr).contains(&message), "{}", text(&output.stderr));
    assert!(fs::read(&path).expect("the file") == whole);
}

/// Waits until the file has more than `bytes` or the run has ended.
fn wait_for_bytes(run: &mut Child, path: &Path, bytes: u64) {
    let start = Instant::now();
    while fs::metadata(path).map_or(0, |file| file.len()) <= bytes
        && run.try_wait().expect("a child").is_none()
    {
        // Only so that a broken program does not hang the tests.
        assert!(start.elapsed() < Duration::from_secs(300), "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[test]
fn signals_end_a_run_in_order() {
    for signal in ["-TERM", "-INT"] {
        let folder = Folder::new();
        let path = folder.file("games");
        // Without an end of its own.
        let mut run = datagen(&path, "--seed 5 --threads 2").spawn().expect("it runs");
        wait_for_bytes(&mut run, &path, 0);
        let sent = Command::new("kill").arg(signal).arg(run.id().to_string()).status();
        assert!(sent.expect("kill runs").success());
        let output = run.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let bytes = fs::read(&path).expect("the file");
        let count = games(&bytes).len();
        assert!(text(&output.stdout).contains(&format!("games       {count}\n")), "{signal}");
        assert!(bytes == generate(&folder.file("again"), &format!("--seed 5 --games {count}")));
    }
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = Folder::new();
    let path = folder.file("games");
    let mut first = datagen(&path, "--seed 5 --threads 1").spawn().expect("it runs");
    wait_for_bytes(&mut first, &path, 0);
    let second = datagen(&path, "--seed 5 --games 1").output().expect("it runs");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert!(!second.status.success());
    assert!(text(&second.stderr).contains("in use by another program"));
}

#[test]
fn damage_is_refused_at_its_byte_and_the_rest_is_recovered() {
    let folder = Folder::new();
    let path = folder.file("games");
    let whole = generate(&path, "--seed 3 --games 6");
    let intact = data("verify", &[&path]);
    assert!(intact.status.success(), "{}", text(&intact.stderr));
    assert!(text(&intact.stdout).contains("6 games"));

    let parts = games(&whole);
    let place = parts[0].len() + parts[1].len() + 30;
    let mut bytes = whole.clone();
    bytes[place] = 9;
    fs::write(&path, &bytes).expect("space");
    let out = folder.file("out");
    let out_option = format!("--out {}", out.display());
    for command in ["verify", "inspect", "count"] {
        let output = data(command, &[&path]);
        assert!(!output.status.success(), "{command}");
        let message = format!("byte {place}: 9 is not a result");
        assert!(text(&output.stderr).contains(&message), "{}", text(&output.stderr));
    }
    assert!(!data(&format!("merge {out_option}"), &[&path]).status.success());
    assert_eq!(fs::read_dir(folder.0.path()).expect("a folder").count(), 2, "files are left");
    assert!(!datagen(&path, "--games 9").output().expect("it runs").status.success());

    let recovered = data(&format!("recover {out_option}"), &[&path]);
    assert!(recovered.status.success());
    let place = format!("bytes {} to {}", place - 30, place - 30 + parts[2].len());
    assert!(text(&recovered.stdout).contains(&place), "{}", text(&recovered.stdout));
    let expected: Vec<_> = [0, 1, 3, 4, 5].map(|number| parts[number]).concat();
    assert!(fs::read(&out).expect("the result") == expected);
}

#[test]
fn merge_leaves_out_repeated_games_and_keeps_existing_files() {
    let folder = Folder::new();
    let (a, b, out) = (folder.file("a"), folder.file("b"), folder.file("out"));
    let short = generate(&a, "--seed 3 --games 4");
    let long = generate(&b, "--seed 3 --games 7");
    let merge = format!("merge --out {}", out.display());
    assert!(data(&merge, &[&a, &b]).status.success());
    assert!(long.starts_with(&short));
    assert!(fs::read(&out).expect("the result") == long);

    let refused = data(&merge, &[&a]);
    assert!(text(&refused.stderr).contains("exists already"));
    assert!(fs::read(&out).expect("the result") == long);
    assert!(data(&format!("{merge} --force"), &[&a]).status.success());
    assert!(fs::read(&out).expect("the result") == short);
}

#[test]
fn compact_files_hold_the_same_games() {
    let folder = Folder::new();
    let [plain, packed, back] = ["a.vf", "a.cg", "b.vf"].map(|name| folder.file(name));
    let before = generate(&plain, "--seed 3 --games 40");
    for (from, to) in [(&plain, &packed), (&packed, &back)] {
        let output = data(&format!("convert --out {}", to.display()), &[from]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let after = fs::read(&back).expect("the result");
    assert_eq!(after.len(), before.len());
    for (before, after) in games(&before).into_iter().zip(games(&after)) {
        assert_eq!(before[..32], after[..32]);
        for (before, after) in before[32..].chunks(4).zip(after[32..].chunks(4)) {
            assert_eq!(before[..2], after[..2]);
            let score = |bytes: &[u8]| i32::from(i16::from_le_bytes([bytes[2], bytes[3]]));
            assert!((score(before) - score(after)).abs() <= 4);
        }
    }
    let length = |path| fs::metadata(path).expect("the file").len();
    assert!(length(&packed) * 2 < length(&plain));
    let verified = data("verify", &[&packed]);
    assert!(text(&verified.stdout).contains("40 games"), "{}", text(&verified.stderr));
    // Made compact from the first game on, the file is continued like any other.
    let direct = folder.file("c.cg");
    generate(&direct, "--seed 3 --games 25");
    generate(&direct, "--seed 3 --games 40");
    let again = folder.file("d.vf");
    assert!(data(&format!("convert --out {}", again.display()), &[&direct]).status.success());
    let again = fs::read(&again).expect("the result");
    let moves = |game: &[u8]| game[32..].chunks(4).map(|mv| [mv[0], mv[1]]).collect::<Vec<_>>();
    assert!(games(&before).into_iter().map(moves).eq(games(&again).into_iter().map(moves)));
}

//! `riposte-tools match` as its user sees it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use riposte_notation::pgn::{Game, Reader};
use tempfile::TempDir;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_riposte-tools"))
        .args(["match", "--hash", "1", "--win-score", "500"])
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Weak and quick players.
const QUICK: [&str; 8] =
    ["--network-a", "none", "--network-b", "none", "--nodes", "40", "--setting-a", "StandPat=off"];

fn quick(arguments: &[&str]) -> Output {
    run(&[&QUICK, arguments].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a run that succeeds prints.
fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// What a run that fails says.
fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "{}", text(&output.stdout));
    text(&output.stderr)
}

#[test]
fn a_match_comes_out_the_same_with_any_number_of_threads() {
    let first = printed(&quick(&["--games", "9", "--threads", "1"]));
    assert!(first.contains("A         StandPat=off, piece-square values\n"), "{first}");
    assert!(first.contains("B         release, piece-square values\n"), "{first}");
    assert!(first.contains("games     10: A won "), "{first}");
    assert!(!first.contains("SPRT"), "{first}");
    assert_eq!(printed(&quick(&["--games", "9", "--threads", "3"])), first);
}

#[test]
fn a_match_that_was_interrupted_goes_on_as_if_it_had_not_been() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("match.csv");
    let arguments = |threads: &'static str| {
        let file = file.to_str().unwrap();
        ["--sprt=-300:-150", "--games", "60", "--journal", file, "--threads", threads]
    };
    let whole = printed(&quick(&arguments("1")));
    let journal = fs::read_to_string(&file).unwrap();
    // A finished match is only printed.
    assert_eq!(printed(&quick(&arguments("2"))), whole);
    let lines: Vec<&str> = journal.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("pair,")).unwrap() + 1;
    assert!(lines.len() > head + 3, "{journal}");
    fs::write(&file, lines[..head + 2].join("\n") + "\n3,win,lo").unwrap();
    assert_eq!(printed(&quick(&arguments("3"))), whole);
    assert_eq!(fs::read_to_string(&file).unwrap(), journal);
}

fn games(file: &Path) -> Vec<Game> {
    let text = fs::read_to_string(file).unwrap();
    let mut reader = Reader::new(text.as_bytes());
    std::iter::from_fn(|| reader.read().unwrap()).collect()
}

#[test]
fn games_are_kept_as_pgn() {
    let folder = TempDir::new().unwrap();
    let [journal, pgn] = ["match.csv", "games.pgn"].map(|name| folder.path().join(name));
    let files = ["--journal", journal.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    printed(&quick(&[&["--games", "2"], &files[..]].concat()));
    let output = printed(&quick(&[&["--games", "6"], &files[..]].concat()));
    let games = games(&pgn);
    assert_eq!(games.len(), 6);
    let (mut points, mut rounds) = (0.0, Vec::new());
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.errors, []);
        let replay = game.replay().unwrap();
        assert!(replay.error.is_none(), "{:?}", replay.error);
        assert_eq!(game.tag("Event"), Some("40 nodes"));
        rounds.push(game.tag("Round").unwrap());
        let names = ["StandPat=off, piece-square values", "release, piece-square values"];
        let white = names[number % 2];
        assert_eq!(game.tag("White"), Some(white));
        let won = if number % 2 == 0 { "1-0" } else { "0-1" };
        points += match game.tag("Result").unwrap() {
            "1/2-1/2" => 0.5,
            result => f64::from(u8::from(result == won)),
        };
        let comment = &game.line.moves[0].comments[0];
        assert!(comment.ends_with('s') && comment.contains('/'), "{comment}");
    }
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
    let share = format!("{:.1}", 100.0 * points / 6.0);
    assert!(output.contains(&share), "{share} in {output}");
}

#[test]
fn games_are_kept_for_training() {
    let folder = TempDir::new().unwrap();
    let [journal, games] = ["match.csv", "games.cg"].map(|name| folder.path().join(name));
    let files =
        ["--journal", journal.to_str().unwrap(), "--training-games", games.to_str().unwrap()];
    for (wanted, counted) in [("4", "4 games"), ("8", "8 games")] {
        let output =
            printed(&quick(&[&["--games", wanted, "--played-openings"], &files[..]].concat()));
        assert!(output.contains("drawn, most moves by the engine"), "{output}");
        let verify = Command::new(env!("CARGO_BIN_EXE_riposte-tools"))
            .args(["data", "verify"])
            .arg(&games)
            .output()
            .unwrap();
        assert!(printed(&verify).contains(counted), "{}", text(&verify.stdout));
    }
}

#[test]
fn a_test_ends_a_match_by_itself() {
    let output = printed(&quick(&["--sprt=-100:100"]));
    assert!(output.contains("SPRT      H0 -100 Elo, H1 +100 Elo: LLR -"), "{output}");
    assert!(output.contains("H0 accepted"), "{output}");
}

#[test]
fn a_journal_of_other_conditions_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("match.csv");
    let file = file.to_str().unwrap();
    printed(&quick(&["--games", "2", "--journal", file]));
    for (arguments, error) in [
        (["--seed", "2"], "seed 1"),
        (["--setting-b", "NullMove=off"], "B: release"),
        (["--sprt", "gain"], "test: none"),
    ] {
        let error_of =
            refused(&quick(&[&arguments[..], &["--games", "4", "--journal", file]].concat()));
        assert!(error_of.contains(error), "{error_of}");
    }
    // More games are no other condition.
    let output = printed(&quick(&["--games", "4", "--journal", file]));
    assert!(output.contains("games     4: "), "{output}");
}

#[test]
fn errors_are_reported_before_the_first_game() {
    for (arguments, error) in [
        (&["--setting-a", "NoSuchThing=on", "--games", "2"][..], "NoSuchThing"),
        (&["--setting-b", "NmpBase=99", "--games", "2"], "99"),
        (&["--network-a", "/no/such/file", "--games", "2"], "/no/such/file"),
        (&["--engine-b", "/no/such/engine", "--games", "2"], "/no/such/engine"),
        (&["--book", "/no/such/book.epd", "--games", "2"], "/no/such/book.epd"),
        (&["--pgn", "/no/such/games.pgn", "--games", "2"], "/no/such/games.pgn"),
        (&["--games", "2", "--clock", "soon"], "1+0.01"),
        (&["--games", "2", "--clock", "1", "--nodes", "5"], "--nodes"),
        (&["--games", "2", "--clock", "1", "--threads", "9999"], "cores"),
        (&["--sprt", "4:0"], "below"),
        (&["--option-a", "Hash=1", "--games", "2"], "--engine-a"),
        (&[], "--sprt"),
    ] {
        let output = run(arguments);
        assert!(refused(&output).contains(error), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn games_of_a_book_are_not_repeated() {
    let folder = TempDir::new().unwrap();
    let book = folder.path().join("book.epd");
    fs::write(&book, "4k3/8/8/8/8/8/8/4K2R w K -\n4k2r/8/8/8/8/8/8/4K3 b k -\n").unwrap();
    let book = book.to_str().unwrap();
    let error = refused(&quick(&["--book", book, "--games", "6"]));
    assert!(error.contains("2 openings"), "{error}");
    let output = printed(&quick(&["--book", book, "--sprt", "gain"]));
    assert!(output.contains("games     4: ") && output.contains("no more openings"), "{output}");
}

/// Engines that are shell scripts, in the only position that they know: white has
/// one legal move, then black has one, and then the 50-move rule ends the game.
#[cfg(unix)]
mod programs {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    const BOOK: &str = "7k/7p/7P/8/8/p7/P7/K7 w - - 98 80\n";

    /// Runs a match of release against an engine that answers `go` by `answer`.
    fn against(answer: &str, arguments: &[&str]) -> Output {
        let folder = TempDir::new().unwrap();
        let (engine, book) = (folder.path().join("engine"), folder.path().join("book"));
        write_engine(&engine, answer);
        fs::write(&book, BOOK).unwrap();
        let (engine, book) = (engine.to_str().unwrap(), book.to_str().unwrap());
        let common = ["--engine-a", engine, "--network-b", "none", "--book", book, "--games", "2"];
        run(&[&common, arguments].concat())
    }

    fn write_engine(path: &Path, answer: &str) {
        let script = format!(
            "#!/bin/sh\n\
             move=a1b1\n\
             while read -r line; do\n\
               case \"$line\" in\n\
                 uci) echo 'option name Pawn Size type spin default 1'; echo uciok;;\n\
                 isready) echo readyok;;\n\
                 *' moves') move=a1b1;;\n\
                 *' moves a1b1') move=h8g8;;\n\
                 go*) {answer};;\n\
                 quit) exit;;\n\
               esac\n\
             done\n"
        );
        fs::write(path, script).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_program_plays_by_nodes_and_by_the_clock() {
        let answer = "echo 'info depth 1 score cp 3'; echo \"bestmove $move ponder a1b1\"";
        for limit in [&["--nodes", "40"][..], &["--clock", "40/20", "--threads", "1"]] {
            let output = printed(&against(answer, limit));
            assert!(output.contains("games     2: A won 0, drew 2, lost 0"), "{output}");
        }
    }

    #[test]
    fn a_late_answer_loses_on_time() {
        let answer = "sleep 0.5; echo \"bestmove $move\"";
        let output = printed(&against(answer, &["--clock", "0.2", "--threads", "1"]));
        assert!(output.contains("games     2: A won 0, drew 0, lost 2"), "{output}");
        assert!(output.contains("games lost on time: A 2, B 0"), "{output}");
        let patient = ["--clock", "0.2", "--time-margin", "5000", "--threads", "1"];
        let output = printed(&against(answer, &patient));
        assert!(output.contains("games lost on time: A 0, B 0"), "{output}");
    }

    #[test]
    fn a_program_that_does_not_follow_the_protocol_is_named() {
        for (answer, arguments, error) in [
            ("", &["--training-games", "games.cg"][..], "the built-in engine only"),
            ("echo 'bestmove e2e4'", &[][..], "'e2e4' is not a legal move in 7k/"),
            ("exit", &[], "ended instead of answering 'go nodes 5000'"),
            ("", &["--option-a", "Colour=red"], "no option 'Colour'"),
            ("", &["--option-a", "Colour"], "not NAME=VALUE"),
        ] {
            let text = refused(&against(answer, arguments));
            assert!(text.contains(error), "{text}");
        }
        let option = ["--option-a", "pawn size=2", "--nodes", "40"];
        let output = printed(&against("echo \"bestmove $move\"", &option));
        assert!(output.contains("pawn size=2"), "{output}");
    }
}

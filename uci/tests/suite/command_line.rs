//! Commands as arguments of the program, and `bench`.

use crate::common::{Engine, count, number_after, run, write};

/// The signature in the output of a `bench`: the number before `nodes`.
fn signature(lines: &[String]) -> u64 {
    let count = lines.iter().filter_map(|line| line.strip_suffix(" nodes")).next_back();
    let count = count.and_then(|count| count.parse().ok());
    count.unwrap_or_else(|| panic!("no signature in {lines:#?}"))
}

#[test]
fn words_are_one_command() {
    let (lines, status) = run(&["go", "depth", "5"]);
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove "), 1, "{lines:#?}");
    assert!(lines.iter().any(|line| number_after(line, "depth") == Some(5)));
}

#[test]
fn quoted_arguments_are_one_command_each() {
    let (lines, status) = run(&["position startpos moves e2e4", "go nodes 1000", "d"]);
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove "), 1, "{lines:#?}");
    let fen = "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(count(&lines, fen), 1, "{lines:#?}");
}

#[test]
fn single_words_work_and_searches_without_end_are_ended() {
    let (lines, status) = run(&["uci"]);
    assert!(status.success());
    assert_eq!(lines.last().map(String::as_str), Some("uciok"));
    let (lines, status) = run(&["go", "infinite"]);
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove "), 1);
    let (lines, status) = run(&["perft", "3"]);
    assert!(status.success());
    assert_eq!(count(&lines, "Nodes searched: 8902"), 1);
    let (lines, _) = run(&["--help"]);
    assert!(lines.iter().any(|line| line.contains("setoption name NAME")), "{lines:#?}");
    let (lines, _) = run(&["compiler"]);
    assert!(lines[0].starts_with("Riposte ") && lines[0].contains("rustc "), "{lines:#?}");
    let (lines, _) = run(&["license"]);
    assert!(lines.iter().any(|line| line.contains("Apache License")), "{lines:#?}");
}

#[test]
fn a_bad_argument_is_told_by_the_exit_status() {
    let (lines, status) = run(&["bemch"]);
    assert!(!status.success());
    assert_eq!(count(&lines, "info string unknown command 'bemch'"), 1, "{lines:#?}");
    let (lines, status) = run(&["bench", "16", "1", "3", "no/such/file"]);
    assert!(!status.success());
    assert_eq!(count(&lines, "info string bench: file 'no/such/file'"), 1, "{lines:#?}");
}

#[test]
fn bench_gives_the_same_signature_every_time() {
    let bench = |arguments: &[&str]| {
        let (lines, status) = run(arguments);
        assert!(status.success());
        assert!(lines.iter().any(|line| line.ends_with(" nps")), "{lines:#?}");
        assert_eq!(count(&lines, "info string position "), 50);
        signature(&lines)
    };
    let first = bench(&["bench", "16", "1", "6"]);
    assert!(first > 50);
    assert_eq!(bench(&["bench", "16", "1", "6"]), first);
    assert_ne!(bench(&["bench", "16", "1", "5"]), first);

    // Nothing that the session did before has an influence.
    let mut engine = Engine::greeted();
    engine.send("setoption name Hash value 1");
    engine.send("position startpos moves d2d4");
    engine.best_move("go depth 6");
    engine.send("bench 16 1 6");
    let mut lines = engine.until("info string position 50/50");
    lines.extend((0..3).filter_map(|_| engine.line()));
    assert_eq!(signature(&lines), first);
}

#[test]
fn bench_reads_a_file_and_limits_by_nodes() {
    // Not `scratch`: the words of this command hold no spaces.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "# two positions\n\
        8/8/8/8/8/8/P6k/K7 w - - bm a4; id \"one\";\n\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let path = write(&folder, "two.epd", text).to_string_lossy().into_owned();
    let (lines, status) = run(&["bench", "1", "1", "2000", &path, "nodes"]);
    assert!(status.success(), "{lines:#?}");
    assert_eq!(count(&lines, "info string position "), 2);
    assert!((1..=4000).contains(&signature(&lines)), "{lines:#?}");
}

#[test]
fn spsa_input_has_seven_fields_a_line_and_its_start_between_its_ends() {
    let (lines, _) = run(&["spsa"]);
    assert!(lines.len() > 20, "{lines:#?}");
    for line in lines {
        let fields: Vec<&str> = line.split(", ").collect();
        let [_, "int", numbers @ ..] = &fields[..] else { panic!("{line}") };
        let numbers: Vec<f64> = numbers.iter().map(|text| text.parse().expect(text)).collect();
        let [start, min, max, step, rate] = numbers[..] else { panic!("{line}") };
        assert!(min <= start && start <= max && step > 0.0 && rate > 0.0, "{line}");
    }
}

#[test]
fn openings_are_made_up_by_seed() {
    let openings = |seed: &str, count: usize| {
        let command = format!("genfens {count} seed {seed} book None");
        // As OpenBench calls it: `quit` must not cut it short.
        let (lines, status) = run(&[&command, "quit"]);
        assert!(status.success(), "{lines:#?}");
        let fens: Vec<String> = lines
            .iter()
            .filter_map(|line| line.strip_prefix("info string genfens "))
            .map(str::to_owned)
            .collect();
        assert_eq!(fens.len(), count, "{lines:#?}");
        fens
    };
    let first = openings("42", 20);
    assert_eq!(openings("42", 10), first[..10]);
    assert_ne!(openings("43", 20), first);
    for fen in &first {
        let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
        let position: Result<shakmaty::Chess, _> =
            fen.into_position(shakmaty::CastlingMode::Standard);
        assert!(position.is_ok());
    }
    let (lines, status) = run(&["genfens 3 seed 1 book no/such/book.epd", "quit"]);
    assert!(!status.success());
    assert_eq!(count(&lines, "info string genfens: file 'no/such/book.epd'"), 1, "{lines:#?}");
}

#[test]
fn openings_may_start_from_a_book() {
    // Not `scratch`: the words of this command hold no spaces.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file =
        write(&folder, "book.epd", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - c0 \"pawns\";\n");
    let (lines, status) = run(&[&format!("genfens 5 seed 7 book {}", file.display())]);
    assert!(status.success(), "{lines:#?}");
    assert_eq!(count(&lines, "info string genfens "), 5);
    let pieces = |line: &str| line.split(' ').nth(3).map(|board| board.contains(['N', 'R', 'q']));
    assert!(lines.iter().all(|line| pieces(line) == Some(false)), "{lines:#?}");
}

#[test]
fn help_explains_every_command_that_it_lists() {
    let (overview, _) = run(&["help"]);
    let commands: Vec<&str> = overview
        .iter()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 20, "{overview:#?}");
    for command in commands {
        let (lines, status) = run(&["help", command]);
        assert!(status.success(), "{command}");
        assert!(lines[0].starts_with(command), "{command}: {lines:#?}");
    }
    let (lines, status) = run(&["help", "wanted"]);
    assert!(!status.success());
    assert_eq!(lines, ["info string help: no command 'wanted'"]);
}

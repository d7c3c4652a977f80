//! `riposte analyse` through the real binary.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::common::{scratch, write};

const RECORDS: &str = "\
# three good lines and a bad one
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; id \"back rank\";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
4k3/8/8/8/8/8/8/8 w - - 0 1

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_riposte"));
    command.arg("analyse").args(arguments).stdin(Stdio::null());
    command
}

fn analyse(file: &Path, arguments: &[&str]) -> Output {
    command(arguments).arg(file).output().expect("the engine starts")
}

fn records(text: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(text).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// All but what differs from run to run.
fn without_times(text: &[u8]) -> Vec<Value> {
    let mut records = records(text);
    for record in &mut records {
        if let Some(object) = record.as_object_mut() {
            object.remove("time_ms");
        }
    }
    records
}

#[test]
fn every_line_has_its_record_in_order_and_bad_ones_are_named() {
    let folder = scratch();
    let file = write(&folder, "with space.epd", RECORDS);
    let output = analyse(&file, &["--depth", "6", "--threads", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("with space.epd:4: bad FEN"), "{errors}");
    assert!(errors.contains("bad lines: 1"), "{errors}");

    let records = records(&output.stdout);
    let places: Vec<_> =
        records.iter().map(|r| (r["index"].as_u64(), r["line"].as_u64())).collect();
    let expected = [(0, 2), (1, 3), (2, 4), (3, 6), (4, 7)];
    assert_eq!(places, expected.map(|(index, line)| (Some(index), Some(line))));

    let mate = &records[0];
    assert_eq!(mate["id"], "back rank");
    assert_eq!(mate["best"], serde_json::json!({"uci": "d1d8", "san": "Rd8#"}));
    assert_eq!(mate["score"], serde_json::json!({"mate": 1}));
    assert_eq!(mate["pv"]["san"], serde_json::json!(["Rd8#"]));
    let start = &records[1];
    assert_eq!(start["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(start["depth"], 6);
    assert!(start["score"]["cp"].is_i64() && start["nodes"].is_u64(), "{start}");
    assert!(start["time_ms"].is_u64(), "{start}");
    let wdl: Vec<u64> =
        start["wdl"].as_array().into_iter().flatten().flat_map(Value::as_u64).collect();
    assert_eq!((wdl.len(), wdl.iter().sum()), (3, 1000), "{start}");
    assert_eq!(mate["wdl"], serde_json::json!([1000, 0, 0]));
    assert_eq!(start["pv"]["uci"][0], start["best"]["uci"]);
    let lengths = ["uci", "san"].map(|name| start["pv"][name].as_array().map(Vec::len));
    assert!(lengths[0] == lengths[1] && lengths[0] > Some(0), "{start}");
    assert!(records[2]["error"].is_string() && records[2]["best"].is_null());
    // Stalemate: nothing to play, and no error.
    assert!(records[4]["best"].is_null() && records[4]["error"].is_null());
    assert_eq!(records[4]["score"]["cp"], 0);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let folder = scratch();
    let file = write(&folder, "a.epd", RECORDS.repeat(3));
    let with = |threads| analyse(&file, &["--nodes", "3000", "--threads", threads]).stdout;
    let one = without_times(&with("1"));
    assert_eq!(one.len(), 15);
    assert_eq!(without_times(&with("4")), one);
}

#[test]
fn several_lines_are_given_best_first() {
    let folder = scratch();
    let file = write(&folder, "a.epd", RECORDS);
    let output = analyse(&file, &["--nodes", "4000", "--multipv", "3", "--threads", "2"]);
    let records = records(&output.stdout);
    let lines = |index: usize| records[index]["lines"].as_array().cloned().unwrap_or_default();
    for index in [0, 1, 3] {
        let (record, lines) = (&records[index], lines(index));
        assert_eq!(lines.len(), 3, "{record}");
        for field in ["score", "wdl", "depth", "pv"] {
            assert_eq!(lines[0][field], record[field], "{field} of {record}");
        }
        let mut firsts: Vec<_> = lines.iter().map(|line| line["pv"]["uci"][0].as_str()).collect();
        assert_eq!(firsts[0], record["best"]["uci"].as_str());
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{record}");
        // The first may be from a later iteration than the others.
        let values = lines[1..].iter().filter_map(|line| line["score"]["cp"].as_i64());
        assert!(values.is_sorted_by(|one, other| one >= other), "{record}");
    }
    // A position without a move has one line, in which there is none.
    assert_eq!(lines(4).len(), 1, "{}", records[4]);
    assert!(records[2]["lines"].is_null() && records[2]["error"].is_string());
    let one = analyse(&file, &["--nodes", "100"]);
    assert!(!String::from_utf8_lossy(&one.stdout).contains("lines"));
    for bad in ["0", "257", "x"] {
        assert_eq!(analyse(&file, &["--multipv", bad]).status.code(), Some(2), "{bad}");
    }
}

#[test]
fn a_folder_without_tables_is_refused() {
    let folder = scratch();
    let file = write(&folder, "a.epd", RECORDS);
    let empty = folder.path().join("an empty folder");
    fs::create_dir_all(&empty).expect("a folder in the temporary folder");
    let output = analyse(&file, &["--syzygy-path", empty.to_str().expect("a plain name")]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("there are no tables in") && errors.contains("an empty folder"));
    assert!(output.stdout.is_empty());
}

#[test]
fn tablebases_are_asked() {
    let Ok(tables) = std::env::var("RIPOSTE_SYZYGY") else {
        println!("SKIPPED: RIPOSTE_SYZYGY names no folder with tables");
        return;
    };
    let folder = scratch();
    // Won, drawn, and won but for the 50-move rule.
    let file = write(
        &folder,
        "a.epd",
        "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1\n8/8/8/4k3/8/4p3/4K3/8 w - - 0 1\n\
         8/8/8/8/3k4/8/8/KBN5 w - - 90 100\n",
    );
    let with = |more: &[&str]| {
        let arguments = [&["--depth", "4", "--syzygy-path", &tables], more].concat();
        let output = analyse(&file, &arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        records(&output.stdout)
    };
    let records = with(&[]);
    let centipawns = |record: &Value| record["score"]["cp"].as_i64();
    assert!(records.iter().all(|record| record["tbhits"].as_u64() > Some(0)), "{records:#?}");
    assert!(centipawns(&records[0]).is_none_or(|value| value > 10_000), "{records:#?}");
    assert_eq!(centipawns(&records[1]), Some(0));
    assert!(centipawns(&records[2]).is_some_and(|value| value < 10_000), "{records:#?}");
    let records = with(&["--no-50-move-rule"]);
    assert!(centipawns(&records[2]).is_none_or(|value| value > 10_000), "{records:#?}");
}

#[test]
fn every_position_of_a_game_is_analysed() {
    let folder = scratch();
    let text = "[White \"A\"]\n\n1. f3 {weak} e5 2. g4 (2. e4) Qh4# 0-1\n\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. Qd1 *\n\n1. d4 *\n";
    let file = write(&folder, "games.pgn", text);
    let output = analyse(&file, &["--depth", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("games.pgn:7: move 'Qd1'"), "{errors}");
    let records = records(&output.stdout);
    let places: Vec<_> = records.iter().map(|r| (r["game"].as_u64(), r["ply"].as_u64())).collect();
    let expected = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1)];
    assert_eq!(places, expected.map(|(game, ply)| (Some(game), Some(ply))));
    assert_eq!(records[3]["played"], serde_json::json!({"uci": "d8h4", "san": "Qh4#"}));
    assert_eq!(records[3]["score"], serde_json::json!({"mate": 1}));
    assert_eq!(records[4]["played"]["uci"], "e1g1");
    assert!(records[6]["error"].is_string(), "{}", records[6]);
}

#[test]
fn games_are_reported_on_pages_and_annotated() {
    let folder = scratch();
    let text = "[White \"<A>\"]\n\n1. f3 {weak} e5 2. g4 (2. e4) Qh4# 0-1\n\n1. e4 Ke7 *\n\n\
        [FEN \"8/8\"]\n1. e4 *\n\n1. d4 } *\n";
    let file = write(&folder, "games.pgn", text);
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let [report, pgn, json] = ["report", "out.pgn", "out.jsonl"].map(path);
    let arguments = ["--depth", "3", "--report", &report, "--pgn", &pgn];
    let output = analyse(&file, &arguments);
    assert_eq!(output.status.code(), Some(1), "two games are bad");
    assert!(output.stdout.is_empty(), "JSON was not asked for");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("games.pgn:5: move 'Ke7'"), "{errors}");
    assert!(errors.contains("games.pgn:10: warning: '}' is skipped"), "{errors}");

    let page =
        |name: &str| fs::read_to_string(folder.path().join("report").join(name)).expect(name);
    let index = page("index.html");
    assert!(index.contains("&lt;A&gt;") && !index.contains("<A>"), "{index}");
    assert!(["1", "2", "3", "4"].iter().all(|n| index.contains(&format!("game-000{n}.html"))));
    let data = page("game-0001.html");
    let data =
        data.split_once("id=\"data\">").expect("data").1.split_once("</script>").expect("an end").0;
    let data: Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["plies"][2]["judgement"], "blunder", "{data}");
    assert_eq!(data["positions"][2]["lines"].as_array().map(Vec::len), Some(3), "{data}");
    assert_eq!(data["positions"][4]["ending"], "checkmate");

    // Where lines are broken depends on the evaluations.
    let annotated = fs::read_to_string(&pgn).expect("annotated games").replace('\n', " ");
    assert!(annotated.contains("weak}") && annotated.contains("2. g4 $4"), "{annotated}");
    assert!(annotated.contains("(2. e4)"), "{annotated}");
    assert!(annotated.contains("[%eval #-1]"), "{annotated}");
    assert_eq!(analyse(&file, &arguments).status.code(), Some(1), "games are not overwritten");

    // From an output that is there, the same report is made without a search.
    let with_json = |more: &[&str]| {
        analyse(&file, &[&["--depth", "3", "--multipv", "3", "-o", &json], more].concat())
    };
    with_json(&[]);
    let before = page("game-0001.html");
    with_json(&["--resume", "--report", &report]);
    assert_eq!(page("game-0001.html"), before);

    fs::write(folder.path().join("report").join("index.html"), "mine").expect("a file");
    let refused = analyse(&file, &["--depth", "3", "--report", &report]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not from a report"));
    assert_eq!(page("index.html"), "mine");
}

#[test]
fn a_stream_is_answered_line_by_line() {
    let mut command = command(&["--depth", "3", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a start");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for (index, fen) in RECORDS.lines().filter(|line| line.contains(" - 0 1")).enumerate() {
        writeln!(input, "{fen}").expect("the engine reads");
        // The input is still open.
        let line = output.next().expect("an answer").expect("text");
        let record: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(record["index"], index);
    }
    drop(input);
    assert!(output.next().is_none());
    assert_eq!(child.wait().expect("an end").code(), Some(1));
}

#[test]
fn an_analysis_that_was_cut_short_is_resumed() {
    let folder = scratch();
    let file = write(&folder, "a.epd", RECORDS);
    let target = folder.path().join("out.jsonl");
    let name = target.to_str().expect("a name in Unicode");
    let run = |file: &Path, more: &[&str]| {
        analyse(file, &[&["--depth", "5", "--output", name], more].concat())
    };
    assert_eq!(run(&file, &[]).status.code(), Some(1));
    let whole = fs::read(&target).expect("the output");
    // An output is not overwritten.
    let output = run(&file, &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("exists already"));
    assert_eq!(fs::read(&target).expect("the output"), whole);

    // Cut off in the middle of a line, at its end, at the beginning and never.
    let second_line = whole.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for length in [second_line + 20, second_line, 5, 0, whole.len()] {
        fs::write(&target, &whole[..length]).expect("a file");
        let output = run(&file, &["--resume"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let resumed = fs::read(&target).expect("the output");
        assert_eq!(without_times(&resumed), without_times(&whole));
        assert_eq!(resumed[..length.min(second_line)], whole[..length.min(second_line)]);
    }

    let refused = |file: &Path, part: &str| {
        let before = fs::read(&target).expect("the output");
        let output = run(file, &["--resume"]);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(part), "{errors}");
        assert_eq!(fs::read(&target).expect("the output"), before);
    };
    let other = write(&folder, "b.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    refused(&other, "line 1: this is about another position");
    let shorter = RECORDS.lines().take(3).map(|line| format!("{line}\n")).collect::<String>();
    refused(&write(&folder, "c.epd", &shorter), "more lines than the input");
    fs::write(&target, "something\nelse\n").expect("a file");
    refused(&file, "line 1: this is no result");
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_leaves_whole_lines() {
    let folder = scratch();
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let file = write(&folder, "a.epd", position.repeat(5));
    let target = folder.path().join("out.jsonl");
    let name = target.to_str().expect("a name in Unicode");
    let child = command(&["--depth", "3", "--threads", "1", "--output", name]).arg(&file).output();
    assert_eq!(child.expect("a start").status.code(), Some(0));
    let whole = fs::read(&target).expect("the output");
    fs::remove_file(&target).expect("the output is there");

    let mut command = command(&["--movetime", "600000", "--output", name]);
    let mut child = command.arg(&file).stderr(Stdio::piped()).spawn().expect("a start");
    // It listens before it opens its output.
    while !target.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // SAFETY: sends a signal to a child that has not been waited for yet.
    let outcome = unsafe { libc::kill(child.id().cast_signed(), libc::SIGINT) };
    assert_eq!(outcome, 0);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert_eq!(fs::read(&target).expect("the output"), b"");

    let resumed =
        self::command(&["--depth", "3", "--output", name, "--resume"]).arg(&file).output();
    assert_eq!(resumed.expect("a start").status.code(), Some(0));
    let resumed = fs::read(&target).expect("the output");
    assert_eq!(without_times(&resumed), without_times(&whole));
}

#[test]
fn what_cannot_be_done_is_said() {
    let output = command(&["no/such/file.epd"]).output().expect("a start");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/file.epd: "));
    let output = command(&["--depth", "0", "x"]).output().expect("a start");
    assert_eq!(output.status.code(), Some(2));
    let output = command(&["--help"]).output().expect("a start");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("--resume"));
}

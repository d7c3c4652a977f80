//! Whatever comes in: one clear line, and the engine lives on with its last
//! good state.

use crate::common::{Engine, count};

const GOOD: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Sends `line` to an engine at [`GOOD`], and expects one message that has
/// `part` in it, the same position as before, and a search that works.
fn is_refused(engine: &mut Engine, line: &str, part: &str) {
    let lines = engine.ask(line);
    assert_eq!(lines.len(), 1, "{line}: {lines:#?}");
    let message = &lines[0];
    assert!(message.starts_with("info string "), "{line}: {message}");
    assert!(message.contains(part), "{line}: '{part}' is not in '{message}'");
    assert_eq!(engine.fen(), GOOD, "{line}");
}

fn engine_at_good_position() -> Engine {
    let mut engine = Engine::greeted();
    assert!(engine.ask(&format!("position fen {GOOD}")).is_empty());
    engine
}

#[test]
fn bad_fens_are_refused_and_repeated() {
    let mut engine = engine_at_good_position();
    for fen in [
        // Not the shape of a FEN.
        "nonsense",
        "8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 garbage",
        // Not a position of chess.
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R b K - 0 1 0",
        "4k2R/8/8/8/8/8/8/4K3 w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/k7/7K b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    ] {
        is_refused(&mut engine, &format!("position fen {fen}"), fen);
    }
    is_refused(&mut engine, "position fen", "FEN is missing");
    is_refused(&mut engine, "position", "'startpos' or 'fen'");
    is_refused(&mut engine, "position elsewhere moves e2e4", "elsewhere");
    is_refused(&mut engine, "perft 2 8/8/8 w - -", "8/8/8");
    assert_eq!(engine.best_move("go depth 3").len(), 4);
}

#[test]
fn illegal_moves_leave_the_position_before_the_command() {
    let mut engine = engine_at_good_position();
    for (moves, bad) in [
        ("e2e4 e7e5 e4e5", "move 3 'e4e5'"),
        ("e2e4 e2e4", "move 2 'e2e4'"),
        ("e1g1", "move 1 'e1g1'"),
        ("e2e4 xyzzy", "move 2 'xyzzy'"),
        ("0000", "move 1 '0000'"),
        ("e2", "move 1 'e2'"),
        ("e2e9", "move 1 'e2e9'"),
        ("e2e4q", "move 1 'e2e4q'"),
        ("\u{e9}2e4", "move 1"),
    ] {
        is_refused(&mut engine, &format!("position startpos moves {moves}"), bad);
    }
    is_refused(&mut engine, "position fen 7k/8/8/8/8/8/P7/K7 w - - 0 1 moves a2a5", "a2a5");
    let promotion = "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves";
    is_refused(&mut engine, &format!("{promotion} a7a8"), "a7a8");
    is_refused(&mut engine, &format!("{promotion} a7a8k"), "a7a8k");
}

#[test]
fn bad_option_values_keep_the_old_ones() {
    let mut engine = engine_at_good_position();
    for (option, part) in [
        ("name Hash value 0", "Hash"),
        ("name Hash value -5", "'-5'"),
        ("name Hash value lots", "'lots'"),
        ("name Hash value 99999999999999999999999999", "from 1 to"),
        ("name Hash", "Hash"),
        ("name Threads value 0", "Threads"),
        ("name Threads value 1000000", "Threads"),
        ("name MultiPV value 257", "from 1 to 256"),
        ("name Ponder value maybe", "'maybe'"),
        ("name Move Overhead value 1.5", "'1.5'"),
        ("name No Such Option value 3", "'No Such Option'"),
        ("name", "name is missing"),
        ("value 3", "'name' is missing"),
        ("", "'name' is missing"),
    ] {
        is_refused(&mut engine, &format!("setoption {option}"), part);
    }
    engine.send("go depth 3");
    let lines = engine.until("bestmove ");
    assert_eq!(count(&lines, "info string"), 0, "{lines:#?}");
}

#[test]
fn unknown_commands_are_named() {
    let mut engine = engine_at_good_position();
    for line in ["xyzzy", "GO depth 3", "go\u{0}depth 3", "\u{1b}[31m red", "\u{2654}\u{265a}"] {
        is_refused(&mut engine, line, "unknown command");
    }
    is_refused(&mut engine, &"x".repeat(100_000), "unknown command 'xxx");
    assert!(engine.ask("").is_empty());
    assert!(engine.ask("\r\n \t \n\n").is_empty());
    // Both questions are answered.
    assert!(engine.ask("xyzzy isready").is_empty());
    engine.until("readyok");
}

#[test]
fn numbers_beyond_every_type_are_survived() {
    let mut engine = engine_at_good_position();
    let huge = "9".repeat(400);
    for line in [
        format!("perft {huge}"),
        format!("go perft {huge}"),
        format!("perft {huge}x"),
        "perft".into(),
        "go perft".into(),
        format!("bench {huge}"),
        format!("bench 16 {huge}"),
        "bench x".into(),
        "bench 16 1 5 no/such/file".into(),
        "bench 16 1 5 default plies".into(),
    ] {
        is_refused(&mut engine, &line, "");
    }
    for go in [
        format!("go depth {huge} movetime 10"),
        format!("go nodes {huge} depth 2"),
        format!("go wtime {huge} btime {huge} winc {huge} binc {huge} depth 2"),
        format!("go wtime -{huge} btime -{huge}"),
        format!("go movestogo {huge} wtime 50 btime 50"),
        format!("go movetime {huge} depth 2"),
        format!("go mate {huge} depth 2"),
        format!("go infinite depth {huge}\nstop"),
        format!("go wtime {huge} winc -{huge} movestogo {huge}\nstop"),
    ] {
        engine.send(&go);
        engine.answer();
    }
    engine.send("go depth x nodes y wtime");
    engine.send("stop");
    let lines = engine.until("bestmove ");
    assert_eq!(count(&lines, "info string go: "), 3, "{lines:#?}");
}

#[test]
fn bytes_that_are_no_text_are_one_bad_line() {
    let mut engine = engine_at_good_position();
    for bytes in
        [b"\xff\xfe\xfd\n".as_slice(), b"\x80position startpos\n", b"pos\xc3\x28ition startpos\n"]
    {
        engine.send_bytes(bytes);
        let lines = engine.ready();
        assert_eq!(count(&lines, "info string unknown command"), 1, "{lines:#?}");
    }
    engine.send_bytes(b"position fen \xff\xff\xff w - - 0 1\n");
    assert_eq!(count(&engine.ready(), "info string position: bad FEN"), 1);
    engine.send_bytes(b"setoption name \xf0\x9f value \xff\n");
    assert_eq!(count(&engine.ready(), "info string there is no option"), 1);
    assert_eq!(engine.fen(), GOOD);
}

#[test]
fn a_line_without_end_is_dropped() {
    let mut engine = engine_at_good_position();
    let mut line = vec![b'x'; 5 << 20];
    line.extend_from_slice(b" quit\n");
    engine.send_bytes(&line);
    let lines = engine.ready();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].starts_with("info string a line of more than"), "{lines:#?}");
    assert_eq!(engine.fen(), GOOD);
}

#[test]
fn a_hash_beyond_the_machine_leaves_a_working_engine() {
    let mut engine = engine_at_good_position();
    let lines = engine.ask("setoption name Hash value 33554432");
    assert_eq!(count(&lines, "info string hash of 33554432 MB: "), 1, "{lines:#?}");
    // What is used instead is said, and is no less than what there was.
    let used = lines[0].split("; using ").nth(1).and_then(|rest| rest.split(' ').next());
    let used: u64 = used.and_then(|used| used.parse().ok()).expect("a size");
    assert!((16..33_554_432).contains(&used), "{lines:#?}");
    assert_eq!(engine.best_move("go depth 4").len(), 4);
}

#[test]
fn noise_does_not_end_the_engine() {
    let mut engine = Engine::greeted();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..200 {
        let mut noise: Vec<u8> = (0..random() % 200).map(|_| random() as u8).collect();
        noise.push(b'\n');
        engine.send_bytes(&noise);
    }
    engine.ready();
    engine.best_move("go depth 2");
    engine.quit();
}

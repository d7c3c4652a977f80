//! What a chess program relies on, through the real binary.

use crate::common::{Engine, count, number_after, pipe};

#[test]
fn the_greeting_names_the_engine_and_its_options() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert_eq!(count(&lines, "id name Riposte "), 1, "{lines:#?}");
    assert_eq!(count(&lines, "id author "), 1);
    for option in [
        "Hash type spin default 16 min 1 max ",
        "Threads type spin default 1 min 1 max 1024",
        "MultiPV type spin default 1 min 1 max 256",
        "Ponder type check default false",
        "Move Overhead type spin default ",
        "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false",
        "Clear Hash type button",
        "EvalFile type string default <embedded>",
        "SyzygyPath type string default <empty>",
        "SyzygyProbeDepth type spin default 1 min 1 max 100",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Syzygy50MoveRule type check default true",
        "Deterministic type check default false",
        "nodestime type spin default 0 min 0 max ",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1500 min 600 max 3000",
    ] {
        assert_eq!(count(&lines, &format!("option name {option}")), 1, "{option}");
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn every_option_can_be_set_to_its_announced_default() {
    let mut engine = Engine::start();
    engine.send("uci");
    for line in engine.until("uciok") {
        let Some(option) = line.strip_prefix("option name ") else { continue };
        let (name, rest) = option.split_once(" type ").expect("every option has a type");
        let default = rest.split_once("default ").map(|(_, rest)| rest);
        let value = default.and_then(|rest| rest.split(' ').next());
        let value = value.map(|value| format!(" value {value}")).unwrap_or_default();
        let answer = engine.ask(&format!("setoption name {name}{value}"));
        assert!(answer.is_empty(), "{name}: {answer:#?}");
    }
}

#[test]
fn a_search_reports_every_field_and_ends_with_an_exact_score() {
    let mut engine = Engine::greeted();
    engine.send("position startpos moves e2e4");
    engine.send("go depth 7");
    let lines = engine.until("bestmove ");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
    assert!(infos.len() >= 7, "{lines:#?}");
    for info in &infos {
        for word in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
            assert!(number_after(info, word).is_some(), "{word} in {info}");
        }
        assert!(info.contains(" score cp ") || info.contains(" score mate "), "{info}");
        assert!(info.contains(" tbhits 0 ") && info.contains(" pv "), "{info}");
        assert!(!info.contains('.'), "{info}");
    }
    let last = infos.last().expect("a report");
    assert_eq!(number_after(last, "depth"), Some(7));
    assert!(!last.contains("bound"), "{last}");
    let first_move = last.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
    let best = lines.last().and_then(|line| line.split(' ').nth(1));
    assert_eq!(first_move, best);
}

#[test]
fn an_immediate_stop_is_answered_every_time() {
    let mut engine = Engine::greeted();
    for round in 0..100 {
        let go = ["go infinite", "go depth 30", "go wtime 60000 btime 60000"][round % 3];
        engine.send_bytes(format!("position startpos\n{go}\nstop\n").as_bytes());
        let lines = engine.until("bestmove ");
        assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:#?}");
        assert_eq!(lines.last().and_then(|line| line.split(' ').nth(1)).map(str::len), Some(4));
    }
    assert!(engine.ready().is_empty());
}

#[test]
fn an_infinite_search_waits_for_stop_even_with_a_single_move() {
    let mut engine = Engine::greeted();
    // The king's only move takes the queen.
    engine.send("position fen k7/8/8/8/8/8/1q6/K7 w - - 0 1");
    engine.send("go infinite");
    for _ in 0..20 {
        let lines = engine.ready();
        assert_eq!(count(&lines, "bestmove"), 0, "{lines:#?}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    engine.send("stop");
    assert_eq!(engine.answer(), "a1b2");
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut engine = Engine::greeted();
    engine.send("go infinite");
    for _ in 0..10 {
        let lines = engine.ready();
        assert_eq!(count(&lines, "bestmove"), 0);
    }
    engine.send("uci");
    assert_eq!(count(&engine.until("uciok"), "bestmove"), 0);
    engine.send("d");
    engine.until("Fen: rnbqkbnr/");
    engine.send("stop");
    engine.answer();
}

#[test]
fn commands_during_a_search_are_carried_out_after_it_in_their_order() {
    let mut engine = Engine::greeted();
    engine.send("go infinite");
    engine.send("setoption name Hash value 4");
    engine.send("setoption name MultiPV value 3");
    engine.send("setoption name Hash value 0");
    engine.send("position startpos moves d2d4");
    let lines = engine.ready();
    assert_eq!(count(&lines, "bestmove"), 0);
    assert_eq!(count(&lines, "info string"), 0, "{lines:#?}");
    engine.send("stop");
    engine.answer();
    let lines = engine.ready();
    assert_eq!(count(&lines, "info string option Hash "), 1, "{lines:#?}");
    assert!(engine.fen().contains("/3P4/"));
    engine.send("go depth 3");
    let lines = engine.until("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:#?}");
}

#[test]
fn every_go_gets_its_own_answer() {
    let mut engine = Engine::greeted();
    engine.send_bytes(
        b"go infinite\nposition startpos moves e2e4\ngo infinite\nstop\n\
          position startpos moves d2d4\ngo depth 2\n",
    );
    for _ in 0..3 {
        engine.answer();
    }
    assert!(engine.fen().contains("/3P4/"));
}

#[test]
fn stop_and_ponderhit_without_a_search_are_ignored() {
    let mut engine = Engine::greeted();
    assert!(engine.ask("stop").is_empty());
    assert!(engine.ask("ponderhit").is_empty());
    // Neither affects the next search.
    engine.send("go depth 5");
    let lines = engine.until("bestmove ");
    assert!(lines.iter().any(|line| number_after(line, "depth") == Some(5)), "{lines:#?}");
}

#[test]
fn pondering_ends_with_ponderhit_or_stop_and_not_before() {
    let mut engine = Engine::greeted();
    for end in ["ponderhit", "stop"] {
        engine.send("position startpos moves e2e4 e7e5");
        engine.send("go ponder wtime 200 btime 200");
        std::thread::sleep(std::time::Duration::from_millis(400));
        let lines = engine.ready();
        assert_eq!(count(&lines, "bestmove"), 0, "{lines:#?}");
        engine.send(end);
        engine.answer();
    }
    engine.send("go ponder depth 2");
    let lines = engine.ready();
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:#?}");
    engine.send("ponderhit");
    engine.answer();
}

#[test]
fn a_position_without_a_move_has_no_best_move() {
    let mut engine = Engine::greeted();
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", " score mate 0"),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", " score cp 0"),
    ] {
        for go in ["go depth 5", "go wtime 1000 btime 1000", "go infinite\nstop"] {
            engine.send(&format!("position fen {fen}\n{go}"));
            let lines = engine.until("bestmove ");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
            assert!(lines.iter().any(|line| line.contains(score)), "{fen} {go}: {lines:#?}");
        }
    }
}

#[test]
fn limits_hold_together_and_odd_clocks_are_survived() {
    let mut engine = Engine::greeted();
    for limits in [
        "wtime -500 btime -500",
        "wtime 0 btime 0 winc 0 binc 0",
        "wtime 100",
        "btime 100",
        "wtime 1 btime 1 movestogo 1",
        "movetime 0",
        "movetime -7",
        "depth 60 movetime 20",
        "depth 2 infinite nodes 100\nstop",
        "nodes 1",
        "wtime 60000 btime 60000 nodes 500",
        "mate 1 depth 3",
        "depth 0",
    ] {
        engine.send("position startpos");
        let best = engine.best_move(&format!("go {limits}"));
        assert_eq!(best.len(), 4, "{limits}");
    }
}

#[test]
fn only_the_given_moves_are_searched() {
    let mut engine = Engine::greeted();
    assert_eq!(engine.best_move("go depth 3 searchmoves a2a3"), "a2a3");
    let best = engine.best_move("go searchmoves h2h4 a2a4 depth 3");
    assert!(["h2h4", "a2a4"].contains(&best.as_str()), "{best}");
    engine.send("go searchmoves e2e5 h2h3 depth 2");
    let lines = engine.until("bestmove h2h3");
    assert_eq!(count(&lines, "info string go: searchmoves 'e2e5'"), 1, "{lines:#?}");
}

#[test]
fn a_mate_is_found_and_written_in_moves() {
    let mut engine = Engine::greeted();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    engine.send("go depth 4");
    let lines = engine.until("bestmove ");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line == "bestmove d1d8"), "{lines:#?}");
}

#[test]
fn chess960_castling_is_read_and_written_as_king_takes_rook() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut engine = Engine::greeted();
    engine.send(fen);
    assert_eq!(engine.best_move("go depth 2 searchmoves e1g1"), "e1g1");
    assert_eq!(engine.best_move("go depth 2 searchmoves e1h1"), "e1g1");
    engine.send("setoption name UCI_Chess960 value true");
    engine.send(fen);
    assert_eq!(engine.best_move("go depth 2 searchmoves e1h1"), "e1h1");
    assert_eq!(engine.fen(), "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
    engine.send(&format!("{fen} moves e1h1"));
    assert!(engine.fen().starts_with("4k3/8/8/8/8/8/8/5RK1 b "));
}

#[test]
fn the_end_of_the_input_lets_finite_searches_finish() {
    let (lines, status) = pipe("position startpos\ngo depth 6\n");
    assert!(status.success());
    assert!(lines.iter().any(|line| number_after(line, "depth") == Some(6)), "{lines:#?}");
    assert_eq!(count(&lines, "bestmove "), 1);

    let (lines, status) = pipe("go depth 4\nposition startpos moves e2e4\ngo depth 4\nperft 3");
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove "), 2);
    assert_eq!(lines.iter().filter(|line| *line == "Nodes searched: 13160").count(), 1);
}

#[test]
fn the_end_of_the_input_stops_searches_that_would_not_end() {
    for go in ["go infinite", "go", "go ponder wtime 1000 btime 1000"] {
        let (lines, status) = pipe(&format!("{go}\n"));
        assert!(status.success());
        assert_eq!(count(&lines, "bestmove "), 1, "{go}: {lines:#?}");
    }
    let (_, status) = pipe("");
    assert!(status.success());
}

#[test]
fn quit_ends_the_process_during_a_search() {
    let mut engine = Engine::greeted();
    engine.send("go infinite");
    engine.quit();
    let mut engine = Engine::greeted();
    engine.send("perft 12");
    engine.quit();
    let mut engine = Engine::greeted();
    engine.send("bench 16 1 60");
    engine.quit();
}

#[test]
fn a_new_game_makes_a_search_repeatable() {
    let mut engine = Engine::greeted();
    let mut search = || {
        engine.send("ucinewgame");
        engine.send("position startpos moves e2e4 c7c5");
        engine.send("go depth 7");
        let lines = engine.until("bestmove ");
        lines.iter().filter_map(|line| number_after(line, "nodes")).max()
    };
    let first = search();
    assert!(first.is_some());
    assert_eq!(search(), first);
}

#[test]
fn a_game_of_thousands_of_moves_is_set_up() {
    let mut engine = Engine::greeted();
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(1500);
    engine.send(&format!("position startpos moves{shuffle} e2e4"));
    assert!(engine.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/"));
    engine.best_move("go depth 3");
}

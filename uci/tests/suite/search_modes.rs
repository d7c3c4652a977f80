//! Ways to search beside a clock: node clocks, mates, MultiPV, limited strength.

use crate::common::{Engine, number_after};

#[test]
fn a_clock_of_nodes_makes_timed_games_repeatable() {
    let play = || {
        let mut engine = Engine::greeted();
        engine.send("setoption name nodestime value 100");
        engine.send("ucinewgame");
        let mut moves = String::new();
        let mut nodes = Vec::new();
        for _ in 0..6 {
            engine.send(&format!("position startpos moves{moves}"));
            // The client's clock is of no importance after the first move.
            engine.send("go wtime 2000 btime 2000 winc 10 binc 10");
            let lines = engine.until("bestmove ");
            let last = lines.iter().filter_map(|line| number_after(line, "nodes")).max();
            nodes.extend(last);
            let answer = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
            moves.push_str(&format!(" {answer}"));
        }
        (moves, nodes)
    };
    let first = play();
    // Of 200,000 nodes one move takes a part.
    assert!(first.1.iter().all(|&nodes| (100..150_000).contains(&nodes)), "{:?}", first.1);
    assert_eq!(play(), first);
}

#[test]
fn a_proven_draw_is_zero_and_no_block_is_printed_twice() {
    let mut engine = Engine::greeted();
    engine.send(
        "position fen q4kb1/3Q2nq/8/r3PpK1/2n5/7q/8/q7 w - f6 0 1 \
         moves d7c8 f8f7 c8d7 f7f8 d7d8 f8f7\ngo nodes 10000",
    );
    let lines = engine.until("bestmove ");
    let scores: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
    assert!(scores.len() > 5, "{lines:#?}");
    assert!(scores.iter().all(|line| line.contains(" score cp 0 ")), "{lines:#?}");

    for go in ["go depth 6", "go nodes 5000"] {
        engine.send(&format!("ucinewgame\nposition startpos\n{go}"));
        let lines = engine.until("bestmove ");
        // Depth and selective depth come first, counters are behind the score.
        let said = |line: &String| {
            let (depth, rest) = line.split_once(" seldepth ")?;
            let (_, pv) = rest.split_once(" pv ")?;
            let score = rest.split_once(" score ")?.1.split_once(" nodes ")?.0;
            Some(format!("{depth} {score} {pv}"))
        };
        let blocks: Vec<String> = lines.iter().filter_map(said).collect();
        let mut different = blocks.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), blocks.len(), "{lines:#?}");
        assert!(blocks[0].starts_with("info depth 1 "), "{lines:#?}");
    }
}

#[test]
fn a_mate_that_is_asked_for_is_proved_refuted_or_unknown() {
    let mut engine = Engine::greeted();
    let mut ask = |fen: &str, go: &str| {
        engine.send(&format!("position fen {fen}\n{go}"));
        let lines = engine.until("bestmove ");
        let verdict = lines.iter().find_map(|line| line.strip_prefix("info string mate in "));
        let verdict = verdict.unwrap_or_else(|| panic!("no verdict in {lines:#?}")).to_owned();
        let last = lines.iter().rfind(|line| line.contains(" score "));
        (verdict, last.unwrap_or_else(|| panic!("no score in {lines:#?}")).clone())
    };
    // Ra6 leaves a pawn to take or to move, and mates.
    let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let (verdict, last) = ask(problem, "go mate 2");
    assert_eq!(verdict, "2: proved");
    assert!(last.contains(" score mate 2 ") && last.contains(" pv a1a6 "), "{last}");
    assert_eq!(ask(problem, "go mate 1").0, "1: refuted, there is none");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(ask(start, "go mate 2").0, "2: refuted, there is none");
    let unknown = "unknown, the search ended before";
    assert_eq!(ask(start, "go mate 9 nodes 20000").0, format!("9: {unknown}"));
    assert_eq!(ask(start, "go mate 9 depth 3").0, format!("9: {unknown}"));
    assert_eq!(ask(start, "go mate 9 movetime 50").0, format!("9: {unknown}"));
    assert_eq!(ask(start, "go mate 9\nstop").0, format!("9: {unknown}"));
    // The side that is mated does not mate.
    assert!(ask("8/8/8/8/8/1K6/3Q4/k7 b - - 0 1", "go mate 4").0.starts_with("4: refuted"));
}

#[test]
fn many_lines_are_different_moves_in_order() {
    let mut engine = Engine::greeted();
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (lines, go, expected) in [
        (3, "go depth 5", 3),
        (256, "go depth 3", 48),
        (256, "go depth 4 searchmoves e2a6 d5e6 f3f6 e1g1", 4),
        (2, "go nodes 3000 searchmoves e2a6", 1),
    ] {
        engine.send(&format!("setoption name MultiPV value {lines}"));
        engine.send(&format!("position fen {fen}\n{go}"));
        let output = engine.until("bestmove ");
        let scored: Vec<&String> = output.iter().filter(|line| line.contains(" score ")).collect();
        let last = &scored[scored.len() - expected..];
        let mut moves = Vec::new();
        let mut scores = Vec::new();
        for (line, number) in last.iter().zip(1..) {
            assert_eq!(number_after(line, "multipv"), Some(number), "{go}: {last:#?}");
            assert!(!line.contains("bound"), "{line}");
            let mv = line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
            moves.push(mv.expect("a line has a move"));
            let mate = number_after(line, "mate").map(|mate| 100_000 * mate.signum() - mate);
            scores.push(mate.or(number_after(line, "cp")).expect("a score"));
        }
        assert!(scores.is_sorted_by(|a, b| a >= b), "{go}: {scores:?}");
        let best = output.last().and_then(|line| line.split(' ').nth(1));
        assert_eq!(best, Some(moves[0]));
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), expected, "{go}");
    }
}

#[test]
fn limited_strength_repeats_by_seed_and_differs_from_full() {
    let mut engine = Engine::greeted();
    let mut moves = |options: &[&str]| -> Vec<String> {
        for option in options {
            engine.send(&format!("setoption name {option}"));
        }
        let mut search = |after: &str| {
            engine.send("ucinewgame");
            engine.send(&format!("position startpos moves {after}"));
            engine.send("go nodes 20000");
            let lines = engine.until("bestmove ");
            // Candidates are not reported: there is one pv.
            assert!(!lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:#?}");
            let last = lines[lines.len() - 2].clone();
            let answer = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
            assert!(last.contains(&format!(" pv {answer}")), "{last}, but {answer}");
            answer.to_owned()
        };
        ["e2e4", "d2d4", "g1f3 d7d5", "c2c4 e7e5", "e2e4 c7c5 g1f3"].map(&mut search).to_vec()
    };
    let full = moves(&["UCI_LimitStrength value false"]);
    let weak = moves(&["UCI_LimitStrength value true", "UCI_Elo value 600"]);
    assert_eq!(moves(&["Strength Seed value 0"]), weak);
    assert_ne!(moves(&["Strength Seed value 1"]), weak);
    assert_ne!(weak, full);
    assert_eq!(moves(&["UCI_LimitStrength value false"]), full);
}

#[test]
fn the_weakest_play_still_mates_a_bare_king() {
    let mut engine = Engine::greeted();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 600");
    let mut moves = String::new();
    for _ in 0..40 {
        engine.send(&format!("position fen 8/8/8/4k3/8/8/8/K2Q4 w - - 0 1 moves{moves}"));
        let best = engine.best_move("go wtime 60000 btime 60000");
        if best == "(none)" {
            let board = engine.ask("d");
            // White has mated: it is checked that it was not stalemate.
            assert!(board.iter().any(|line| line.starts_with("Checkers: ")), "{board:#?}");
            return;
        }
        moves.push_str(&format!(" {best}"));
    }
    panic!("no mate after {moves}");
}

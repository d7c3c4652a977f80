//! Many more threads than cores, through the real binary: every search is
//! answered, whatever comes right after it or in its middle.

#[cfg(target_os = "linux")]
use crate::common::number_after;
use crate::common::{Engine, count};
use riposte_board::Board;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// More threads than nearly every machine has cores.
const MANY: usize = 64;

fn with_threads(threads: usize) -> Engine {
    let mut engine = Engine::greeted();
    let answer = engine.ask(&format!("setoption name Threads value {threads}"));
    assert!(answer.is_empty(), "{answer:#?}");
    engine
}

#[test]
fn a_given_time_is_always_answered_with_a_legal_move() {
    let mut engine = with_threads(MANY);
    for fen in [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let board = Board::from_fen(fen).expect("the test's own position");
        engine.send(&format!("position fen {fen}"));
        for go in ["go movetime 50", "go movetime 1", "go wtime 300 btime 300 winc 10 binc 10"] {
            for _ in 0..5 {
                let best = engine.best_move(go);
                assert!(board.parse_uci(&best).is_ok(), "{best} in {fen}");
            }
        }
    }
    assert!(engine.quit().is_empty());
}

#[test]
fn a_burst_of_searches_gets_as_many_answers() {
    let mut engine = with_threads(MANY);
    for round in 0..60 {
        engine.send_bytes(b"position startpos\ngo infinite\n");
        if round % 3 == 0 {
            engine.ready();
        }
        engine.send("stop");
        assert_eq!(engine.answer().len(), 4);
    }
    for _ in 0..20 {
        engine.send_bytes(b"go infinite\nstop\ngo movetime 3\ngo ponder wtime 99\nponderhit\n");
    }
    for _ in 0..60 {
        engine.answer();
    }
    assert!(engine.ready().is_empty());
}

#[test]
fn the_number_of_threads_may_change_during_a_search() {
    let mut engine = with_threads(MANY);
    for threads in [3, 100, 1, 2, 300, 64] {
        engine.send("go infinite");
        engine.send(&format!("setoption name Threads value {threads}"));
        let lines = engine.ready();
        assert_eq!(count(&lines, "bestmove"), 0, "{lines:#?}");
        engine.send("stop");
        engine.answer();
        engine.best_move("go movetime 20");
        assert!(engine.ready().is_empty());
    }
}

#[test]
fn everything_can_be_reset_right_after_an_answer() {
    let mut engine = with_threads(MANY);
    for command in [
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 5",
        "setoption name Threads value 50",
        "setoption name Deterministic value true",
        "setoption name Threads value 60",
        "ucinewgame",
    ] {
        for go in ["go movetime 20", "go nodes 100000"] {
            engine.best_move(go);
            engine.send(command);
        }
    }
    assert!(engine.ready().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn where_memory_is_short_as_much_as_fits_is_used() {
    for megabytes in [500, 813, 1200] {
        let mut engine = Engine::with_memory(megabytes);
        engine.send("uci");
        engine.until("uciok");
        let answer = engine.ask("setoption name Threads value 1024");
        assert_eq!(answer.len(), 1, "{answer:#?}");
        assert!(answer[0].starts_with("info string 1024 threads: "), "{answer:#?}");
        let threads = number_after(&answer[0], "using").expect("how many there are");
        assert!((2..1024).contains(&threads), "{answer:#?}");
        assert_eq!(engine.best_move("go movetime 100").len(), 4);

        let answer = engine.ask("setoption name Threads value 2");
        assert!(answer.is_empty(), "{answer:#?}");
        let answer = engine.ask("setoption name Hash value 100000");
        assert_eq!(answer.len(), 1, "{answer:#?}");
        let hash = number_after(&answer[0], "using").expect("the size in use");
        assert!((16..100_000).contains(&hash), "{answer:#?}");
        assert_eq!(engine.best_move("go nodes 50000").len(), 4);
        assert!(engine.quit().is_empty());
    }
}

#[test]
fn quit_ends_the_process_in_any_state() {
    for mode in ["false", "true"] {
        for last in ["go infinite", "go movetime 30", "go infinite\nstop", "go ponder wtime 50"] {
            let mut engine = with_threads(MANY);
            engine.send(&format!("setoption name Deterministic value {mode}\n{last}"));
            engine.quit();
        }
    }
}

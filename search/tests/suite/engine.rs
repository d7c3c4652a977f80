//! The engine through its public face.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_search::params::Release;
use riposte_search::{Bound, Engine, Info, Limits, Solo};

use crate::recorder::{KIWIPETE, Recorder, START, search, start};

#[test]
fn finds_mates() {
    // Back rank; two rooks; smothered; a rook ladder.
    for (fen, best, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "a2a7", 2),
        ("r5rk/5Npp/8/8/8/8/5PPP/6K1 b - - 0 1", "g8g7", -1),
    ] {
        let recorder = search(fen, Limits::depth(8));
        let board = Board::from_fen(fen).expect("the test's own position");
        let info = recorder.last();
        if moves > 0 {
            assert_eq!(info.score.mate_in(), Some(moves), "{fen}");
            if moves == 1 {
                assert_eq!(recorder.best(), board.parse_uci(best).ok());
            }
        } else {
            assert!(!board.has_legal_move(), "{fen} is mate already");
            assert_eq!(recorder.best(), None);
            assert_eq!(info.score.mate_in(), Some(0));
        }
    }
}

#[test]
fn stalemate_is_a_draw_without_a_move() {
    let recorder = search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limits::depth(3));
    assert_eq!(recorder.best(), None);
    assert_eq!(recorder.last().score.raw(), 0);
}

#[test]
fn lines_are_legal_and_end_with_an_exact_score() {
    for fen in [START, KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let recorder = search(fen, Limits::depth(9));
        for info in recorder.infos.lock().iter() {
            let mut board = Board::from_fen(fen).expect("the test's own position");
            assert!(!info.pv.is_empty());
            for &mv in &info.pv {
                assert!(board.is_legal(mv), "{mv:?} in {:?} of {fen}", info.pv);
                board.make(mv);
            }
        }
        let last = recorder.last();
        assert_eq!(last.bound, Bound::Exact);
        assert_eq!(last.pv.first().copied(), recorder.best());
    }
}

#[test]
fn a_node_limit_is_exact() {
    for nodes in [1, 2, 100, 1234, 50_000] {
        let recorder = search(KIWIPETE, Limits::nodes(nodes));
        assert_eq!(recorder.last().nodes, nodes);
        assert!(recorder.best().is_some());
    }
}

#[test]
fn a_new_game_repeats_the_search() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    let mut counts = Vec::new();
    for _ in 0..2 {
        engine.new_game();
        for fen in [START, KIWIPETE] {
            let recorder = start(&mut engine, fen, Limits::depth(9));
            engine.wait();
            counts.push((recorder.last().nodes, recorder.best()));
        }
    }
    assert_eq!(counts[..2], counts[2..]);
}

#[test]
fn only_the_moves_asked_for_are_answered() {
    let board = Board::startpos();
    let only = board.parse_uci("a2a3").expect("legal");
    let limits = Limits { search_moves: vec![only], ..Limits::depth(6) };
    assert_eq!(search(START, limits).best(), Some(only));
}

#[test]
fn several_pvs_are_reported_in_order() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_multi_pv(4);
    let recorder = start(&mut engine, KIWIPETE, Limits::depth(7));
    engine.wait();
    let infos = recorder.infos.lock();
    let last: Vec<&Info> = infos.iter().rev().take(4).rev().collect();
    let ranks: Vec<usize> = last.iter().map(|info| info.multi_pv).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut firsts: Vec<_> = last.iter().map(|info| info.pv[0].bits()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4, "four different moves");
}

#[test]
fn the_last_word_on_several_lines_is_what_the_last_iteration_found() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_multi_pv(3);
    for fen in [
        START,
        KIWIPETE,
        "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
        "r1b1k2r/2p2ppp/p1nP1q2/Pp1p4/2B4P/2N1P2N/1PPP2Pn/R1BQK2R b KQkq - 0 14",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        for depth in 3..9 {
            engine.new_game();
            let recorder = start(&mut engine, fen, Limits::depth(depth));
            engine.wait();
            let infos = recorder.infos.lock();
            let (last, before): (Vec<&Info>, Vec<_>) = infos.iter().partition(|info| info.is_last);
            let lines = |infos: &[&Info]| -> Vec<_> {
                infos.iter().map(|info| (info.depth, info.score, info.pv[0].bits())).collect()
            };
            let found = lines(&before[before.len() - 3..]);
            assert_eq!(lines(&last), found, "{fen} to depth {depth}");
        }
    }
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    // One legal move, and mate soon: nothing left to search for.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let limits = Limits { infinite: true, depth: Some(3), ..Limits::default() };
    let recorder = start(&mut engine, fen, limits);
    std::thread::sleep(Duration::from_millis(150));
    assert!(recorder.answers.lock().is_empty());
    engine.stop();
    engine.wait();
    assert!(recorder.best().is_some());
}

#[test]
fn a_caller_that_waits_can_cancel() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_multi_pv(2);
    let cancel = AtomicBool::new(false);
    let found = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancel.store(true, Ordering::Relaxed);
        });
        engine.search(Limits { infinite: true, ..Limits::default() }, &cancel)
    });
    assert_eq!(found.pvs.iter().map(|pv| pv.multi_pv).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(found.pvs[0].pv.first().copied(), found.best);
}

#[test]
fn a_stop_right_after_go_is_answered() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    for _ in 0..50 {
        let limits = Limits { infinite: true, ..Limits::default() };
        let recorder = start(&mut engine, KIWIPETE, limits);
        engine.stop();
        engine.wait();
        assert!(recorder.best().is_some());
        assert_eq!(recorder.last().score.mate_in(), None, "no score is made up");
    }
}

#[test]
fn pondering_ends_with_the_hit() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    let limits = Limits { move_time: Some(60), ponder: true, ..Limits::default() };
    let recorder = start(&mut engine, START, limits);
    std::thread::sleep(Duration::from_millis(200));
    assert!(recorder.answers.lock().is_empty(), "the opponent's time is not ours");
    engine.ponder_hit();
    let waiting = Instant::now();
    engine.wait();
    assert!(waiting.elapsed() < Duration::from_secs(20));
    assert!(recorder.best().is_some());
}

#[test]
fn a_solo_engine_searches_as_an_engine_of_one_thread() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    let mut solo = Solo::new(Release, 16, engine.evaluation()).expect("16 MB");
    for fen in
        [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
    {
        let board = Board::from_fen(fen).expect("the test's own position");
        // Twice, since histories and TT remain.
        for nodes in [3000, 20_000] {
            engine.set_position(board.clone());
            let recorder = Arc::new(Recorder::default());
            engine.go(Limits::nodes(nodes), recorder.clone());
            engine.wait();
            let expected = recorder.best().map(|best| (best, recorder.last().score));
            assert_eq!(solo.search(&board, Limits::nodes(nodes)), expected, "{fen}");
        }
    }
}

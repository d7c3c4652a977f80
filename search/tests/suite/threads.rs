//! Several threads: more than there are cores, and in lockstep.

use std::time::Duration;

use riposte_board::Board;
use riposte_search::params::{Counted, Release};
use riposte_search::stats::Event;
use riposte_search::{Engine, Limits};

use crate::recorder::{KIWIPETE, START, start};

#[test]
fn many_threads_give_one_answer() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_threads(8).expect("8 threads");
    for _ in 0..5 {
        // With old TT entries the next search would end at once.
        engine.new_game();
        let recorder = start(&mut engine, KIWIPETE, Limits::depth(8));
        engine.wait();
        assert!(recorder.best().is_some());
        assert!(recorder.last().nodes > 1000);
    }
}

/// More threads than this machine has cores.
fn many_threads() -> usize {
    4 * std::thread::available_parallelism().map_or(1, std::num::NonZero::get) + 3
}

#[test]
fn a_crowd_of_threads_answers_every_limit() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_threads(many_threads()).expect("threads");
    let timed = |milliseconds| Limits { move_time: Some(milliseconds), ..Limits::default() };
    for limits in [timed(1), timed(60), Limits::nodes(400_000), Limits::depth(12), timed(200)] {
        let recorder = start(&mut engine, KIWIPETE, limits);
        engine.wait();
        let board = Board::from_fen(KIWIPETE).expect("the test's own position");
        assert!(recorder.best().is_some_and(|mv| board.is_legal(mv)));
        assert_eq!(recorder.last().pv.first().copied(), recorder.best());
    }
}

#[test]
fn a_crowd_of_threads_can_be_changed_right_after_an_answer() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    for round in 0..12 {
        engine.set_threads(many_threads() - round).expect("threads");
        let limits = Limits { infinite: true, ..Limits::default() };
        let recorder = start(&mut engine, KIWIPETE, limits);
        std::thread::sleep(Duration::from_millis(10 * (round as u64 % 4)));
        engine.stop();
        engine.wait();
        assert!(recorder.best().is_some());
        match round % 4 {
            0 => engine.new_game(),
            1 => engine.set_hash(4 + round).expect("a few megabytes"),
            2 => engine.clear_hash(),
            _ => engine.set_deterministic(round == 3),
        }
    }
}

#[test]
fn a_thread_beyond_the_cores_searches_in_lockstep_only() {
    let mut engine = Engine::with_lab(Counted(Release)).expect("16 MB and a thread");
    engine.set_threads(many_threads()).expect("threads");
    let mut main_nodes = |limits, deterministic| {
        engine.set_deterministic(deterministic);
        start(&mut engine, KIWIPETE, limits);
        engine.statistics().get(Event::MainNode)
    };
    let share = 10_000;
    let crowd = main_nodes(Limits::nodes(share * many_threads() as u64), true);
    assert!(crowd > share, "{crowd}");
    // An iteration of every core.
    let few = main_nodes(Limits::depth(1), false);
    assert!(few < crowd / 100, "{few} of {crowd}");
}

#[test]
fn pondering_threads_keep_the_time_after_the_hit() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_threads(many_threads()).expect("threads");
    for deterministic in [false, true] {
        engine.set_deterministic(deterministic);
        let limits = Limits { move_time: Some(60), ponder: true, ..Limits::default() };
        let recorder = start(&mut engine, START, limits);
        std::thread::sleep(Duration::from_millis(150));
        assert!(recorder.answers.lock().is_empty(), "the opponent's time is not ours");
        engine.ponder_hit();
        engine.wait();
        assert!(recorder.best().is_some());
    }
}

#[test]
fn lockstep_threads_search_trees_of_their_own() {
    let mut engine = Engine::with_lab(Counted(Release)).expect("16 MB and a thread");
    engine.set_threads(2).expect("threads");
    engine.set_deterministic(true);
    start(&mut engine, KIWIPETE, Limits::nodes(100_000));
    let counters = engine.statistics();
    // Two threads that did the same would make every sum even.
    let events = [Event::MainNode, Event::QuiescenceNode, Event::TtProbe, Event::FailHigh];
    assert!(events.iter().any(|&event| counters.get(event) % 2 == 1), "{counters:?}");
}

/// Four searches of new games to the same limit, whose reports must be equal.
fn assert_lockstep_repeats(threads: usize, limits: Limits) {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_threads(threads).expect("threads");
    engine.set_deterministic(true);
    let mut outcomes = (0..4).map(|_| {
        engine.new_game();
        let recorder = start(&mut engine, KIWIPETE, limits.clone());
        engine.wait();
        let last = recorder.last();
        (last.nodes, last.score, last.pv)
    });
    let first = outcomes.next();
    assert!(outcomes.all(|outcome| Some(outcome) == first), "{limits:?}");
}

#[test]
fn a_crowd_in_lockstep_repeats_its_result() {
    assert_lockstep_repeats(many_threads(), Limits::nodes(150_001));
    assert_lockstep_repeats(many_threads(), Limits::depth(9));
}

#[test]
fn lockstep_threads_repeat_their_result() {
    assert_lockstep_repeats(5, Limits::nodes(60_001));
    assert_lockstep_repeats(5, Limits::depth(10));
}

#[test]
fn lockstep_threads_can_be_stopped() {
    let mut engine = Engine::new().expect("16 MB and a thread");
    engine.set_threads(3).expect("3 threads");
    engine.set_deterministic(true);
    for pause in [0, 1, 20] {
        let limits = Limits { infinite: true, ..Limits::default() };
        let recorder = start(&mut engine, KIWIPETE, limits);
        std::thread::sleep(Duration::from_millis(pause));
        engine.stop();
        engine.wait();
        assert!(recorder.best().is_some());
    }
}

//! The engine through its public face.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::params::{Choice, Counted, Feature, Lab, Masked, Release};
use riposte_search::stats::Event;
use riposte_search::{Bound, Engine, Info, Limits, Sink, Solo};

/// Records everything that a search reports.
#[derive(Default)]
struct Recorder {
    infos: Mutex<Vec<Info>>,
    answers: Mutex<Vec<(Option<Move>, Option<Move>)>>,
}

impl Sink for Recorder {
    fn info(&self, info: &Info) {
        self.infos.lock().push(info.clone());
    }

    fn best_move(&self, best: Option<Move>, ponder: Option<Move>) {
        self.answers.lock().push((best, ponder));
    }
}

impl Recorder {
    fn last(&self) -> Info {
        self.infos.lock().last().cloned().expect("every search reports at least once")
    }

    fn best(&self) -> Option<Move> {
        let answers = self.answers.lock();
        assert_eq!(answers.len(), 1, "one answer for one go");
        answers[0].0
    }
}

fn start<L: Lab>(engine: &mut Engine<L>, fen: &str, limits: Limits) -> Arc<Recorder> {
    engine.set_position(Board::from_fen(fen).expect("the test's own position"));
    let recorder = Arc::new(Recorder::default());
    engine.go(limits, recorder.clone());
    recorder
}

fn search(fen: &str, limits: Limits) -> Arc<Recorder> {
    let mut engine = Engine::new().expect("16 MB and a thread");
    let recorder = start(&mut engine, fen, limits);
    engine.wait();
    recorder
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

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
fn the_masked_search_is_the_released_search() {
    let mut masked = Engine::with_lab(Masked::default()).expect("16 MB and a thread");
    for fen in [START, KIWIPETE] {
        masked.new_game();
        let recorder = start(&mut masked, fen, Limits::depth(9));
        masked.wait();
        let release = search(fen, Limits::depth(9));
        assert_eq!(recorder.last().nodes, release.last().nodes);
    }
}

/// Nodes of a search deep enough that every rule comes into play, with `less`
/// plies less than that.
fn masked_nodes(engine: &mut Engine<Masked>, lab: Masked, less: u32) -> Vec<u64> {
    engine.set_lab(lab);
    // A middlegame of each kind, then endings for the rules about few pieces, and
    // a mate for the rules about mates.
    [
        (KIWIPETE, 13),
        ("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 60 30", 13),
        ("8/5pk1/6p1/3R3p/2r4P/6P1/5PK1/8 w - - 0 1", 18),
        ("8/8/1p1k4/1P1p1p2/3P1P2/2K5/6P1/8 w - - 0 1", 18),
        ("8/5k2/3b1p2/3p1P2/3P4/3K1N2/8/8 w - - 0 1", 15),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 8),
    ]
    .map(|(fen, depth)| {
        engine.new_game();
        // Some trees explode without a rule; they differ long before.
        let limits =
            Limits { depth: Some(depth - less), nodes: Some(500_000), ..Limits::default() };
        let recorder = start(engine, fen, limits);
        engine.wait();
        recorder.last().nodes
    })
    .to_vec()
}

#[test]
fn no_switch_is_dead() {
    let mut engine = Engine::with_lab(Masked::default()).expect("16 MB and a thread");
    let mut dead = Feature::ALL.to_vec();
    // Most show themselves soon.
    for less in [6, 3, 0] {
        let normal = masked_nodes(&mut engine, Masked::default(), less);
        dead.retain(|&feature| {
            masked_nodes(&mut engine, Masked::with_flipped(feature), less) == normal
        });
    }
    assert!(dead.is_empty(), "flipping these changes nothing: {dead:?}");
}

#[test]
fn every_form_of_every_choice_searches_its_own_tree() {
    let mut engine = Engine::with_lab(Masked::default()).expect("16 MB and a thread");
    for &choice in Choice::ALL {
        let mut base = Masked::default();
        if choice == Choice::HistoryWeight {
            // Gravity has no weights.
            base.set_by_name("QuietMemory", "Absolute").expect("a form");
        }
        let mut seen = Vec::new();
        for form in choice.values() {
            let mut lab = base.clone();
            lab.set_by_name(choice.name(), form).expect("one of its own forms");
            let nodes = masked_nodes(&mut engine, lab, 0);
            assert!(!seen.contains(&nodes), "{choice:?} = {form} is like another form");
            seen.push(nodes);
        }
    }
}

#[test]
fn counting_changes_nothing() {
    let mut counted = Engine::with_lab(Counted(Release)).expect("16 MB and a thread");
    for fen in [START, KIWIPETE] {
        counted.new_game();
        let recorder = start(&mut counted, fen, Limits::depth(9));
        counted.wait();
        assert_eq!(recorder.last().nodes, search(fen, Limits::depth(9)).last().nodes);
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
    let odd = counters.iterations().filter(|(_, nodes, _)| nodes % 2 == 1).count();
    assert!(odd > 0, "{counters}");
}

#[test]
fn statistics_are_of_the_last_search_and_add_up() {
    let mut engine = Engine::with_lab(Counted(Release)).expect("16 MB and a thread");
    start(&mut engine, START, Limits::depth(11));
    let recorder = start(&mut engine, KIWIPETE, Limits::depth(10));
    let counters = engine.statistics();
    assert_eq!(counters.iterations().count(), 10, "one entry for every iteration of the last go");
    let nodes: u64 = counters.iterations().map(|(_, nodes, _)| nodes).sum();
    assert_eq!(nodes, recorder.last().nodes);
    for (part, whole) in [
        (Event::FailHighFirst, Event::FailHigh),
        (Event::TtHit, Event::TtProbe),
        (Event::TtCutoff, Event::TtHit),
        (Event::NullFailedHigh, Event::NullTried),
        (Event::Researched, Event::Reduced),
    ] {
        let (part_count, count) = (counters.get(part), counters.get(whole));
        assert!(0 < part_count && part_count < count, "{part:?} of {whole:?}");
    }
}

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

/// More threads than this machine has cores, so that they share slots.
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
fn a_helper_without_a_slot_counts_nothing() {
    let mut engine = Engine::with_lab(Counted(Release)).expect("16 MB and a thread");
    engine.set_threads(many_threads()).expect("threads");
    start(&mut engine, KIWIPETE, Limits::nodes(1_000_000));
    engine.wait();
    assert!(engine.statistics().iterations().count() > 5);
    start(&mut engine, KIWIPETE, Limits::depth(1));
    assert_eq!(engine.statistics().iterations().count(), 1);
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

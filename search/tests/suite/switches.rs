//! Switches, forms and counters of the search.

use riposte_search::params::{Choice, Counted, Feature, Lab, Masked, Release};
use riposte_search::stats::Event;
use riposte_search::{Engine, Limits};

use crate::recorder::{KIWIPETE, START, search, start};

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

/// The release's search with null moves verified at lower depth, so that small trees have
/// it.
fn base() -> Masked {
    let mut lab = Masked::default();
    lab.set_by_name("NmpVerifyDepth", "8").expect("a number of the search");
    lab
}

#[test]
fn no_switch_is_dead() {
    let mut engine = Engine::with_lab(Masked::default()).expect("16 MB and a thread");
    let mut dead = Feature::ALL.to_vec();
    // Most show themselves soon.
    for less in [6, 3, 0] {
        let normal = masked_nodes(&mut engine, base(), less);
        dead.retain(|&feature| {
            let mut lab = base();
            lab.set(feature, !feature.default());
            masked_nodes(&mut engine, lab, less) == normal
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
fn statistics_are_of_the_last_search() {
    let mut engine = Engine::with_lab(Counted(Release)).expect("16 MB and a thread");
    let mut counters = || {
        engine.new_game();
        start(&mut engine, KIWIPETE, Limits::depth(10));
        engine.statistics()
    };
    let first = counters();
    let counters = counters();
    assert_eq!(counters, first, "a second search adds nothing");
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

//! What the experiments rely on.

use super::*;
use riposte_tools::random::Random;

const POSITIONS: [&str; 6] = [
    // Tactics, both sides with mates and promotions near.
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1",
    "8/P5k1/8/2p5/1pP3p1/1P4P1/6K1/8 w - - 0 1",
    // A side that has one move, and one that is soon mated or stalemated.
    "7k/5Q2/8/6K1/8/8/7p/8 b - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    // Castling and en passant, and not so many captures that minimax takes minutes.
    "r3k2r/ppp2ppp/2n2n2/3pP3/8/2N2N2/PPP2PPP/R3K2R w KQkq d6 0 1",
];

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

fn search(systems: Systems, fen: &str, depth: u32) -> Iteration {
    let mut classic = Classic::new(1).unwrap();
    classic.set_systems(systems);
    classic.run(&board(fen), depth).pop().unwrap()
}

/// The definition, without alpha-beta. Quiescence goes by an open window.
fn minimax(classic: &mut Classic, depth: i32) -> i32 {
    if depth == 0 {
        return classic.bottom(-INFINITY, INFINITY);
    }
    let moves = classic.board.legal_moves();
    if moves.is_empty() {
        return if classic.board.in_check() { -(MATE + depth) } else { 0 };
    }
    let mut best = -INFINITY;
    for mv in moves {
        classic.make(0, mv);
        best = best.max(-minimax(classic, depth - 1));
        classic.unmake();
    }
    best
}

fn true_value(fen: &str, depth: i32) -> i32 {
    let mut classic = Classic::new(1).unwrap();
    classic.board = board(fen);
    classic.evaluator.reset(&board(fen));
    minimax(&mut classic, depth)
}

const MEMORIES: [Memory; 5] = [
    Memory::ButterflyCounts,
    Memory::SCHAEFFER,
    Memory::History {
        form: QuietMemory::Absolute,
        weight: HistoryWeight::DepthSquared,
        by_piece: true,
    },
    Memory::history(QuietMemory::Relative, HistoryWeight::One),
    Memory::history(QuietMemory::Plausibility, HistoryWeight::Depth),
];

fn of_bits(bits: u32) -> Systems {
    let on = |bit: u32| bits >> bit & 1 != 0;
    Systems {
        deepening: true,
        memory: on(0).then_some(Memory::SCHAEFFER),
        knowledge: if on(1) { Knowledge::Full } else { Knowledge::Off },
        table: on(2),
        refutation: on(3),
        aspiration: on(4).then_some(30),
        minimal_window: on(5),
        ..Systems::NONE
    }
}

fn random_systems(random: &mut Random) -> Systems {
    let mut coin = || random.chance(0.5);
    let mut systems = Systems { deepening: coin(), killers: coin(), ..Systems::NONE };
    systems.table = coin();
    systems.refutation = coin();
    systems.minimal_window = coin();
    systems.butterfly_moves = coin();
    systems.aspiration = [None, Some(1), Some(30), Some(200)][random.below(4)];
    systems.knowledge = [Knowledge::Off, Knowledge::Captures, Knowledge::Full][random.below(3)];
    systems.memory = MEMORIES.get(random.below(MEMORIES.len() + 1)).copied();
    systems.countermove =
        [None, Some(CountermoveIndex::FromTo), Some(CountermoveIndex::PieceTo)][random.below(3)];
    systems
}

/// Ordering, windows and tables must never change the result: here every one of
/// the 64 combinations of Schaeffer's grid and 150 random ones.
#[test]
fn the_value_is_the_minimax_value_whatever_is_switched_on() {
    let mut random = Random::stream(6, 0);
    let grid = (0..64).map(of_bits);
    let others: Vec<_> = (0..150).map(|_| random_systems(&mut random)).collect();
    let combinations: Vec<_> = grid.chain(others).collect();
    // One search object for all, as in the experiments.
    let mut classic = Classic::new(1).unwrap();
    for (fen, depth) in POSITIONS.into_iter().zip([3, 3, 6, 6, 5, 3]) {
        let value = true_value(fen, depth as i32);
        for &systems in &combinations {
            classic.set_systems(systems);
            let last = classic.run(&board(fen), depth).pop().unwrap();
            assert_eq!(last.value, value, "{fen} by {systems:?}");
            assert!(last.best.is_some_and(|mv| board(fen).is_legal(mv)) || value == 0);
        }
    }
}

/// A narrow table errs, one with a long check does not.
#[test]
fn replacement_never_changes_the_value() {
    for (replacement, name) in Replacement::ALL {
        let mut classic = Classic::with_table(Table::Narrow(Narrow::new(6, 58, replacement)));
        classic.set_systems(Systems::PROGRAM);
        for (fen, depth) in [(POSITIONS[2], 6), (POSITIONS[4], 5)] {
            classic.forget();
            let last = classic.run(&board(fen), depth).pop().unwrap();
            assert_eq!(last.value, true_value(fen, depth as i32), "{name}");
            assert_eq!(last.counts.false_hits, 0, "{name}");
        }
    }
}

#[test]
fn the_program_changes_its_tree_by_every_switch() {
    let base = Systems { memory: Some(Memory::SCHAEFFER), ..Systems::PROGRAM };
    let null = |form| Some(NullMove { form, exclusions: Exclusions::USUAL });
    // Without killers there is more for a memory to decide.
    let memory = |memory| Systems { memory, killers: false, ..base };
    let mut settings = vec![
        ("no deepening", Systems { deepening: false, ..base }),
        ("no table", Systems { table: false, ..base }),
        // With a table that holds everything it has nothing to add.
        ("refutation", Systems { refutation: true, table: false, ..base }),
        ("aspiration", Systems { aspiration: Some(30), ..base }),
        ("wide aspiration", Systems { aspiration: Some(100), ..base }),
        ("no minimal window", Systems { minimal_window: false, ..base }),
        ("no knowledge", Systems { knowledge: Knowledge::Off, ..base }),
        ("full knowledge", Systems { knowledge: Knowledge::Full, ..base }),
        ("no killers", Systems { killers: false, ..base }),
        ("no memory", memory(None)),
        ("butterfly counts", memory(Some(Memory::ButterflyCounts))),
        ("countermove", Systems { countermove: Some(CountermoveIndex::FromTo), ..base }),
        ("by piece", Systems { countermove: Some(CountermoveIndex::PieceTo), ..base }),
        ("butterfly moves", Systems { butterfly_moves: true, ..base }),
        ("peak", Systems { peak_reduction: true, ..base }),
        ("R = 1", Systems { null_move: null(NullForm::Fixed(1)), ..base }),
        ("R = 2", Systems { null_move: null(NullForm::Fixed(2)), ..base }),
        ("R = 3", Systems { null_move: null(NullForm::Fixed(3)), ..base }),
        ("verified", Systems { null_move: null(NullForm::Verified), ..base }),
        ("base", base),
    ];
    for &weight in HistoryWeight::ALL {
        let by = |form, by_piece| memory(Some(Memory::History { form, weight, by_piece }));
        for &form in QuietMemory::ALL.iter().filter(|&&form| form != QuietMemory::Gravity) {
            if Some(Memory::history(form, weight)) != base.memory {
                settings.push(("a form of history", by(form, false)));
            }
        }
        settings.push(("history by piece", by(QuietMemory::Absolute, true)));
    }
    let mut trees = std::collections::HashMap::new();
    for (name, systems) in settings {
        // One position may happen to be searched alike.
        let nodes = [(0, 5), (1, 5), (5, 4)]
            .map(|(place, depth)| search(systems, POSITIONS[place], depth).counts.nodes());
        if let Some(other) = trees.insert(nodes, (name, systems)) {
            panic!("{name}, {systems:?} has the tree of {other:?}");
        }
    }
}

/// R changes at depth 7, too deep for the test above.
#[test]
fn the_adaptive_null_move_is_neither_of_its_two() {
    let tree = |form| {
        let null_move = Some(NullMove { form, exclusions: Exclusions::USUAL });
        search(Systems { null_move, ..Systems::PROGRAM }, POSITIONS[0], 8).counts.nodes()
    };
    let adaptive = tree(NullForm::Adaptive);
    assert_ne!(adaptive, tree(NullForm::Fixed(2)));
    assert_ne!(adaptive, tree(NullForm::Fixed(3)));
}

#[test]
fn exclusions_of_null_moves_change_the_tree() {
    let tree = |fen, exclusions| {
        let null_move = Some(NullMove { form: NullForm::Fixed(2), exclusions });
        search(Systems { null_move, ..Systems::PROGRAM }, fen, 6).counts.null_tried
    };
    let usual = Exclusions::USUAL;
    let pawns = "8/8/8/4pK2/3kP3/8/8/8 w - - 0 1";
    assert!(tree(pawns, Exclusions::FEWEST) > 0);
    assert_eq!(tree(pawns, usual), 0);
    let minors = "4k3/2n2p2/8/4p3/4P3/8/2N2P2/4K3 w - - 0 1";
    assert!(tree(minors, usual) > 0);
    assert_eq!(tree(minors, Exclusions { single_minor: true, ..usual }), 0);
    assert_ne!(tree(minors, usual), tree(minors, Exclusions { twice: false, ..usual }));
}

/// Whoever moves loses: passing would hold, so a null move fails high where no
/// move does.
#[test]
fn verification_sees_the_zugzwang_that_the_plain_null_move_misses() {
    let fen = "8/8/8/4pK2/3kP3/8/8/8 w - - 0 1";
    let by = |form| {
        let null_move = Some(NullMove { form, exclusions: Exclusions::FEWEST });
        search(Systems { null_move, ..Systems::PROGRAM }, fen, 8)
    };
    assert!(by(NullForm::Verified).counts.null_refuted > 0);
    assert_eq!(by(NullForm::Fixed(3)).counts.null_refuted, 0);
}

#[test]
fn equal_searches_count_equal_trees() {
    let tree = || search(of_bits(63), POSITIONS[0], 5).counts;
    assert_eq!(tree(), tree());
}

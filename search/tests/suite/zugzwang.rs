//! Zugzwang: positions in which a null move fails.

use crate::problems::{answer, solved, with, zugzwang_suite};
use riposte_board::Board;
use riposte_search::params::Masked;
use riposte_search::{Engine, Limits, Score};

/// Positions in which White wins only by leaving Black no good move.
const WINS: [(&str, &str); 2] = [
    // The corner is the only square from which the king does not lift the bind.
    ("8/1K6/8/8/8/2P2N1p/6pq/1R4bk w - - 0 1", "Ka8"),
    // Black's pieces are boxed in and run out of moves before the pawn is a queen.
    ("8/8/8/2p5/1pp5/brpp4/1pprp2P/qnkbK3 w - - 0 1", "h3"),
];

fn wins(lab: Masked, (fen, best): (&str, &str), nodes: u64) -> bool {
    let board = Board::from_fen(fen).expect("the test's own position");
    let best = board.parse_san(best).expect("legal");
    let mut engine = Engine::with_lab(lab).expect("16 MB and a thread");
    let (found, score) = answer(&mut engine, &board, Limits::nodes(nodes));
    found == best && score > Score::cp(200)
}

#[test]
fn the_null_move_of_the_release_sees_zugzwang_by_its_verification() {
    let nodes = 2_000_000;
    for position in WINS {
        assert!(wins(Masked::default(), position, nodes), "{position:?}");
        assert!(
            !wins(with("NullVerification", "off"), position, nodes),
            "{position:?} needs no verification"
        );
    }
}

#[test]
fn the_verified_null_move_sees_what_the_same_reduction_misses() {
    // The others are found without verification too.
    let position = WINS[0];
    // With more nodes the depth makes up for the reduction.
    let nodes = 300_000;
    assert!(wins(with("NullForm", "Verified"), position, nodes));
    assert!(!wins(with("NullForm", "Fixed3"), position, nodes));
}

/// The trebuchet: the side to move loses its pawn and the game. There is no null move,
/// because there are only pawns.
#[test]
fn no_null_move_in_a_pawn_ending() {
    let score = |lab, fen| {
        let mut engine = Engine::with_lab(lab).expect("16 MB and a thread");
        let board = Board::from_fen(fen).expect("the test's own position");
        answer(&mut engine, &board, Limits::depth(6)).1
    };
    for fen in ["8/8/8/1Kp5/2Pk4/8/8/8 w - - 0 1", "8/8/8/1Kp5/2Pk4/8/8/8 b - - 0 1"] {
        let played = score(Masked::default(), fen);
        assert!(played < Score::DRAW, "{fen}: {played:?}");
        assert_eq!(played, score(with("NullMove", "off"), fen), "{fen}");
    }
}

#[test]
#[ignore = "half a minute"]
fn verification_solves_more_of_the_suite() {
    let problems = zugzwang_suite();
    let count = |lab| solved(lab, &problems, 200_000);
    let plain = count(with("NullForm", "Fixed3"));
    let verified = count(with("NullForm", "Verified"));
    assert!(verified > plain, "{verified} against {plain} of {} with R = 3", problems.len());
    let unverified = count(with("NullVerification", "off"));
    let modern = count(Masked::default());
    assert!(modern > unverified, "{modern} against {unverified} of {}", problems.len());
}

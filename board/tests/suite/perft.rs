//! Perft counts: published ones of the standard positions, and the suites in
//! `data`.

use riposte_board::Board;

/// Source: Chess Programming Wiki, "Perft Results".
const PUBLISHED: [(&str, &[u64]); 7] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

const STANDARD: &str = include_str!("data/perft-standard.epd");
const CHESS960: &str = include_str!("data/perft-chess960.epd");

/// Checks all counts of an EPD suite (`fen ;D1 20 ;D2 400 ...`) that lie below
/// `limit`.
fn check_suite(suite: &str, limit: u64) {
    let mut checked = 0;
    for line in suite.lines().filter(|line| !line.trim().is_empty()) {
        let (fen, counts) = line.split_once(';').expect("a position and its counts");
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for count in counts.split(';') {
            let (depth, count) = count.trim().split_once(' ').expect("a depth and a count");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            let count = count.trim().parse().expect("a count");
            if count < limit {
                assert_eq!(board.perft(depth), count, "depth {depth} of {fen}");
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "only {checked} counts were checked");
}

#[test]
fn published_counts() {
    for (fen, counts) in PUBLISHED {
        let board = Board::from_fen(fen).expect("a legal position");
        for (depth, &count) in (1..).zip(counts).filter(|&(_, &count)| count < 20_000_000) {
            assert_eq!(board.perft(depth), count, "depth {depth} of {fen}");
        }
    }
}

#[test]
fn standard_suite() {
    check_suite(STANDARD, 1_000_000);
}

#[test]
fn chess960_suite() {
    check_suite(CHESS960, 400_000);
}

#[test]
#[ignore = "takes minutes"]
fn whole_standard_suite() {
    check_suite(STANDARD, u64::MAX);
}

/// All but some counts of depth 6, which together are 255 thousand million.
#[test]
#[ignore = "takes minutes"]
fn most_of_the_chess960_suite() {
    check_suite(CHESS960, 100_000_000);
}

#[test]
fn depth_zero_is_one_sequence() {
    assert_eq!(Board::startpos().perft(0), 1);
    let each = &mut |_: &Board, mv, _| panic!("{mv:?} is not counted");
    assert_eq!(Board::startpos().perft_until(0, &|| true, each), Some(1));
}

#[test]
fn divide_adds_up() {
    for (fen, counts) in PUBLISHED {
        let mut board = Board::from_fen(fen).expect("a legal position");
        let mut divided = Vec::new();
        let total = board.perft_until(3, &|| false, &mut |_, mv, count| divided.push((mv, count)));
        assert_eq!(divided.len() as u64, counts[0]);
        assert_eq!(total, Some(counts[2]));
        for (mv, count) in divided {
            board.make(mv);
            assert_eq!(board.perft(2), count, "after {mv:?} in {fen}");
            board.unmake();
        }
    }
}

#[test]
fn deep_counts_can_be_stopped_and_agree_with_shallow_ones() {
    let mut board = Board::startpos();
    let each = &mut |_: &Board, _, _| {};
    assert_eq!(board.perft_until(6, &|| true, each), None);
    assert_eq!(board.key(), Board::startpos().key());
    let mut board = Board::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").expect("legal");
    assert_eq!(board.perft_until(6, &|| false, each), Some(board.perft(6)));
}

/// The same count through `make` and `unmake`, down to the last half-move.
#[test]
fn making_every_move_counts_the_same() {
    fn walk(board: &mut Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for mv in board.legal_moves() {
            board.make(mv);
            count += walk(board, depth - 1);
            board.unmake();
        }
        count
    }
    for (fen, counts) in PUBLISHED {
        let mut board = Board::from_fen(fen).expect("a legal position");
        assert_eq!(walk(&mut board, 4), counts[3], "{fen}");
        assert_eq!(board.fen(), Board::from_fen(fen).expect("a legal position").fen());
    }
}

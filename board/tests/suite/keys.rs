//! Keys tell positions apart and each kind covers what it is named for.

use std::collections::HashMap;

use riposte_board::Board;
use riposte_movegen::Color::{Black, White};

use crate::games::{self, Random};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// All keys that look at some of the pieces only.
fn partial_keys(board: &Board) -> [u64; 5] {
    [
        board.pawn_key(),
        board.minor_key(),
        board.major_key(),
        board.non_pawn_key(White),
        board.non_pawn_key(Black),
    ]
}

/// Which of the partial keys differ between the position with the piece on one
/// square and on another.
fn changes(piece: char) -> [bool; 5] {
    let fen = |square: &str| format!("4k3/8/{}/{}/8/8/8/4K3 w - - 0 1", &square[..1], &square[1..]);
    let (one, other) = (board(&fen(&format!("8{piece}7"))), board(&fen(&format!("87{piece}"))));
    let (one, other) = (partial_keys(&one), partial_keys(&other));
    std::array::from_fn(|index| one[index] != other[index])
}

#[test]
fn each_man_takes_part_in_its_keys() {
    assert_eq!(changes('P'), [true, false, false, false, false]);
    assert_eq!(changes('p'), [true, false, false, false, false]);
    assert_eq!(changes('N'), [false, true, false, true, false]);
    assert_eq!(changes('b'), [false, true, false, false, true]);
    assert_eq!(changes('R'), [false, false, true, true, false]);
    assert_eq!(changes('q'), [false, false, true, false, true]);
    let kings = [board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), board("4k3/8/8/8/8/8/8/3K4 w - - 0 1")];
    let [one, other] = kings.map(|board| partial_keys(&board));
    assert_eq!(
        std::array::from_fn(|index| one[index] != other[index]),
        [false, true, true, true, false]
    );
}

#[test]
fn the_full_key_covers_side_castling_and_en_passant() {
    let variants = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
    ];
    let mut keys = variants.map(|fen| board(fen).key()).to_vec();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), variants.len());
}

#[test]
fn counters_and_move_order_do_not_matter() {
    let mut one = Board::startpos();
    let mut other = Board::startpos();
    for mv in ["g1f3", "g8f6", "b1c3"] {
        one.make(one.parse_uci(mv).expect("legal"));
    }
    for mv in ["b1c3", "g8f6", "g1f3"] {
        other.make(other.parse_uci(mv).expect("legal"));
    }
    assert_eq!(one.key(), other.key());
    assert_eq!(
        board("4k3/8/8/8/8/8/8/4K3 w - - 0 1").key(),
        board("4k3/8/8/8/8/8/8/4K3 w - - 44 70").key()
    );
}

#[test]
fn different_positions_have_different_keys() {
    let mut random = Random(13);
    let mut seen: HashMap<u64, String> = HashMap::new();
    for _ in 0..500 {
        let mut board = Board::startpos();
        games::play(&mut random, &mut board, 200, |board, _| {
            let fen = board.fen();
            let without_counters = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let known = seen.entry(board.key()).or_insert_with(|| without_counters.clone());
            assert_eq!(*known, without_counters);
        });
    }
    assert!(seen.len() > 50_000);
}

#[test]
fn a_null_move_changes_the_side_only() {
    let mut board = board("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9");
    let (key, partial) = (board.key(), partial_keys(&board));
    board.make_null();
    assert_eq!(board.side(), Black);
    assert_eq!(board.en_passant(), None);
    assert_eq!(partial_keys(&board), partial);
    assert_ne!(board.key(), key);
    assert_eq!(board.halfmove_clock(), 8);
    board.unmake_null();
    assert_eq!(board.key(), key);
    assert_eq!(board.fen(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9");
}

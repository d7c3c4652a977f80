//! A move is generated if and only if `is_legal` says so, and the kinds of
//! moves divide them.

use std::collections::HashSet;

use riposte_board::Board;
use riposte_movegen::{All, Kind, Move, MoveList, Noisy, Quiet};

use crate::games;

fn bits<K: Kind>(board: &Board) -> Vec<u16> {
    let mut moves = MoveList::new();
    board.generate::<K>(&mut moves);
    let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    bits
}

#[test]
fn generated_if_and_only_if_legal() {
    for board in games::positions(8, 4_000) {
        let generated: HashSet<u16> = bits::<All>(&board).into_iter().collect();
        let legal: HashSet<u16> = (1..=u16::MAX)
            .filter(|&bits| Move::from_bits(bits).is_some_and(|mv| board.is_legal(mv)))
            .collect();
        assert_eq!(generated, legal, "{board}");
    }
}

#[test]
fn kinds_divide_the_moves() {
    for board in games::positions(9, 10_000) {
        let all = bits::<All>(&board);
        let mut both = bits::<Noisy>(&board);
        assert!(
            both.iter().all(|&bits| Move::from_bits(bits).is_some_and(|mv| board.is_noisy(mv))),
            "{board}"
        );
        let quiet = bits::<Quiet>(&board);
        assert!(
            quiet.iter().all(|&bits| Move::from_bits(bits).is_some_and(|mv| !board.is_noisy(mv))),
            "{board}"
        );
        both.extend(quiet);
        both.sort_unstable();
        assert_eq!(both, all, "{board}");
        assert_eq!(board.count_legal() as usize, all.len(), "{board}");
        assert_eq!(board.has_legal_move(), !all.is_empty(), "{board}");
    }
}

#[test]
fn captures_are_what_leaves_the_board() {
    for mut board in games::positions(10, 5_000) {
        for mv in board.legal_moves() {
            let (pieces, captured) = (board.occupied().len(), board.captured(mv));
            assert_eq!(board.is_capture(mv), captured.is_some(), "{mv:?} in {board}");
            let side = board.side();
            let before = captured.map(|kind| board.of(!side, kind).len());
            board.make(mv);
            assert_eq!(pieces - board.occupied().len(), u32::from(captured.is_some()));
            let after = captured.map(|kind| board.of(!side, kind).len());
            assert_eq!(before, after.map(|count| count + 1), "{mv:?} to {board}");
            board.unmake();
        }
    }
}

//! Moves, checks and counts against `cozy-chess` and `shakmaty`.

use std::collections::BTreeSet;

use riposte_board::Board;
use riposte_movegen::Bitboard;
use shakmaty::{CastlingMode, Chess, Position, PositionError, fen::Fen};

use crate::games::{self, Random};

fn cozy(board: &Board) -> cozy_chess::Board {
    let fen = board.shredder_fen();
    cozy_chess::Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn cozy_moves(board: &cozy_chess::Board) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| mv.to_string()));
        false
    });
    moves
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                count += cozy_perft(&child, depth - 1);
            }
        }
        false
    });
    count
}

fn shakmaty(board: &Board) -> Chess {
    let fen = board.shredder_fen();
    let parsed: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    parsed
        .into_position(CastlingMode::Chess960)
        // Heaps of pieces may hold checks that no single move can give.
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn our_moves(board: &Board) -> BTreeSet<String> {
    board.legal_moves().into_iter().map(|mv| board.uci(mv, true)).collect()
}

fn same_position(board: &Board) {
    let (cozy, shakmaty) = (cozy(board), shakmaty(board));
    let moves = our_moves(board);
    assert_eq!(moves.len(), board.legal_moves().len(), "a move twice: {board}");
    assert_eq!(moves, cozy_moves(&cozy), "{board}");
    let theirs = shakmaty.legal_moves();
    let theirs: BTreeSet<String> =
        theirs.into_iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect();
    assert_eq!(moves, theirs, "{board}");
    assert_eq!(board.checkers(), Bitboard(cozy.checkers().0), "{board}");
    assert_eq!(board.checkers(), Bitboard(shakmaty.checkers().into()), "{board}");
    assert_eq!(board.pinned(), Bitboard(cozy.pinned().0) & board.color(board.side()), "{board}");
    assert_eq!(board.is_insufficient_material(), shakmaty.is_insufficient_material(), "{board}");
}

#[test]
fn same_moves_checks_and_pins() {
    for board in games::positions(1, 20_000) {
        same_position(&board);
    }
}

#[test]
fn same_positions_along_games() {
    let mut random = Random(2);
    for number in 0..300 {
        let mut board = games::start(&mut random, games::STARTS[number % 3]);
        let mut theirs = cozy(&board);
        games::play(&mut random, &mut board, 200, |board, mv| {
            assert_eq!(our_moves(board), cozy_moves(&theirs), "{board}");
            let text = board.uci(mv, true);
            theirs.play(text.parse().expect("a move"));
        });
    }
}

#[test]
fn same_perft() {
    for (number, board) in games::positions(3, 3_000).into_iter().enumerate() {
        let depth = if number % 10 == 0 { 3 } else { 2 };
        let count = board.perft(depth);
        assert_eq!(count, cozy_perft(&cozy(&board), depth), "{board}");
        assert_eq!(count, shakmaty::perft(&shakmaty(&board), depth), "{board}");
    }
}

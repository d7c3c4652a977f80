//! What make-move keeps up to date equals what reading the position afresh
//! gives.

use std::num::NonZeroUsize;
use std::thread;

use riposte_board::Board;
use riposte_movegen::{Color, Placement, Square};

use crate::games::{self, Random};

fn assert_same(board: &Board, fresh: &Board) {
    let context = || board.to_string();
    assert_eq!(board.placement(), fresh.placement(), "{}", context());
    let mut pieces = Placement::EMPTY;
    for square in Square::all() {
        assert_eq!(board.piece_on(square), fresh.piece_on(square), "{square} {}", context());
        if let Some(piece) = board.piece_on(square) {
            pieces.toggle(piece, square);
        }
    }
    assert_eq!(board.placement(), &pieces, "the mailbox differs: {}", context());
    assert_eq!(board.checkers(), fresh.checkers(), "{}", context());
    assert_eq!(board.pinned(), fresh.pinned(), "{}", context());
    assert_eq!(board.en_passant(), fresh.en_passant(), "{}", context());
    assert_eq!(board.side(), fresh.side(), "{}", context());
    assert_eq!(board.castling().mask(), fresh.castling().mask(), "{}", context());
    assert_eq!(board.halfmove_clock(), fresh.halfmove_clock(), "{}", context());
    assert_eq!(board.fullmove_number(), fresh.fullmove_number(), "{}", context());
    assert_eq!(board.key(), fresh.key(), "{}", context());
    assert_eq!(board.pawn_key(), fresh.pawn_key(), "{}", context());
    assert_eq!(board.minor_key(), fresh.minor_key(), "{}", context());
    assert_eq!(board.major_key(), fresh.major_key(), "{}", context());
    for color in Color::ALL {
        assert_eq!(board.non_pawn_key(color), fresh.non_pawn_key(color), "{}", context());
    }
}

fn afresh(board: &Board) -> Board {
    let fen = board.shredder_fen();
    Board::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays a random game and takes it back, with a null move now and then.
fn check_game(random: &mut Random, start: games::Start) {
    let mut board = games::start(random, start);
    let mut recomputed = vec![afresh(&board)];
    while board.halfmove_clock() < 120 && board.ply() < 250 {
        if board.ply() % 16 == 15 && !board.in_check() {
            board.make_null();
        } else {
            let Some(mv) = random.pick(&board.legal_moves()) else { break };
            board.make(mv);
        }
        let fresh = afresh(&board);
        assert_same(&board, &fresh);
        recomputed.push(fresh);
        assert_eq!(board.ply() + 1, recomputed.len());
    }
    for fresh in recomputed.iter().rev() {
        assert_same(&board, fresh);
        board.unmake();
    }
    // There was nothing left to take back.
    assert_same(&board, &recomputed[0]);
}

/// Ten thousand games, shared out among the cores; which core plays a game
/// makes no difference to it.
#[test]
fn ten_thousand_games() {
    const GAMES: usize = 10_000;
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for core in 0..cores {
            scope.spawn(move || {
                for number in (core..GAMES).step_by(cores) {
                    check_game(&mut Random(number as u64), games::STARTS[number % 3]);
                }
            });
        }
    });
}

#[test]
fn every_move_of_many_positions() {
    for mut board in games::positions(6, 1_000) {
        let before = board.clone();
        for mv in board.legal_moves() {
            board.make(mv);
            assert_same(&board, &afresh(&board));
            board.unmake();
            assert_same(&board, &before);
        }
    }
}

#[test]
fn en_passant_is_set_exactly_when_it_is_legal() {
    let mut random = Random(7);
    let mut seen = 0;
    for number in 0..1_000 {
        let mut board = games::start(&mut random, games::STARTS[number % 3]);
        games::play(&mut random, &mut board, 150, |board, _| {
            let legal = board.legal_moves().iter().any(|mv| mv.is_en_passant());
            assert_eq!(board.en_passant().is_some(), legal, "{board}");
            seen += u32::from(legal);
        });
    }
    assert!(seen > 100, "only {seen} en passant captures were seen");
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut board = Board::startpos();
    board.make(board.parse_uci("e2e4").expect("legal"));
    let mut other = board.clone();
    other.make(other.parse_uci("e7e5").expect("legal"));
    board.make(board.parse_uci("c7c5").expect("legal"));
    other.unmake();
    other.unmake();
    assert_same(&other, &Board::startpos());
    board.unmake();
    assert_same(&board, &afresh(&board));
}

//! `gives_check` and `key_after` against making the move.

use riposte_board::Board;
use riposte_movegen::{Color, MoveList, PieceType, Quiet};

use crate::games;

#[test]
fn gives_check_as_making_the_move_shows() {
    for mut board in games::positions(11, 30_000) {
        for mv in board.legal_moves() {
            let predicted = board.gives_check(mv);
            let before = board.to_string();
            board.make(mv);
            assert_eq!(predicted, board.in_check(), "{mv:?} in {before}");
            board.unmake();
        }
    }
}

#[test]
fn quiet_checks_are_the_quiet_moves_that_give_check() {
    let mut found = 0;
    for board in games::positions(13, 20_000) {
        let mut quiet = MoveList::new();
        board.generate::<Quiet>(&mut quiet);
        quiet.retain(|&mut mv| board.gives_check(mv));
        assert_eq!(board.quiet_checks(), quiet, "{board}");
        found += quiet.len();
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn every_way_to_give_check() {
    for (fen, mv, check) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true),
        ("4k3/8/8/8/4B3/8/8/4RK2 w - - 0 1", "e4d5", true),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", false),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", true),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", false),
        // The pawn that is promoted stood between the rook's square and the king.
        ("8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e7e8q", true),
        // Castling: the rook gives check, in Chess960 too.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true),
        ("2k5/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false),
        ("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true),
        // En passant uncovers a bishop behind the captured pawn, and a rook
        // behind the capturing one.
        ("6k1/8/8/3pP3/2B5/8/8/4K3 w - d6 0 1", "e5d6", true),
        ("4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1", "e5d6", true),
        ("8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true),
        ("k7/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false),
    ] {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = board.parse_uci(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(board.gives_check(mv), check, "{mv:?} in {fen}");
    }
}

#[test]
fn key_after_is_exact_for_plain_moves() {
    let mut plain = 0;
    for mut board in games::positions(12, 5_000) {
        for mv in board.legal_moves() {
            let (predicted, castling) = (board.key_after(mv), board.castling());
            board.make(mv);
            let special = mv.is_castle()
                || mv.is_en_passant()
                || board.castling() != castling
                || board.en_passant().is_some();
            if !special {
                assert_eq!(predicted, board.key(), "{mv:?} to {board}");
                plain += 1;
            }
            board.unmake();
        }
    }
    assert!(plain > 50_000);
}

#[test]
fn non_pawn_material() {
    let board = Board::from_fen("4k3/p6p/8/8/8/8/P7/N3K3 w - - 0 1").expect("legal");
    assert!(board.has_non_pawn_material(Color::White));
    assert!(!board.has_non_pawn_material(Color::Black));
    assert_eq!(board.of(Color::White, PieceType::Knight).len(), 1);
}

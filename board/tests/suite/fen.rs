//! Reading and writing positions that are right.

use riposte_board::Board;
use riposte_movegen::{CastlingSide, Color, File, Rank, Square};
use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen};

use crate::games::{self, Random};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_start() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Board::startpos().fen(), start);
    assert_eq!(board(start).key(), Board::startpos().key());
    assert_eq!(Board::default().to_string(), start);
    assert_eq!(
        Board::startpos().shredder_fen(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    );
}

#[test]
fn text_comes_back_unchanged() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "4k3/8/8/8/8/8/8/4K3 w - - 150 65535",
        // X-FEN: an inner rook is named by its file.
        "rrk5/8/8/8/8/8/8/RRK5 w Bb - 0 1",
        "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
        "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1",
    ] {
        assert_eq!(board(fen).fen(), fen);
    }
}

#[test]
fn random_positions_come_back_in_both_notations() {
    for position in games::positions(18, 20_000) {
        for fen in [position.fen(), position.shredder_fen()] {
            let again = board(&fen);
            assert_eq!(again.fen(), position.fen());
            assert_eq!(again.shredder_fen(), position.shredder_fen());
            assert_eq!(again.key(), position.key());
        }
    }
}

#[test]
fn shakmaty_writes_the_same() {
    let mut random = Random(19);
    for number in 0..100 {
        let mut board = games::start(&mut random, games::STARTS[number % 3]);
        games::play(&mut random, &mut board, 150, |board, _| {
            let parsed: Fen = board.shredder_fen().parse().expect("a FEN");
            let theirs: Chess = parsed.into_position(CastlingMode::Chess960).expect("legal");
            let written = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
            assert_eq!(written, board.fen());
        });
    }
}

#[test]
fn castling_letters_of_every_notation() {
    let inner = board("4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1").castling();
    let rook = |wing| inner.rook(Color::White, wing);
    assert_eq!(rook(CastlingSide::King), Some(Square::G1));
    assert_eq!(rook(CastlingSide::Queen), Some(Square::at(File::B, Rank::R1)));

    let outer = board("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1").castling();
    assert_eq!(outer.rook(Color::White, CastlingSide::King), Some(Square::H1));
    assert_eq!(outer.rook(Color::White, CastlingSide::Queen), Some(Square::A1));

    // The order of the letters does not matter.
    assert_eq!(
        board("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1").key(),
        board("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").key()
    );
}

#[test]
fn geometry_that_standard_chess_has_not() {
    for (fen, chess960) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", false),
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true),
        ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true),
        // Without rights there is nothing to tell.
        ("1r1k2r1/8/8/8/8/8/8/1R1K2R1 w - - 0 1", false),
    ] {
        assert_eq!(board(fen).is_chess960(), chess960, "{fen}");
    }
}

#[test]
fn counters_may_be_missing_together() {
    assert_eq!(board("4k3/8/8/8/8/8/8/4K3 b - -").fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(board("4k3/8/8/8/8/8/8/4K3 w - - 3 0").fullmove_number(), 1);
}

#[test]
fn white_space_between_fields_is_free() {
    assert_eq!(
        board("  4k3/8/8/8/8/8/8/4K3\tw  -   - 0 1\r\n").fen(),
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    );
}

#[test]
fn en_passant_is_kept_only_if_a_capture_is_legal() {
    for (fen, kept) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true),
        // No pawn stands beside.
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", false),
        // Pinned on the file, pinned on the diagonal of the capture, and both
        // pawns between king and rook.
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false),
        ("2b3k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true),
        ("6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", false),
        ("6k1/8/8/K2pP2n/8/8/8/8 w - d6 0 1", true),
        ("6k1/2b5/8/4P3/3p1K2/8/8/8 w - - 0 1", false),
        // The pawn that has just moved gives check.
        ("6k1/8/8/3pP3/4K3/8/8/8 w - d6 0 1", true),
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1", true),
    ] {
        assert_eq!(board(fen).en_passant().is_some(), kept, "{fen}");
    }
}

#[test]
fn counters_stop_at_their_ends_and_are_read_back() {
    let mut board = board("4k2r/8/8/8/8/8/8/4K2R w - - 65534 4294967294");
    for text in ["h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8"] {
        board.make(board.parse_uci(text).expect("a legal move"));
        let again = Board::from_fen(&board.fen()).expect("what was written");
        assert_eq!(again.fen(), board.fen());
    }
    assert_eq!(board.fen(), "4k1r1/8/8/8/8/8/8/4K1R1 w - - 65535 4294967295");
    board.make_null();
    board.unmake_null();
}

#[test]
fn a_game_may_be_longer_than_the_clock_counts() {
    let mut game = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for text in ["h1g1", "e8d8", "g1h1", "d8e8"].iter().cycle().take(70_000) {
        game.make(game.parse_uci(text).expect("a legal move"));
    }
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/4K2R w - - 65535 35001");
    assert!(game.is_draw_by_fifty() && game.is_repetition(0));
    assert_eq!(board(&game.fen()).fen(), game.fen());
}

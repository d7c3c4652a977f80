//! SAN and UCI, both ways.

use riposte_board::{Board, MoveTextError};
use riposte_movegen::Move;
use shakmaty::{
    CastlingMode, Chess, Position, PositionError, fen::Fen, san::SanPlus, uci::UciMove,
};

use crate::games::{self, Random};

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn shakmaty(board: &Board) -> Chess {
    let fen: Fen = board.shredder_fen().parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a legal position")
}

#[test]
fn san_is_what_shakmaty_writes() {
    for board in games::positions(21, 6_000) {
        let theirs = shakmaty(&board);
        for mv in board.legal_moves() {
            let uci: UciMove = board.uci(mv, true).parse().expect("a UCI move");
            let their_move = uci.to_move(&theirs).expect("a legal move");
            let san = board.san(mv);
            let expected = SanPlus::from_move(theirs.clone(), their_move).to_string();
            assert_eq!(san, expected, "{board}");
            assert_eq!(board.parse_san(&san), Ok(mv), "{san} in {board}");
        }
    }
}

#[test]
fn san_of_shakmaty_is_read() {
    for board in games::positions(22, 3_000) {
        let theirs = shakmaty(&board);
        for their_move in theirs.legal_moves() {
            let san = SanPlus::from_move(theirs.clone(), their_move).to_string();
            let mv = board.parse_san(&san).unwrap_or_else(|error| panic!("{board}: {error}"));
            assert_eq!(
                board.uci(mv, true),
                their_move.to_uci(CastlingMode::Chess960).to_string(),
                "{san} in {board}"
            );
        }
    }
}

#[test]
fn uci_comes_back() {
    for board in games::positions(23, 10_000) {
        for mv in board.legal_moves() {
            for chess960 in [false, true] {
                let text = board.uci(mv, chess960);
                assert_eq!(board.parse_uci(&text), Ok(mv), "{text} in {board}");
            }
        }
    }
}

#[test]
fn castling_in_both_ways() {
    let standard = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (two_steps, onto_rook, san) in [("e1g1", "e1h1", "O-O"), ("e1c1", "e1a1", "O-O-O")] {
        let mv = standard.parse_uci(two_steps).expect("castling");
        assert!(mv.is_castle());
        assert_eq!(standard.parse_uci(onto_rook), Ok(mv));
        assert_eq!(standard.parse_san(san), Ok(mv));
        assert_eq!(standard.parse_san(&san.replace('O', "0")), Ok(mv));
        assert_eq!(standard.uci(mv, false), two_steps);
        assert_eq!(standard.uci(mv, true), onto_rook);
        assert_eq!(standard.san(mv), san);
    }
    let mut black = standard.clone();
    black.make_null();
    assert_eq!(black.uci(black.parse_uci("e8g8").expect("castling"), true), "e8h8");

    // In this geometry f1g1 is a step of the king and f1h1 is castling, in
    // either style.
    let chess960 = board("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    assert!(!chess960.parse_uci("f1g1").expect("a step").is_castle());
    let castling = chess960.parse_uci("f1h1").expect("castling");
    assert!(castling.is_castle());
    assert_eq!(chess960.uci(castling, false), "f1h1");
}

#[test]
fn san_disambiguates_as_little_as_possible() {
    for (fen, uci, san) in [
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/8/R7/8/4K3/8/R7 w - - 0 1", "a1a3", "R1a3"),
        ("8/5k2/8/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a4d1", "Qa4d1"),
        // The other knight is pinned and cannot go there.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
    ] {
        let board = board(fen);
        let mv = board.parse_uci(uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(board.san(mv), san, "{fen}");
    }
}

#[test]
fn san_is_read_in_many_spellings() {
    let board = board("3r4/4P1k1/8/8/8/2N5/8/R3K2R w KQ - 0 1");
    for (texts, uci) in [
        (vec!["exd8=Q", "exd8Q", "ed8=Q", "e7xd8=Q+", "e7d8Q#", "exd8=Q!?"], "e7d8q"),
        (vec!["Nd5", "Nd5+", "Nc3d5", "Ncd5", "N3d5", "Nc3-d5", "Nxd5", "Nd5??"], "c3d5"),
        (vec!["O-O", "0-0", "O-O+", "0-0!"], "e1g1"),
        (vec!["Rd1", "Rad1", "Ra1-d1"], "a1d1"),
    ] {
        for text in texts {
            assert_eq!(board.parse_san(text), board.parse_uci(uci), "{text}");
            assert!(board.parse_san(text).is_ok(), "{text}");
        }
    }
}

#[test]
fn wrong_texts_have_their_errors() {
    let start = Board::startpos();
    for text in
        ["", "e", "e2", "e2e", "e2e9", "i2i4", "e2e4x", "e7e8k", "E2e4", "e2e4qq", "0000", "♞f3"]
    {
        assert_eq!(start.parse_uci(text), Err(MoveTextError::Malformed(text.into())), "{text:?}");
    }
    for text in ["e2e5", "e7e5", "e1g1", "a1a1", "e2e4q", "e3e4", "d1h5"] {
        assert_eq!(start.parse_uci(text), Err(MoveTextError::Illegal(text.into())), "{text:?}");
    }
    for text in ["", "x", "Nf", "Zf3", "N", "O-O-O-O", "e9", "e4=K", "--", "♞f3", "Nabf3", "="] {
        assert_eq!(start.parse_san(text), Err(MoveTextError::Malformed(text.into())), "{text:?}");
    }
    for text in ["e5", "Ke2", "O-O", "Nd2", "Qh5", "e8=Q", "exd3"] {
        assert_eq!(start.parse_san(text), Err(MoveTextError::Illegal(text.into())), "{text:?}");
    }
    let two = board("4k3/8/8/8/8/4K3/8/R6R w - - 0 1");
    assert_eq!(two.parse_san("Rd1"), Err(MoveTextError::Ambiguous("Rd1".into())));
    // A promotion must say to what.
    let promoting = board("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert!(promoting.parse_uci("e7e8").is_err());
    assert!(promoting.parse_san("e8").is_err());
}

#[test]
fn noise_never_panics() {
    let letters: Vec<char> = "abcdefgh12345678NBRQKOxo0-=+#!é\u{1f60a} ".chars().collect();
    let mut random = Random(24);
    let boards = games::positions(25, 50);
    for number in 0..100_000 {
        let board = &boards[number % boards.len()];
        let text: String =
            (0..random.below(9)).map(|_| letters[random.below(letters.len())]).collect();
        for found in [board.parse_uci(&text), board.parse_san(&text)].into_iter().flatten() {
            assert!(board.is_legal(found), "{text} in {board}");
        }
    }
    // A text of any length has a short error.
    let long = boards[0].parse_san(&"N".repeat(5_000)).map(Move::bits);
    assert!(long.is_err_and(|error| error.to_string().len() < 100));
}

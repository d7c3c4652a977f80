//! Every wrong FEN is refused with the error that names its error.

use riposte_board::{Board, CastlingError, EnPassantError, FenError, Field};
use riposte_movegen::{Color, Rank, Square};

use crate::games::Random;

fn error(fen: &str) -> FenError {
    match Board::from_fen(fen) {
        Err(error) => error,
        Ok(board) => panic!("{fen:?} was read as {board}"),
    }
}

fn square(name: &str) -> Square {
    Square::from_name(name).expect("a square")
}

#[test]
fn fields() {
    let missing = FenError::MissingField;
    assert_eq!(error(""), missing(Field::Placement));
    assert_eq!(error("   "), missing(Field::Placement));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3"), missing(Field::SideToMove));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w"), missing(Field::Castling));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w -"), missing(Field::EnPassant));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 0"), missing(Field::FullmoveNumber));
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2"),
        FenError::TrailingText("moves".into())
    );
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 W - - 0 1"), FenError::SideToMove("W".into()));
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 ♔ - - 0 1"), FenError::NotAscii { position: 21 });
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3\u{a0}w - - 0 1"), FenError::NotAscii { position: 20 });
}

#[test]
fn placement() {
    let error = |pieces: &str| error(&format!("{pieces} w - - 0 1"));
    assert_eq!(error("4k3/8/8/8/8/8/4K3"), FenError::RankCount(7));
    assert_eq!(error("4k3/8/8/8/8/8/8/8/4K3"), FenError::RankCount(9));
    assert_eq!(error("4k3"), FenError::RankCount(1));
    assert_eq!(error("4k3/8/8/7/8/8/8/4K3"), FenError::RankLength { rank: Rank::R5, squares: 7 });
    assert_eq!(error("4k3/8/8/8/8/8/8/4K4"), FenError::RankLength { rank: Rank::R1, squares: 9 });
    assert_eq!(error("4k3/8/8//8/8/8/4K3"), FenError::RankLength { rank: Rank::R5, squares: 0 });
    assert_eq!(
        error("4k3/pppppppppp/8/8/8/8/8/4K3"),
        FenError::RankLength { rank: Rank::R7, squares: 10 }
    );
    assert_eq!(
        error("4k3/8/8/8/8/7x/8/4K3"),
        FenError::UnknownPiece { letter: 'x', rank: Rank::R3 }
    );
    assert_eq!(
        error("4k3/9/8/8/8/8/8/4K3"),
        FenError::UnknownPiece { letter: '9', rank: Rank::R7 }
    );
    assert_eq!(
        error("4k3/80/8/8/8/8/8/4K3"),
        FenError::UnknownPiece { letter: '0', rank: Rank::R7 }
    );
    assert_eq!(error("4k3/44/8/8/8/8/8/4K3"), FenError::SplitGap { rank: Rank::R7 });
}

#[test]
fn pieces_that_no_game_can_have() {
    use Color::{Black, White};
    let error = |pieces: &str| error(&format!("{pieces} w - - 0 1"));
    assert_eq!(error("8/8/8/8/8/8/8/4K3"), FenError::KingCount { color: Black, count: 0 });
    assert_eq!(error("4k3/8/8/8/8/8/8/8"), FenError::KingCount { color: White, count: 0 });
    assert_eq!(error("4k3/8/8/8/8/8/8/3KK3"), FenError::KingCount { color: White, count: 2 });
    assert_eq!(
        error("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR"),
        FenError::TooManyPieces { color: White, count: 17 }
    );
    assert_eq!(
        error("4k3/p7/pppppppp/8/8/8/8/4K3"),
        FenError::TooManyPawns { color: Black, count: 9 }
    );
    assert_eq!(
        error("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3"),
        FenError::TooManyPromoted { color: White, promoted: 1, missing: 0 }
    );
    assert_eq!(
        error("4k3/8/8/8/8/8/PPPPPPP1/RRR1KNNN"),
        FenError::TooManyPromoted { color: White, promoted: 2, missing: 1 }
    );
    // Two bishops on squares of one colour: one was a pawn.
    assert_eq!(
        error("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3"),
        FenError::TooManyPromoted { color: White, promoted: 1, missing: 0 }
    );
    assert_eq!(error("4k3/8/8/8/8/8/8/p3K3"), FenError::PawnOnLastRank { square: square("a1") });
    assert_eq!(error("4k2P/8/8/8/8/8/8/4K3"), FenError::PawnOnLastRank { square: square("h8") });
    Board::from_fen("qqqqkqqq/qq6/8/8/8/8/PPPPPPP1/1NBQKBNN w - - 0 1").expect("all promoted");
}

#[test]
fn checks_that_no_game_can_have() {
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"),
        FenError::OpponentInCheck { color: Color::Black }
    );
    assert_eq!(
        error("8/8/8/3kK3/8/8/8/8 b - - 0 1"),
        FenError::OpponentInCheck { color: Color::White }
    );
    assert_eq!(error("4k3/8/3N4/1B6/8/8/8/4RK2 b - - 0 1"), FenError::TooManyCheckers { count: 3 });
}

#[test]
fn castling() {
    use CastlingError::{King, Rook};
    let in_field = |field: &str| error(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1"));
    let impossible = |letter, error| FenError::ImpossibleCastling { letter, error };
    assert_eq!(in_field("KQxq"), FenError::UnknownCastling { letter: 'x' });
    assert_eq!(in_field("-K"), FenError::UnknownCastling { letter: '-' });
    assert_eq!(in_field("KK"), FenError::RepeatedCastling { letter: 'K' });
    assert_eq!(in_field("KH"), FenError::RepeatedCastling { letter: 'H' });
    assert_eq!(in_field("KQkqK"), FenError::RepeatedCastling { letter: 'K' });
    assert_eq!(in_field("G"), impossible('G', Rook));
    assert_eq!(in_field("e"), impossible('e', Rook));
    assert_eq!(error("4k2r/8/8/8/8/8/8/R3K2R w q - 0 1"), impossible('q', Rook));
    assert_eq!(error("r3k2r/8/8/8/8/8/4K3/R6R w K - 0 1"), impossible('K', King));
    assert_eq!(error("4k3/8/8/8/8/8/8/r3K2n w Q - 0 1"), impossible('Q', Rook));
}

#[test]
fn en_passant() {
    use EnPassantError::{Blocked, Check, Pawn, Rank};
    for name in ["x3", "e9", "e", "e33", "D6", "--", "6d"] {
        assert_eq!(
            error(&format!("4k3/8/8/3pP3/8/8/8/4K3 w - {name} 0 1")),
            FenError::EnPassantSquare(name.into())
        );
    }
    for (fen, wanted) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", Rank),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", Rank),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", Rank),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", Pawn),
        ("4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", Pawn),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", Pawn),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", Blocked),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", Blocked),
        // A knight gave check already before the pawn moved, or a rook on a
        // line that the pawn has not opened, or the pawn itself on d7.
        ("4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", Check),
        ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", Check),
        ("k7/8/4K3/3p4/8/8/8/8 w - d6 0 1", Check),
    ] {
        match error(fen) {
            FenError::ImpossibleEnPassant { error: found, .. } => {
                assert_eq!(found, wanted, "{fen}")
            }
            other => panic!("{fen}: {other}"),
        }
    }
    // A check that the pawn's step has uncovered is possible.
    Board::from_fen("4b1k1/8/8/3pP3/K7/8/8/8 w - d6 0 1").expect("a discovered check");
}

#[test]
fn counters() {
    for clock in ["65536", "-1", "x", "+1", "1.5", "99999999999999999999", "0x1"] {
        assert_eq!(
            error(&format!("4k3/8/8/8/8/8/8/4K3 w - - {clock} 1")),
            FenError::HalfmoveClock(clock.into())
        );
    }
    for number in ["4294967296", "-1", "one", "99999999999999999999"] {
        assert_eq!(
            error(&format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}")),
            FenError::FullmoveNumber(number.into())
        );
    }
}

#[test]
fn messages_name_the_fault_and_its_place() {
    for (fen, message) in [
        ("4k3/8/8/8/8/7x/8/4K3 w - - 0 1", "'x' in rank 3 of the placement is no piece and no gap"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings instead of one"),
        ("4k3/8/8/8/8/8/8/4K3 w", "the FEN ends before the castling field"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "castling right 'K' is impossible: there is no rook for it",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant on e6 is impossible: no pawn has passed it"),
    ] {
        assert_eq!(error(fen).to_string(), message);
    }
    // A long wrong field is not repeated in full.
    let long = "z".repeat(10_000);
    assert!(error(&format!("4k3/8/8/8/8/8/8/4K3 {long} - - 0 1")).to_string().len() < 100);
}

/// Whatever the text, reading it ends in a board or an error; and a board that
/// was read can be written, read again and played on.
#[test]
fn spoiled_fens_never_panic() {
    let good = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 3",
    ];
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wb-KQkqabcdefghH036é\0".chars().collect();
    let mut random = Random(20);
    let mut accepted = 0;
    for number in 0..200_000 {
        let mut text: Vec<char> = good[number % 2].chars().collect();
        for _ in 0..1 + random.below(3) {
            let Some(place) = (!text.is_empty()).then(|| random.below(text.len())) else { break };
            let letter = letters[random.below(letters.len())];
            match random.below(4) {
                0 => text.insert(place, letter),
                1 => drop(text.remove(place)),
                2 => text.truncate(place + 1),
                _ => text[place] = letter,
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(mut board) = Board::from_fen(&text) {
            accepted += 1;
            assert_eq!(Board::from_fen(&board.fen()).map(|again| again.key()), Ok(board.key()));
            for mv in board.legal_moves() {
                board.make(mv);
                assert!(board.king(!board.side()) != board.king(board.side()));
                board.unmake();
            }
        }
    }
    assert!(accepted > 1_000, "only {accepted} were accepted");
}

//! What the lenient reader accepts beside the strict one, and what not.

use riposte_board::{Board, FenError};
use riposte_movegen::{Color, MAX_LEGAL_MOVES};

use crate::games::Random;

/// Seven queens and eight pawns, from the issues of lichess-org/external-engine.
const SEVEN_QUEENS: &str = "r1bq1rk1/ppp1ppbp/2np1np1/8/8/2P1PP2/PP1PQQPP/QQQQ1K1Q w - - 1 7";

fn read(fen: &str) -> String {
    Board::from_fen_lenient(fen).map_or_else(|error| error.to_string(), |board| board.fen())
}

#[test]
fn more_promoted_pieces_than_missing_pawns() {
    assert!(matches!(Board::from_fen(SEVEN_QUEENS), Err(FenError::TooManyPromoted { .. })));
    assert_eq!(read(SEVEN_QUEENS), SEVEN_QUEENS);
    let pawns = "4k3/8/8/8/PPPPPPP1/P6P/P5PP/4K3 w - - 0 1";
    assert!(matches!(Board::from_fen(pawns), Err(FenError::TooManyPawns { .. })));
    assert_eq!(read(pawns), pawns);
    let checkers = "4k3/8/3N4/1B6/4R3/8/8/4K3 b - - 0 1";
    assert!(matches!(Board::from_fen(checkers), Err(FenError::TooManyCheckers { .. })));
    assert_eq!(read(checkers), checkers);
}

#[test]
fn fields_that_are_missing_or_do_not_fit() {
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3"), bare);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - 0"), bare);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1"), bare);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Ke2;"), bare);
    assert_eq!(read("4k3/8/8/8/8/8/44/31K3 w - -"), bare);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w KK - 0 1"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn everything_that_strict_reading_accepts_reads_the_same() {
    let mut random = Random(11);
    let mut board = Board::startpos();
    for _ in 0..300 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = Board::startpos();
            continue;
        }
        board.make(moves[random.below(moves.len())]);
        let fen = board.fen();
        assert_eq!(Board::from_fen(&fen).map(|board| board.fen()), Ok(fen.clone()));
        assert_eq!(read(&fen), fen);
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let error = |fen| Board::from_fen_lenient(fen).expect_err("cannot be played");
    assert!(matches!(error("8/8/8/8/8/8/8/4K3 w - - 0 1"), FenError::KingCount { count: 0, .. }));
    assert!(matches!(error("4k3/8/8/8/8/8/8/4K2P w - - 0 1"), FenError::PawnOnLastRank { .. }));
    assert!(matches!(error("4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), FenError::OpponentInCheck { .. }));
    assert!(matches!(
        error("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1"),
        FenError::TooManyPieces { count: 17, .. }
    ));
    assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 white - - 0 1"), FenError::SideToMove(_)));
    assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 w X - 0 1"), FenError::UnknownCastling { .. }));
}

#[test]
fn no_list_of_moves_overflows() {
    // The record of 218 moves by N. Petrovic, 1964, and the same with two rooks made queens.
    let record = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let board = Board::from_fen_lenient(record).expect("218 moves are accepted");
    assert_eq!(board.legal_moves().len(), MAX_LEGAL_MOVES);
    for side in ["w", "b"] {
        let fen = format!("Q6Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 {side} - - 0 1");
        assert_eq!(
            Board::from_fen_lenient(&fen).map(|board| board.fen()),
            Err(FenError::TooManyMoves { color: Color::White, count: 224 })
        );
    }
}

#[test]
fn games_can_be_played_from_there() {
    let mut random = Random(5);
    for _ in 0..20 {
        let mut board = Board::from_fen_lenient(SEVEN_QUEENS).expect("accepted");
        for _ in 0..60 {
            let moves = board.legal_moves();
            assert_eq!(moves.len(), board.count_legal() as usize);
            if moves.is_empty() {
                break;
            }
            board.make(moves[random.below(moves.len())]);
        }
        while board.ply() > 0 {
            board.unmake();
        }
        assert_eq!(board.fen(), SEVEN_QUEENS);
    }
}

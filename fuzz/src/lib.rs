//! What the fuzz targets have in common: properties that every position must
//! have, and lines of play that follow from bytes.
#![forbid(unsafe_code)]

use riposte_board::Board;

/// Positions with castling in both kinds of chess, en passant, promotions, many
/// pieces and few.
pub const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/R3KR2 w FAhb - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/3k4/8/8/4K3/7P/8 w - - 0 1",
];

/// One of [`STARTS`].
pub fn start(choice: u8) -> Board {
    let fen = STARTS[usize::from(choice) % STARTS.len()];
    Board::from_fen(fen).expect("a position of this file")
}

/// Plays the legal move that each byte chooses, until there is none.
pub fn play(board: &mut Board, choices: &[u8]) {
    for &choice in choices {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        board.make(moves[usize::from(choice) % moves.len()]);
    }
}

/// The position can be written and read back, in both ways of writing it.
pub fn check_text(board: &Board) {
    for fen in [board.fen(), board.shredder_fen()] {
        let again = match Board::from_fen(&fen) {
            Ok(again) => again,
            Err(error) => panic!("'{fen}' is not read back: {error}"),
        };
        assert_eq!(again.key(), board.key(), "{fen}");
        assert_eq!(again.fen(), board.fen());
        assert_eq!(again.shredder_fen(), board.shredder_fen());
    }
}

/// Every legal move can be written and read back, made and taken back.
pub fn check_moves(board: &mut Board) {
    let (fen, key) = (board.fen(), board.key());
    let moves = board.legal_moves();
    assert_eq!(moves.len(), board.count_legal() as usize, "{fen}");
    assert_eq!(!moves.is_empty(), board.has_legal_move(), "{fen}");
    for &mv in &moves {
        assert!(board.is_legal(mv), "{mv:?} in {fen}");
        assert_eq!(board.parse_uci(&board.uci(mv, true)).ok(), Some(mv), "{mv:?} in {fen}");
        assert_eq!(board.parse_san(&board.san(mv)).ok(), Some(mv), "{mv:?} in {fen}");
        let gives_check = board.gives_check(mv);
        board.make(mv);
        assert_eq!(board.in_check(), gives_check, "{mv:?} in {fen}");
        check_text(board);
        board.unmake();
        assert_eq!((board.fen(), board.key()), (fen.clone(), key), "{mv:?}");
    }
}

/// A message fits into one line of UCI and does nothing to a terminal.
pub fn check_message(message: &impl ToString) {
    let text = message.to_string();
    assert!(!text.contains(char::is_control), "{text:?}");
    assert!(text.len() < 2000, "{text:?}");
}

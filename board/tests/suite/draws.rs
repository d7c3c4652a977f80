//! The 50-move rule and positions in which neither side can mate.

use riposte_board::Board;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn fifty_moves() {
    assert!(!board("7k/8/8/8/8/8/8/KR6 w - - 99 80").is_draw_by_fifty());
    assert!(board("7k/8/8/8/8/8/8/KR6 w - - 100 80").is_draw_by_fifty());
    // Check that can be met.
    assert!(board("7k/8/8/8/8/8/8/K6R b - - 100 80").is_draw_by_fifty());
}

#[test]
fn mate_on_the_hundredth_half_move_wins() {
    let mut mated = board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80");
    mated.make(mated.parse_uci("a1a8").expect("legal"));
    assert_eq!(mated.halfmove_clock(), 100);
    assert!(!mated.is_draw_by_fifty());
}

#[test]
fn captures_and_pawn_moves_reset_the_clock() {
    for (mv, clock) in [("a1a2", 51), ("a1a8", 0), ("h2h3", 0), ("e1e2", 51)] {
        let mut board = board("r6k/8/8/8/8/8/7P/R3K3 w - - 50 80");
        board.make(board.parse_uci(mv).expect("legal"));
        assert_eq!(board.halfmove_clock(), clock, "{mv}");
    }
}

#[test]
fn insufficient_material() {
    for (pieces, insufficient) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        // Bishops on squares of one colour, and of both.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("4kb2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("4k3/8/8/8/8/8/8/3NKN2", false),
        ("4kn2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/4KR2", false),
        ("4k3/8/8/8/8/8/8/4KQ2", false),
    ] {
        let board = board(&format!("{pieces} w - - 0 1"));
        assert_eq!(board.is_insufficient_material(), insufficient, "{pieces}");
    }
}

//! Moves that break naive generators, each with the answer written down.
use riposte_movegen::{
    All, Color, Move, MoveList, PieceType, Placement, Situation, Square, Threats, attackers_to,
    count_legal, generate, has_legal_move,
};

use crate::peer;

fn position(fen: &str) -> (Placement, Situation) {
    let shredder = cozy_chess::Board::from_fen(fen, true);
    let board = shredder.or_else(|_| cozy_chess::Board::from_fen(fen, false));
    peer::position(&board.expect("the test's position is valid"))
}

fn moves(fen: &str) -> Vec<String> {
    let (placement, situation) = position(fen);
    let mut moves = MoveList::new();
    generate::<All>(&placement, &situation, &mut moves);
    let mut names: Vec<String> = moves.into_iter().map(|mv| format!("{mv:?}")).collect();
    names.sort_unstable();
    names
}

fn has(fen: &str, name: &str) -> bool {
    moves(fen).iter().any(|mv| mv == name)
}

#[test]
fn of_two_en_passant_captures_only_the_free_one_is_legal() {
    let fen = "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1";
    assert!(has(fen, "c5d6(EnPassant)"));
    assert!(!has(fen, "e5d6(EnPassant)"));
}

#[test]
fn en_passant_may_not_open_the_rank() {
    let fen = "4k3/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    assert!(!has(fen, "c5d6(EnPassant)"));
    // A second piece on the rank makes it legal.
    let shielded = "4k3/8/8/K1Pp1N1r/8/8/8/8 w - d6 0 1";
    assert!(has(shielded, "c5d6(EnPassant)"));
}

#[test]
fn en_passant_takes_the_pawn_that_gives_check() {
    let fen = "4k3/8/8/2Pp4/4K3/8/8/8 w - d6 0 1";
    assert!(has(fen, "c5d6(EnPassant)"));
}

#[test]
fn castling_crosses_no_attacked_square_but_the_rook_may() {
    let attacked = |square: char| {
        let file = square as usize - 'a' as usize;
        let rank: String = (0..8).map(|at| if at == file { 'r' } else { '1' }).collect::<String>();
        format!("4k3/8/8/8/8/8/{rank}/R3K2R w KQ - 0 1")
    };
    // The rook on the second rank attacks the square below it.
    assert!(has(&attacked('b'), "e1a1(Castle)"));
    assert!(has(&attacked('a'), "e1a1(Castle)"));
    assert!(!has(&attacked('c'), "e1a1(Castle)"));
    assert!(!has(&attacked('d'), "e1a1(Castle)"));
    assert!(!has(&attacked('f'), "e1h1(Castle)"));
    assert!(!has(&attacked('g'), "e1h1(Castle)"));
    assert!(has(&attacked('h'), "e1h1(Castle)"));
    assert!(!has(&attacked('e'), "e1h1(Castle)"), "a side in check may not castle");
}

#[test]
fn a_chess960_rook_that_hides_the_king_may_not_castle() {
    assert!(has("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1(Castle)"));
    assert!(!has("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1(Castle)"));
    assert!(!has("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1b1(Castle)"));
}

#[test]
fn king_and_rook_of_chess960_may_trade_places() {
    assert!(has("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1(Castle)"));
    assert!(!has("4k3/8/8/8/8/8/8/5KRr w G - 0 1", "f1g1(Castle)"));
    assert!(!has("4k3/8/8/8/8/8/8/2NRK3 w D - 0 1", "e1d1(Castle)"), "the knight is on c1");
}

#[test]
fn only_the_king_answers_a_double_check() {
    let fen = "4r1k1/8/8/8/8/3n4/3Q4/R3K2R w KQ - 0 1";
    let (_, situation) = position(fen);
    assert_eq!(situation.checkers.len(), 2);
    assert!(moves(fen).iter().all(|mv| mv.starts_with("e1")));
    assert_eq!(moves(fen), ["e1d1", "e1f1"]);
}

#[test]
fn the_king_does_not_hide_behind_itself() {
    assert_eq!(moves("7k/8/8/8/r3K3/8/8/8 w - - 0 1").len(), 6);
    assert!(!has("7k/8/8/8/r3K3/8/8/8 w - - 0 1", "e4f4"));
}

#[test]
fn mate_and_stalemate_have_no_moves() {
    for (fen, checked) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
    ] {
        let (placement, situation) = position(fen);
        assert_eq!(situation.checkers.any(), checked);
        assert_eq!(count_legal(&placement, &situation), 0);
        assert!(!has_legal_move(&placement, &situation));
    }
}

#[test]
fn the_longest_list_of_moves_fits() {
    let (placement, situation) = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    let mut moves = MoveList::new();
    generate::<All>(&placement, &situation, &mut moves);
    assert_eq!(moves.len(), 218);
    assert_eq!(count_legal(&placement, &situation), 218);
}

#[test]
fn generation_appends() {
    let (placement, situation) = position("7k/8/8/8/8/8/8/r3K3 w - - 0 1");
    let first = Move::normal(Square::A1, Square::H8);
    let mut moves = MoveList::from_iter([first]);
    generate::<All>(&placement, &situation, &mut moves);
    assert_eq!(moves[0], first);
    assert_eq!(moves.len() as u32, 1 + count_legal(&placement, &situation));
}

#[test]
fn attackers_and_threats_are_two_views_of_one_relation() {
    peer::each_position(30, 3, |board| {
        let (placement, _) = peer::position(board);
        for color in Color::ALL {
            let Threats { by_pawns, by_minors, by_rooks, all } = Threats::new(&placement, color);
            for square in Square::all() {
                let attackers = attackers_to(&placement, square, placement.occupied());
                let attackers = attackers & placement.color(color);
                let by = |kind: &PieceType| attackers.meets(placement.kind(*kind));
                let expected = [1, 3, 4, 6].map(|end| PieceType::ALL[..end].iter().any(by));
                let threats = [by_pawns, by_minors, by_rooks, all].map(|set| set.has(square));
                assert_eq!(threats, expected, "{square} in {board}");
            }
        }
    });
}

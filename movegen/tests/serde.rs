//! The feature `serde`.

use riposte_movegen::{Bitboard, Color, File, Move, Piece, PieceType, Promotion, Rank, Square};
use serde_json::{from_str, to_string};

#[test]
fn values_are_written_by_name_or_number_and_read_back() {
    assert_eq!(to_string(&Square::E1).expect("text"), "\"e1\"");
    assert_eq!(to_string(&Color::Black).expect("text"), "\"black\"");
    assert_eq!(to_string(&Piece::WhiteKnight).expect("text"), "\"N\"");
    assert_eq!(from_str::<Square>("\"h8\"").expect("a square"), Square::H8);
    assert_eq!(from_str::<Color>("\"w\"").expect("a colour"), Color::White);
    for kind in PieceType::ALL {
        let text = to_string(&kind).expect("text");
        assert_eq!(from_str::<PieceType>(&text).expect("its own text"), kind);
    }
    let names = to_string(&(File::C, Rank::R7)).expect("text");
    assert_eq!(names, "[\"c\",\"7\"]");
    assert_eq!(from_str::<(File, Rank)>(&names).expect("its own text"), (File::C, Rank::R7));
    let mv = Move::promotion(Square::new(52), Square::new(61), Promotion::Rook);
    let set = Bitboard::DARK;
    let numbers = to_string(&(mv, set)).expect("text");
    assert_eq!(from_str::<(Move, Bitboard)>(&numbers).expect("its own text"), (mv, set));
}

#[test]
fn what_is_no_name_is_an_error_that_says_so() {
    let error = from_str::<Square>("\"i9\"").expect_err("no square").to_string();
    assert!(error.starts_with("not a square from a1 to h8"), "{error}");
    assert!(from_str::<Piece>("\"x\"").is_err());
    assert!(from_str::<Color>("3").is_err());
    assert!(from_str::<Move>("0").is_err());
}

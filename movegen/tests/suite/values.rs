//! Sets of squares as iterators, and names read back.

use core::fmt::{Debug, Display};
use core::str::FromStr;

use riposte_movegen::{
    Bitboard, Color, File, Move, NameError, Piece, PieceType, Promotion, Rank, Square,
};

use crate::peer::Random;

#[test]
fn squares_come_once_in_rising_order() {
    let mut random = Random(31);
    for _ in 0..1000 {
        let set = Bitboard(random.next() & random.next());
        let rising: Vec<Square> = set.into_iter().collect();
        assert!(rising.is_sorted());
        assert_eq!(rising.len(), set.len() as usize);
        assert_eq!((set.first(), set.last()), (rising.first().copied(), rising.last().copied()));
        assert_eq!(rising.into_iter().collect::<Bitboard>(), set);
    }
}

fn reads_back<T: Copy + Debug + Display + PartialEq + FromStr<Err = NameError>>(values: &[T]) {
    for &value in values {
        assert_eq!(value.to_string().parse(), Ok(value));
    }
}

#[test]
fn names_are_read_back() {
    reads_back(&Square::all().collect::<Vec<_>>());
    reads_back(&File::ALL);
    reads_back(&Rank::ALL);
    reads_back(&Piece::ALL);
    reads_back(&PieceType::ALL);
    reads_back(&Color::ALL);
    assert_eq!("w".parse(), Ok(Color::White));
    assert_eq!("Q".parse(), Ok(PieceType::Queen));
    for text in ["", "e", "e9", "e44", "i1", "\u{e9}4"] {
        assert_eq!(text.parse::<Square>(), Err(NameError::Square), "{text:?}");
    }
    assert_eq!("aa".parse::<File>(), Err(NameError::File));
    assert_eq!("0".parse::<Rank>(), Err(NameError::Rank));
    assert_eq!("x".parse::<Piece>(), Err(NameError::Piece));
    assert_eq!("".parse::<PieceType>(), Err(NameError::Piece));
    assert_eq!("W".parse::<Color>(), Err(NameError::Color));
}

#[test]
fn moves_are_written_as_uci_writes_them() {
    assert_eq!(Move::castle(Square::E1, Square::H1).to_string(), "e1h1");
    let mv = Move::promotion(Square::new(52), Square::E8, Promotion::Knight);
    assert_eq!(mv.to_string(), "e7e8n");
}

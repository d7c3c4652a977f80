//! Lines of play in SAN.

use riposte_board::Board;
use riposte_movegen::{Color, Move};

/// The moves of `line` from `board` on in SAN.
pub fn words(board: &Board, line: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    line.iter()
        .map(|&mv| {
            let san = board.san(mv);
            board.make(mv);
            san
        })
        .collect()
}

/// The moves of `line` with their numbers: `12...Nf6 13.Bg5`.
pub fn numbered(board: &Board, line: &[Move]) -> String {
    let mut number = board.fullmove_number();
    let mut side = board.side();
    let mut text = String::new();
    for (index, san) in words(board, line).into_iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        match side {
            Color::White => text.push_str(&format!("{number}.")),
            Color::Black if index == 0 => text.push_str(&format!("{number}...")),
            Color::Black => {}
        }
        text.push_str(&san);
        number += u32::from(side == Color::Black);
        side = !side;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_either_side() {
        let mut board = Board::startpos();
        let line = |board: &Board, texts: &[&str]| -> Vec<Move> {
            let mut board = board.clone();
            let mut read = |text: &&str| {
                let mv = board.parse_uci(text).expect("a legal move");
                board.make(mv);
                mv
            };
            texts.iter().map(&mut read).collect()
        };
        let moves = line(&board, &["e2e4", "e7e5", "g1f3"]);
        assert_eq!(numbered(&board, &moves), "1.e4 e5 2.Nf3");
        board.make(moves[0]);
        assert_eq!(numbered(&board, &moves[1..]), "1...e5 2.Nf3");
        assert_eq!(words(&board, &moves[1..]), ["e5", "Nf3"]);
        assert_eq!(numbered(&board, &[]), "");
    }
}

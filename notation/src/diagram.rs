//! A position drawn with letters.

use std::fmt::Write;

use riposte_board::Board;
use riposte_movegen::{File, Rank, Square};

/// A board of lines, White below. Every square has the text of each of `rows`, which is
/// `width - 1` columns wide.
pub fn diagram(width: usize, rows: &[&dyn Fn(Square) -> String]) -> String {
    let edge = format!(" +{}\n", format!("{:-<width$}+", "").repeat(8));
    let mut text = edge.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for (index, row) in rows.iter().enumerate() {
            for file in File::ALL {
                // Writing to a `String` cannot fail.
                let _ = write!(text, " |{}", row(Square::at(file, rank)));
            }
            let digit = if index == 0 { format!(" {}", rank.digit()) } else { String::new() };
            let _ = writeln!(text, " |{digit}");
        }
        text.push_str(&edge);
    }
    let files: String = ('a'..='h').map(|file| format!(" {file:^width$}")).collect();
    let _ = writeln!(text, " {}", files.trim_end());
    text
}

/// The letter of the piece on `square`, as in FEN; a space for none.
pub fn letter(board: &Board, square: Square) -> char {
    board.piece_on(square).map_or(' ', |piece| piece.letter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_its_piece() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4R2K b - - 0 1").expect("a good FEN");
        let text = diagram(3, &[&|square| format!(" {}", letter(&board, square))]);
        assert!(text.contains("\n |   |   |   |   | R |   |   | K | 1\n"), "{text}");
        assert!(text.ends_with("   a   b   c   d   e   f   g   h\n"), "{text}");
    }
}

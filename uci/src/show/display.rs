//! A position drawn with letters, and mirrored.

use riposte_board::Board;

use super::drawing;

/// The board, its FEN, its key and the pieces that give check.
pub fn board_text(board: &Board, chess960: bool) -> String {
    let letter = |square| board.piece_on(square).map_or(' ', |piece| piece.letter());
    let board_drawing = drawing(3, [&|square| format!(" {}", letter(square))]);
    format!("{board_drawing}\n{}", facts(board, chess960))
}

/// FEN, key and the pieces that give check, a line each.
pub fn facts(board: &Board, chess960: bool) -> String {
    let fen = if chess960 || board.is_chess960() { board.shredder_fen() } else { board.fen() };
    let checkers: String =
        board.checkers().into_iter().map(|square| format!(" {square}")).collect();
    format!("Fen: {fen}\nKey: {:016X}\nCheckers:{checkers}", board.key())
}

/// The FEN of the same position with the colours exchanged.
pub fn flipped_fen(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    if let [placement, side, castling, en_passant, ..] = fields.as_mut_slice() {
        let ranks: Vec<String> = placement.split('/').rev().map(swap_case).collect();
        *placement = ranks.join("/");
        *side = if side == "w" { "b" } else { "w" }.to_owned();
        *castling = swap_case(castling);
        *en_passant = en_passant.replace('3', "x").replace('6', "3").replace('x', "6");
    }
    fields.join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    text.chars().map(swap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_exchanges_the_sides() {
        assert_eq!(
            flipped_fen("r3k2r/8/8/8/3pP3/8/8/R3K3 b Qkq e3 3 9"),
            "r3k3/8/8/3Pp3/8/8/8/R3K2R w qKQ e6 3 9"
        );
    }

    #[test]
    fn the_drawing_shows_pieces_and_checkers() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4R2K b - - 0 1").expect("a good FEN");
        let text = board_text(&board, false);
        assert!(text.contains("\n |   |   |   |   | R |   |   | K | 1\n"), "{text}");
        assert!(text.contains("Fen: 4k3/8/8/8/8/8/8/4R2K b - - 0 1\n"), "{text}");
        assert!(text.ends_with("Checkers: e1"), "{text}");
    }
}

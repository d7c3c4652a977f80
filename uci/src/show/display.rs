//! A position drawn with letters, and its facts.

use riposte_board::Board;
use riposte_notation::{diagram, letter};

/// The board alone.
pub fn drawing(board: &Board) -> String {
    diagram(3, &[&|square| format!(" {}", letter(board, square))])
}

/// FEN, key and the pieces that give check, a line each.
pub fn facts(board: &Board, chess960: bool) -> String {
    let fen = if chess960 || board.is_chess960() { board.shredder_fen() } else { board.fen() };
    let checkers: String =
        board.checkers().into_iter().map(|square| format!(" {square}")).collect();
    format!("Fen: {fen}\nKey: {:016X}\nCheckers:{checkers}", board.key())
}

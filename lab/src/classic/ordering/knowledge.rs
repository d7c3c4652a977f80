//! Knowledge of chess in the order of moves.
//!
//! Schaeffer (1989) compared his general systems with application-dependent
//! knowledge of his program and found it about as good as history, but slower.
//! What he used depends on the program; here it is what nearly every chess program
//! of the time knew: captures and promotions first, the most valuable victim by
//! the least valuable attacker, then quiet moves by what they gain on
//! the squares of the evaluation, moves to a square that an enemy pawn
//! attacks last.

use riposte_board::Board;
use riposte_movegen::{Move, pawn_attacks};
use riposte_movegen::{PieceType, Square};

use crate::classic::evaluation::{material, place_value};

/// How much the order of moves knows of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Nothing.
    Off,
    /// Captures and promotions go first.
    Captures,
    /// Quiet moves are ordered too.
    Full,
}

/// What a capture or promotion promises: the victim counts before the attacker.
pub(in crate::classic) fn gain(board: &Board, mv: Move) -> i32 {
    let victim = board.captured(mv).map_or(0, material);
    let promoted = mv.promotes_to().map_or(0, |to| material(to.piece_type()));
    let attacker = board.moved_piece(mv).kind().index() as i32;
    16 * (victim + promoted) - attacker
}

/// What a quiet move promises.
pub(in crate::classic) fn placement(board: &Board, mv: Move) -> i32 {
    if mv.is_castle() {
        return 50;
    }
    let piece = board.moved_piece(mv);
    let hangs = piece.kind() != PieceType::Pawn && is_attacked_by_pawn(board, mv.to());
    let loss = if hangs { material(piece.kind()) } else { 0 };
    place_value(piece, mv.to()) - place_value(piece, mv.from()) - loss
}

fn is_attacked_by_pawn(board: &Board, square: Square) -> bool {
    let enemy = board.side().flip();
    pawn_attacks(board.side(), square).meets(board.of(enemy, PieceType::Pawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_victim_counts_before_the_attacker() {
        let board = Board::from_fen("7k/8/2q1r3/3P4/8/8/2R5/6K1 w - - 0 1").unwrap();
        let gain = |san: &str| gain(&board, board.parse_san(san).unwrap());
        assert!(gain("dxc6") > gain("Rxc6"));
        assert!(gain("Rxc6") > gain("dxe6"));
    }

    #[test]
    fn a_piece_does_not_go_where_a_pawn_takes_it() {
        let board = Board::from_fen("4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1").unwrap();
        let place = |san: &str| placement(&board, board.parse_san(san).unwrap());
        assert!(place("Ne5") < place("Nf4"));
        assert!(place("Nf4") > place("Nc1"));
    }
}

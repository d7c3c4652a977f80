//! Endings that are drawn more often than the material says, because nothing can be promoted
//! or what can be is stopped: there the evaluation is worth a share of itself.
//!
//! The network is trained on scores of games with few nodes per move, in which mistakes decide
//! such endings. What is known of them is older: a minor piece more without pawns does not
//! win, and bishops on opposite colours draw with a pawn less or two (R. Fine, "Basic Chess
//! Endings", 1941).

use riposte_board::Board;
use riposte_movegen::{Bitboard, Color, PieceType};

use crate::score::Score;

/// With more pieces than this no ending of the kind is near.
const MOST_PIECES: u32 = 16;

/// The worth of pieces in pawns, kings and pawns left out.
const WORTH: [(PieceType, u32); 4] = [
    (PieceType::Knight, MINOR),
    (PieceType::Bishop, MINOR),
    (PieceType::Rook, ROOK),
    (PieceType::Queen, 9),
];
const MINOR: u32 = 3;
const ROOK: u32 = 5;

/// Shares are 64ths.
const WHOLE: i32 = 64;

/// What is left of the evaluation `score` of `board` for the side to move.
#[inline]
pub fn drawish_value(board: &Board, score: Score) -> Score {
    if board.occupied().len() > MOST_PIECES {
        return score;
    }
    let strong = if score > Score::DRAW { board.side() } else { !board.side() };
    Score::cp(score.raw() * share(board, strong) / WHOLE)
}

/// The share of a value in favour of `strong`.
fn share(board: &Board, strong: Color) -> i32 {
    let [own, other] = [strong, !strong].map(|color| force(board, color));
    let [pawns, stoppers] = [strong, !strong].map(|color| board.of(color, PieceType::Pawn).len());
    if pawns == 0 && own < ROOK {
        return 0;
    }
    if pawns == 0 && own <= other + MINOR {
        return if other <= MINOR { 16 } else { 24 };
    }
    if own == MINOR && other == MINOR && has_opposite_bishops(board) {
        return if pawns <= stoppers + 1 { 36 } else { 48 };
    }
    // A piece can be given for the last pawn.
    if pawns == 1 && other > 0 && own <= other { 32 } else { WHOLE }
}

fn force(board: &Board, color: Color) -> u32 {
    WORTH.into_iter().map(|(kind, worth)| worth * board.of(color, kind).len()).sum()
}

/// Whether each side has one bishop, one of them on dark squares and one on light ones.
fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = board.kind(PieceType::Bishop);
    let is_alone = |color| board.of(color, PieceType::Bishop).len() == 1;
    Color::ALL.into_iter().all(is_alone)
        && bishops.meets(Bitboard::DARK)
        && bishops.meets(Bitboard::LIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of 640 for White.
    fn left(fen: &str) -> i32 {
        let board = Board::from_fen(fen).expect("a position");
        let value = Score::cp(640);
        let own = if board.side() == Color::White { value } else { -value };
        let found = drawish_value(&board, own).raw();
        if board.side() == Color::White { found } else { -found }
    }

    #[test]
    fn a_piece_more_without_pawns_is_worth_little() {
        assert_eq!(left("4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1"), 160);
        assert_eq!(left("4k3/4b3/8/8/8/8/8/R3K3 b - - 0 1"), 160);
        assert_eq!(left("4k3/4r3/8/8/8/8/8/R3KB2 w - - 0 1"), 240);
        assert_eq!(left("4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1"), 0);
        // More than a piece wins.
        assert_eq!(left("4k3/4r3/8/8/8/8/8/Q3K3 w - - 0 1"), 640);
        assert_eq!(left("4k3/8/4p3/8/8/8/8/R3K3 w - - 0 1"), 640);
    }

    #[test]
    fn bishops_on_opposite_colours_draw() {
        assert_eq!(left("4k1b1/8/3p4/8/8/3PP3/8/4K1B1 w - - 0 1"), 360);
        assert_eq!(left("4k1b1/8/3p4/8/8/2PPP3/8/4K1B1 w - - 0 1"), 480);
        assert_eq!(left("4kb2/8/3p4/8/8/3PP3/8/4K1B1 w - - 0 1"), 640);
        assert_eq!(left("r3k1b1/8/3p4/8/8/3PP3/8/R3K1B1 w - - 0 1"), 640);
    }

    #[test]
    fn the_last_pawn_can_be_stopped_by_a_piece() {
        assert_eq!(left("4k3/4r3/8/8/8/4P3/8/R3K3 w - - 0 1"), 320);
        assert_eq!(left("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"), 640);
        assert_eq!(left("4k3/4r3/8/8/8/4PP2/8/R3K3 w - - 0 1"), 640);
    }

    #[test]
    fn middlegames_are_not_touched() {
        assert_eq!(left("rn2k2r/pppppppp/1b6/8/8/8/8/RNB1K2R w - - 0 1"), 640);
    }
}

//! What an evaluation thinks of a position, man by man: for people.

use riposte_board::Board;
use riposte_movegen::{Color, Placement, Square};
use riposte_nnue::bucket;

use super::{Evaluation, bare_king, piece_square};
use crate::score::Score;

/// What an evaluation thinks of a position. All scores are white's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// The value of the position.
    pub total: Score,
    /// For every man but the kings, by how much that is more than the value of the
    /// same position without the man: usually positive for a white man and
    /// negative for a black one.
    pub men: Vec<(Square, Score)>,
    /// The value by which the search goes instead, where a bare king can be mated.
    pub bare_king: Option<Score>,
    /// What a network knows besides.
    pub buckets: Option<Buckets>,
}

/// What each of a network's output buckets says of a position. One is in charge;
/// how far the others are from it tells how much the number of men matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buckets {
    /// The values for white.
    pub values: Vec<Score>,
    /// The index of the one that counts for so many men.
    pub in_charge: usize,
}

impl Evaluation {
    /// What this thinks of a position, man by man.
    ///
    /// The positions without a man are judged as they stand, with the same side to
    /// move, and need not be legal: nobody moves in them.
    pub fn opinion(&self, board: &Board) -> Opinion {
        let side = board.side();
        let total = self.white_value(board.placement(), side);
        let kings = Color::ALL.map(|color| board.king(color));
        let men = board
            .occupied()
            .into_iter()
            .filter(|square| !kings.contains(square))
            .map(|square| {
                let mut without = *board.placement();
                if let Some(piece) = board.piece_on(square) {
                    without.toggle(piece, square);
                }
                let difference = total.raw() - self.white_value(&without, side).raw();
                (square, Score::clamp_heuristic(difference))
            })
            .collect();
        let bare_king = bare_king::value(board).map(|score| from_white(score, side));
        Opinion { total, men, bare_king, buckets: self.buckets(board) }
    }

    fn white_value(&self, placement: &Placement, side: Color) -> Score {
        let own = match self {
            Self::PieceSquare => piece_square::value(placement, side),
            Self::Network(network) => Score::clamp_heuristic(network.evaluate(placement, side)),
        };
        from_white(own, side)
    }

    fn buckets(&self, board: &Board) -> Option<Buckets> {
        let Self::Network(network) = self else { return None };
        let values = network.evaluate_all(board.placement(), board.side());
        let white = |value| from_white(Score::clamp_heuristic(value), board.side());
        Some(Buckets {
            values: values.map(white).to_vec(),
            in_charge: bucket(board.occupied().len()),
        })
    }
}

fn from_white(score: Score, side: Color) -> Score {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

    const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).expect("a legal position")
    }

    #[test]
    fn the_total_is_what_the_search_sees_unless_a_king_is_bare() {
        for (fen, is_bare) in [
            (MIDDLE, false),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", false),
            ("8/8/3k4/8/8/8/8/R3K3 b - - 0 1", true),
        ] {
            let board = board(fen);
            let own = Evaluator::new(&Evaluation::PieceSquare, &board).evaluate(&board);
            let opinion = Evaluation::PieceSquare.opinion(&board);
            assert_eq!(from_white(opinion.total, board.side()), own);
            assert_eq!(opinion.buckets, None);
            assert_eq!(opinion.bare_king.is_some_and(|score| score > opinion.total), is_bare);
        }
    }

    #[test]
    fn a_man_is_worth_what_would_be_missing() {
        let board = board(MIDDLE);
        let opinion = Evaluation::PieceSquare.opinion(&board);
        assert_eq!(opinion.men.len(), 30);
        for &(square, worth) in &opinion.men {
            let piece = board.piece_on(square).expect("a man");
            assert!(from_white(worth, piece.color()) > Score::DRAW, "{square}");
        }
    }

    #[test]
    fn a_position_that_would_be_illegal_without_a_man_is_judged_too() {
        // Without the knight the side that is not to move would stand in check.
        for fen in ["4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"] {
            let board = board(fen);
            let opinion = Evaluation::PieceSquare.opinion(&board);
            assert_eq!(opinion.men.len(), board.occupied().len() as usize - 2);
        }
    }
}

//! The evaluation of a position, piece by piece, for display.

use riposte_board::Board;
use riposte_movegen::{Color, Placement, Square};
use riposte_nnue::bucket;

use crate::bare_king::bare_king_value;
use crate::drawish::drawish_value;
use crate::evaluation::Evaluation;
use crate::piece_square;
use crate::score::Score;

/// The evaluation of a position in parts. All scores are White's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTrace {
    /// The value of the position.
    pub total: Score,
    /// For every piece but the kings, by how much that is more than the value of the
    /// same position without the piece: usually positive for a white piece and
    /// negative for a black one.
    pub pieces: Vec<(Square, Score)>,
    /// The value by which the search goes instead, where a king is bare.
    pub bare_king: Option<Score>,
    /// The same where few pieces are left that are likely to draw.
    pub drawish: Option<Score>,
    /// The output buckets of a network.
    pub buckets: Option<Buckets>,
}

impl EvalTrace {
    /// What the search goes by: one of the rules, or the total.
    pub fn used(&self) -> Score {
        self.bare_king.or(self.drawish).unwrap_or(self.total)
    }
}

/// The value of each of a network's output buckets. One is active; its difference to the
/// others shows how much the number of pieces matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buckets {
    /// The values for white.
    pub values: Vec<Score>,
    /// The index of the one that counts for so many pieces.
    pub active: usize,
}

impl Evaluation {
    /// The evaluation of `board` in parts.
    ///
    /// Positions without a piece are evaluated with the same side to move. They need not be
    /// legal.
    pub fn trace(&self, board: &Board) -> EvalTrace {
        let side = board.side();
        let total = self.white_value(board.placement(), side);
        let kings = Color::ALL.map(|color| board.king(color));
        let pieces = board
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
        let bare_king = bare_king_value(board).map(|score| from_white(score, side));
        let own = from_white(total, side);
        let drawish = Some(from_white(drawish_value(board, own), side));
        let drawish = drawish.filter(|&value| bare_king.is_none() && value != total);
        EvalTrace { total, pieces, bare_king, drawish, buckets: self.buckets(board) }
    }

    /// What the search goes by in this position, before its corrections, for the side to move.
    pub fn value(&self, board: &Board) -> Score {
        bare_king_value(board).unwrap_or_else(|| {
            drawish_value(board, self.own_value(board.placement(), board.side()))
        })
    }

    fn white_value(&self, placement: &Placement, side: Color) -> Score {
        from_white(self.own_value(placement, side), side)
    }

    fn own_value(&self, placement: &Placement, side: Color) -> Score {
        match self {
            Self::PieceSquare => piece_square::value(placement, side),
            Self::Network(network) => Score::clamp_heuristic(network.evaluate(placement, side)),
        }
    }

    fn buckets(&self, board: &Board) -> Option<Buckets> {
        let Self::Network(network) = self else { return None };
        let values = network.evaluate_all(board.placement(), board.side());
        let white = |value| from_white(Score::clamp_heuristic(value), board.side());
        Some(Buckets { values: values.map(white).to_vec(), active: bucket(board.occupied().len()) })
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
    use crate::evaluator::Evaluator;
    use crate::wdl::pawns;

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
            let own =
                Evaluator::new(&Evaluation::PieceSquare, &board).evaluate(&board, &board.threats());
            let trace = Evaluation::PieceSquare.trace(&board);
            assert_eq!(from_white(trace.total, board.side()), own);
            assert_eq!(trace.buckets, None);
            assert_eq!(trace.bare_king.is_some_and(|score| score > trace.total), is_bare);
        }
    }

    #[test]
    fn the_trace_ends_with_what_the_search_goes_by() {
        for fen in [MIDDLE, "8/8/4k3/8/8/2B5/4K2R/7r b - - 0 1", "8/8/3k4/8/8/8/8/R3K3 b - - 0 1"] {
            let board = board(fen);
            let trace = Evaluation::PieceSquare.trace(&board);
            let value = from_white(Evaluation::PieceSquare.value(&board), board.side());
            assert_eq!(trace.used(), value, "{fen}");
            assert_eq!(trace.used() != trace.total, fen != MIDDLE, "{fen}");
            let text = Evaluation::PieceSquare.trace_text(&board, &|cell, _| cell.to_owned());
            assert!(text.ends_with(&format!("For White: {}\n", pawns(value))), "{text}");
        }
    }

    #[test]
    fn a_piece_is_worth_what_would_be_missing() {
        let board = board(MIDDLE);
        let trace = Evaluation::PieceSquare.trace(&board);
        assert_eq!(trace.pieces.len(), 30);
        for &(square, worth) in &trace.pieces {
            let piece = board.piece_on(square).expect("a piece");
            assert!(from_white(worth, piece.color()) > Score::DRAW, "{square}");
        }
    }

    #[test]
    fn a_position_that_would_be_illegal_without_a_piece_is_evaluated_too() {
        // Without the knight the side that is not to move would stand in check.
        for fen in ["4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"] {
            let board = board(fen);
            let trace = Evaluation::PieceSquare.trace(&board);
            assert_eq!(trace.pieces.len(), board.occupied().len() as usize - 2);
        }
    }
}

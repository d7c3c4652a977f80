//! Material and tapered piece-square values, kept up to date move by move.

use riposte_board::{Board, Observer};
use riposte_movegen::{Color, Piece, Placement, Square};

use crate::depth::Ply;
use crate::piece_square_values::VALUES;
use crate::score::Score;

/// Weight of each kind of piece in the game phase: 24 with all pieces on the board.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// The side to move can use its move.
const TEMPO: i32 = 12;

/// Totals over the pieces of one position, white's point of view.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Totals {
    /// The value with all pieces on the board, and that in the endgame.
    middle: i32,
    end: i32,
    phase: i32,
}

impl Totals {
    fn of(placement: &Placement) -> Self {
        let mut sums = Self::default();
        for square in placement.occupied() {
            if let Some(piece) = placement.piece_on(square) {
                sums.add(piece, square);
            }
        }
        sums
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let (middle, end) = VALUES[piece.index()][square.index()];
        self.middle += middle;
        self.end += end;
        self.phase += PHASE[piece.kind().index()];
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let (middle, end) = VALUES[piece.index()][square.index()];
        self.middle -= middle;
        self.end -= end;
        self.phase -= PHASE[piece.kind().index()];
    }

    /// The value for `side`, which is to move.
    #[inline]
    fn value(self, side: Color) -> Score {
        let phase = self.phase.min(FULL_PHASE);
        let white = (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE;
        let own = match side {
            Color::White => white,
            Color::Black => -white,
        };
        Score::clamp_heuristic(own + TEMPO)
    }
}

/// The value of a position for `side`, which is to move, summed from nothing.
pub(crate) fn value(placement: &Placement, side: Color) -> Score {
    Totals::of(placement).value(side)
}

/// Follows the board along a variation and evaluates its positions.
#[derive(Clone, Debug)]
pub(crate) struct PieceSquare {
    sums: Box<[Totals; Ply::MAX.index() + 2]>,
    top: usize,
}

impl PieceSquare {
    /// Starts at `board`.
    pub(crate) fn new(board: &Board) -> Self {
        let mut evaluator =
            Self { sums: Box::new([Totals::default(); Ply::MAX.index() + 2]), top: 0 };
        evaluator.reset(board);
        evaluator
    }

    pub(crate) fn reset(&mut self, board: &Board) {
        self.top = 0;
        self.sums[0] = Totals::of(board.placement());
    }

    /// Opens the next ply, to be called before the move is made.
    #[inline]
    pub(crate) fn push(&mut self) {
        self.sums[self.top + 1] = self.sums[self.top];
        self.top += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top -= 1;
    }

    /// The value of the current position for the side to move.
    #[inline]
    pub(crate) fn evaluate(&self, board: &Board) -> Score {
        self.sums[self.top].value(board.side())
    }
}

impl Observer for PieceSquare {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.sums[self.top].add(piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.sums[self.top].remove(piece, square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_worth_a_tempo() {
        let board = Board::startpos();
        assert_eq!(PieceSquare::new(&board).evaluate(&board), Score::cp(TEMPO));
    }

    #[test]
    fn colours_are_mirror_images() {
        let white = Board::from_fen("r1bqk2r/pp3ppp/2n5/3p4/8/2P2N2/P4PPP/R1BQ1RK1 w kq - 0 1");
        let black = Board::from_fen("r1bq1rk1/p4ppp/2p2n2/8/3P4/2N5/PP3PPP/R1BQK2R b KQ - 0 1");
        let (white, black) = (white.unwrap(), black.unwrap());
        assert_eq!(
            PieceSquare::new(&white).evaluate(&white),
            PieceSquare::new(&black).evaluate(&black)
        );
    }

    #[test]
    fn following_a_line_equals_starting_at_its_end() {
        let mut board =
            Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
                .unwrap();
        let mut evaluator = PieceSquare::new(&board);
        let start = evaluator.evaluate(&board);
        let line = ["e1g1", "h3g2", "f1e1", "c7c5", "d5c6", "e8c8", "c6d7", "d8d7"];
        for text in line {
            let mv = board.parse_uci(text).unwrap();
            evaluator.push();
            board.make_with(mv, &mut evaluator);
            assert_eq!(evaluator.evaluate(&board), PieceSquare::new(&board).evaluate(&board));
        }
        for _ in line {
            board.unmake();
            evaluator.pop();
        }
        assert_eq!(evaluator.evaluate(&board), start);
    }
}

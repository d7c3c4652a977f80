//! Material and piece-square values, kept up to date move by move.

use riposte_board::{Board, Observer};
use riposte_movegen::{Color, Piece, PieceType, Square};

/// Knows the value of every position from the root to the current node.
#[derive(Default)]
pub(super) struct Evaluator {
    /// White's sums.
    sums: Vec<i32>,
}

impl Evaluator {
    /// Starts at `board`.
    pub(super) fn reset(&mut self, board: &Board) {
        self.sums.clear();
        self.sums.push(0);
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                self.add(piece, square);
            }
        }
    }

    /// Opens the next ply, to be called before the move is made.
    pub(super) fn push(&mut self) {
        self.sums.push(self.sum());
    }

    /// Goes back one ply.
    pub(super) fn pop(&mut self) {
        self.sums.pop();
    }

    /// The value for `side`.
    pub(super) fn evaluate(&self, side: Color) -> i32 {
        match side {
            Color::White => self.sum(),
            Color::Black => -self.sum(),
        }
    }

    fn sum(&self) -> i32 {
        self.sums.last().copied().unwrap_or(0)
    }

    fn change(&mut self, value: i32) {
        if let Some(sum) = self.sums.last_mut() {
            *sum += value;
        }
    }
}

impl Observer for Evaluator {
    fn add(&mut self, piece: Piece, square: Square) {
        self.change(signed_value(piece, square));
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        self.change(-signed_value(piece, square));
    }
}

fn signed_value(piece: Piece, square: Square) -> i32 {
    match piece.color() {
        Color::White => value(piece, square),
        Color::Black => -value(piece, square),
    }
}

/// What `piece` on `square` is worth to its side.
pub(super) fn value(piece: Piece, square: Square) -> i32 {
    material(piece.kind()) + place_value(piece, square)
}

/// Material in centipawns.
pub(super) const fn material(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight => 320,
        PieceType::Bishop => 330,
        PieceType::Rook => 500,
        PieceType::Queen => 950,
        PieceType::King => 0,
    }
}

/// Beside its material, what `piece` gains by standing on `square`.
pub(super) fn place_value(piece: Piece, square: Square) -> i32 {
    let place = square.relative_to(piece.color()).index();
    i32::from(PLACES[piece.kind().index()][place])
}

/// The value of a kind of piece by rank, by file and by distance from the centre.
struct Shape {
    ranks: [i16; 8],
    files: [i16; 8],
    rings: [i16; 4],
}

const SHAPES: [Shape; 6] = [
    Shape {
        ranks: [0, 0, 2, 8, 18, 36, 60, 0],
        files: [-6, -2, 0, 5, 5, 0, -2, -6],
        rings: [12, 4, 0, 0],
    },
    Shape {
        ranks: [-16, -6, 0, 6, 10, 10, 2, -12],
        files: [-12, -4, 2, 4, 4, 2, -4, -12],
        rings: [14, 8, 0, -14],
    },
    Shape {
        ranks: [-12, 2, 4, 4, 4, 4, 0, -8],
        files: [-4, 2, 0, 0, 0, 0, 2, -4],
        rings: [8, 5, 0, -5],
    },
    Shape {
        ranks: [0, -4, -4, -2, 0, 4, 18, 8],
        files: [-4, 0, 4, 6, 6, 4, 0, -4],
        rings: [0, 0, 0, 0],
    },
    Shape {
        ranks: [-6, 0, 0, 2, 2, 2, 2, 0],
        files: [-4, 0, 0, 2, 2, 0, 0, -4],
        rings: [4, 2, 0, -4],
    },
    Shape {
        ranks: [10, 0, -12, -16, -16, -12, -8, -8],
        files: [8, 12, 0, -6, -6, 0, 12, 8],
        rings: [0, 0, 0, 0],
    },
];

/// `[kind][square]` from the owner's side of the board.
static PLACES: [[i16; 64]; 6] = {
    let mut places = [[0; 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let shape = &SHAPES[kind];
        let mut index = 0;
        while index < 64 {
            let (rank, file) = (index / 8, index % 8);
            let from_middle_rank = if rank < 4 { 3 - rank } else { rank - 4 };
            let from_middle_file = if file < 4 { 3 - file } else { file - 4 };
            let ring = if from_middle_rank > from_middle_file {
                from_middle_rank
            } else {
                from_middle_file
            };
            places[kind][index] = shape.ranks[rank] + shape.files[file] + shape.rings[ring];
            index += 1;
        }
        kind += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn following_a_line_equals_starting_at_its_end() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mut board = Board::from_fen(fen).unwrap();
        let mut evaluator = Evaluator::default();
        evaluator.reset(&board);
        let start = evaluator.evaluate(board.side());
        for text in ["e1g1", "h3g2", "f1e1", "c7c5", "d5c6", "e8c8", "c6d7", "d8d7"] {
            let mv = board.parse_uci(text).unwrap();
            evaluator.push();
            board.make_with(mv, &mut evaluator);
            let mut fresh = Evaluator::default();
            fresh.reset(&board);
            assert_eq!(evaluator.evaluate(board.side()), fresh.evaluate(board.side()), "{text}");
        }
        (0..8).for_each(|_| evaluator.pop());
        assert_eq!(evaluator.evaluate(Color::White), start);
    }

    #[test]
    fn the_start_is_even() {
        let mut evaluator = Evaluator::default();
        evaluator.reset(&Board::startpos());
        assert_eq!(evaluator.evaluate(Color::White), 0);
    }
}

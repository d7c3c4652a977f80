//! Piece-square values, built at compile time from a few hand-chosen shapes: value by rank,
//! by file and by distance from the centre.

use riposte_movegen::{Color, Piece, Square};

/// How one kind of piece values the board in one phase, white's point of view.
struct Shape {
    material: i32,
    ranks: [i32; 8],
    files: [i32; 8],
    /// Bonus by distance from the centre: the four middle squares first.
    rings: [i32; 4],
}

const MIDDLE: [Shape; 6] = [
    Shape {
        material: 84,
        ranks: [0, -4, -4, 4, 12, 32, 70, 0],
        files: [-14, -4, -6, 6, 6, -4, 2, -12],
        rings: [14, 6, 0, 0],
    },
    Shape {
        material: 325,
        ranks: [-22, -8, 0, 8, 16, 18, 4, -24],
        files: [-18, -4, 2, 4, 4, 2, -4, -18],
        rings: [16, 10, -4, -18],
    },
    Shape {
        material: 345,
        ranks: [-12, 4, 6, 6, 8, 6, -4, -14],
        files: [-6, 2, 0, 2, 2, 0, 2, -6],
        rings: [10, 6, 2, -6],
    },
    Shape {
        material: 470,
        ranks: [0, -10, -12, -10, -2, 8, 22, 16],
        files: [-10, -4, 2, 8, 8, 4, -4, -12],
        rings: [0, 0, 0, 0],
    },
    Shape {
        material: 980,
        ranks: [-8, 0, 2, 0, 2, 8, -4, 4],
        files: [-6, -4, 0, 0, 0, 2, 6, 6],
        rings: [-2, 0, 2, -2],
    },
    Shape {
        material: 0,
        ranks: [16, -4, -36, -56, -64, -64, -56, -56],
        files: [14, 26, -2, -24, -22, -18, 28, 16],
        rings: [-12, -8, 0, 4],
    },
];

const END: [Shape; 6] = [
    Shape {
        material: 106,
        ranks: [0, -4, -6, 2, 18, 54, 104, 0],
        files: [6, 4, 0, -4, -4, 0, 2, 4],
        rings: [0, 0, 0, 0],
    },
    Shape {
        material: 300,
        ranks: [-18, -8, 0, 8, 10, 4, -6, -18],
        files: [-16, -6, 0, 4, 4, 0, -6, -16],
        rings: [14, 8, -2, -14],
    },
    Shape {
        material: 322,
        ranks: [-10, -4, 2, 4, 4, 4, -2, -6],
        files: [-6, -2, 0, 2, 2, 0, -2, -6],
        rings: [8, 4, 0, -6],
    },
    Shape {
        material: 560,
        ranks: [-6, -6, -4, 2, 8, 10, 12, 10],
        files: [2, 2, 2, 0, 0, 0, 0, -2],
        rings: [0, 0, 0, 0],
    },
    Shape {
        material: 1010,
        ranks: [-24, -16, -4, 10, 18, 16, 12, 2],
        files: [-10, -4, 2, 6, 6, 4, 0, -6],
        rings: [14, 8, 0, -10],
    },
    Shape {
        material: 0,
        ranks: [-30, -10, 2, 12, 22, 24, 12, -14],
        files: [-18, -4, 4, 8, 8, 4, -4, -18],
        rings: [16, 10, 0, -16],
    },
];

/// 0 for the four middle squares to 3 for the edge.
const fn ring(square: Square) -> usize {
    let file = square.index() % 8;
    let rank = square.index() / 8;
    let from_middle_file = if file < 4 { 3 - file } else { file - 4 };
    let from_middle_rank = if rank < 4 { 3 - rank } else { rank - 4 };
    if from_middle_file > from_middle_rank { from_middle_file } else { from_middle_rank }
}

const fn value(shape: &Shape, square: Square) -> i32 {
    shape.material
        + shape.ranks[square.index() / 8]
        + shape.files[square.index() % 8]
        + shape.rings[ring(square)]
}

/// Middlegame and endgame value by `[piece][square]`, black's values negative.
pub(crate) static VALUES: [[(i32, i32); 64]; 12] = {
    let mut values = [[(0, 0); 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let color = Piece::ALL[piece].color();
        let kind = Piece::ALL[piece].kind().index();
        let mut index = 0;
        while index < 64 {
            let square = Square::new(index as u8).relative_to(color);
            let (middle, end) = (value(&MIDDLE[kind], square), value(&END[kind], square));
            values[piece][index] = match color {
                Color::White => (middle, end),
                Color::Black => (-middle, -end),
            };
            index += 1;
        }
        piece += 1;
    }
    values
};

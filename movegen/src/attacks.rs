//! Which squares a piece attacks, from tables that the compiler builds.
//!
//! Pawns, knights and kings have one set per square. A slider's set depends on
//! the pieces in its way: the few of them that matter are gathered into an index,
//! by a magic multiplication or, with the feature `pext`, by the PEXT instruction.
//! Both ways fill a dense table of the same size and answer alike; see
//! [`sliders`] for how.

mod sliders;
#[cfg(test)]
mod tests;

use crate::{Bitboard, Color, PieceType, Square};

type PerSquare<T = Bitboard> = [T; Square::COUNT];

static PAWN: [PerSquare; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static KNIGHT: PerSquare =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: PerSquare =
    leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static BETWEEN: PerSquare<PerSquare> = pairs(false);
static DIAGONALS: [PerSquare; 2] = [diagonals(-1), diagonals(1)];
static LINE: PerSquare<PerSquare> = pairs(true);
static QUEEN_LINES: PerSquare = queen_lines_of_all();

/// The squares that a pawn of `color` on `square` attacks.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a knight on `square` attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a king on `square` attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a bishop on `square` attacks when `occupied` are not empty:
/// up to and including the first piece on each diagonal, of either colour.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// The squares that a rook on `square` attacks when `occupied` are not empty.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// The squares that a queen on `square` attacks when `occupied` are not empty.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// The squares that a bishop, rook or queen on `square` attacks; none for other
/// kinds.
#[inline(always)]
pub(crate) fn slider_attacks(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        _ => Bitboard::EMPTY,
    }
}

/// The squares strictly between two squares of one rank, file or diagonal; none
/// for other pairs.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal, edge to edge, that goes through both
/// squares; nothing if there is none or if the squares are one.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The squares that a queen on `square` attacks on an empty board: all that any slider
/// can attack it from.
#[inline]
pub fn queen_lines(square: Square) -> Bitboard {
    QUEEN_LINES[square.index()]
}

/// The diagonal through `square` that rises (a1 to h8) or falls (a8 to h1).
#[inline]
pub(crate) fn diagonal(square: Square, rising: bool) -> Bitboard {
    DIAGONALS[usize::from(rising)][square.index()]
}

/// The table of a piece that jumps by the given files and ranks.
const fn leaper(steps: &[(i8, i8)]) -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::new(from as u8).offset(steps[step].0, steps[step].1) {
                table[from] = table[from].with(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

/// The diagonal through each square that climbs `ranks` with each file.
const fn diagonals(ranks: i8) -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index as u8);
        table[index] = Bitboard(ray(square, 1, ranks).0 | ray(square, -1, -ranks).0).with(square);
        index += 1;
    }
    table
}

const fn queen_lines_of_all() -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let (files, ranks) = DIRECTIONS[direction];
            table[index].0 |= ray(Square::new(index as u8), files, ranks).0;
            direction += 1;
        }
        index += 1;
    }
    table
}

/// For each pair of squares on a common line the squares between them or, if
/// `whole`, the line.
const fn pairs(whole: bool) -> PerSquare<PerSquare> {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let origin = Square::new(from as u8);
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let (files, ranks) = DIRECTIONS[direction];
            let line = ray(origin, files, ranks).0 | ray(origin, -files, -ranks).0;
            let mut passed = Bitboard::EMPTY;
            let mut next = origin.offset(files, ranks);
            while let Some(to) = next {
                let whole_line = Bitboard(line).with(origin);
                table[from][to.index()] = if whole { whole_line } else { passed };
                passed = passed.with(to);
                next = to.offset(files, ranks);
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The squares from `origin`, which is not one of them, to the edge.
const fn ray(origin: Square, files: i8, ranks: i8) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut next = origin.offset(files, ranks);
    while let Some(square) = next {
        squares = squares.with(square);
        next = square.offset(files, ranks);
    }
    squares
}

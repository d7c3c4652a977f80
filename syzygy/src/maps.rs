//! Numbers for squares and sets of squares, from which a position's place in a
//! table is computed.
//!
//! Squares are 0 to 63 as everywhere in Riposte. Numbering follows the format:
//! boards without pawns are turned until the first piece is in the triangle
//! a1-d1-d4, boards with pawns until the leading pawn is on the files a to d.

/// Values of `BINOMIAL[k][n]`: how many sets of `k` there are among `n`.
pub(crate) const BINOMIAL: [[u64; 65]; 7] = {
    let mut table = [[0; 65]; 7];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 7 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How far a square lies above the diagonal from a1 to h8; negative below.
pub(crate) const fn above_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// The square mirrored on the diagonal from a1 to h8.
pub(crate) const fn flip_diagonal(square: u8) -> u8 {
    (square >> 3) | ((square & 7) << 3)
}

/// The ten squares of the triangle a1-d1-d4: those below the diagonal rank by
/// rank, then those on it.
pub(crate) const TRIANGLE: [u8; 64] = {
    let mut table = [0; 64];
    let (mut below, mut on) = (0, 6);
    let mut square = 0;
    while square < 32 {
        if square & 7 < 4 {
            if above_diagonal(square) < 0 {
                table[square as usize] = below;
                below += 1;
            } else if above_diagonal(square) == 0 {
                table[square as usize] = on;
                on += 1;
            }
        }
        square += 1;
    }
    table
};

/// The 28 squares below the diagonal, rank by rank.
pub(crate) const LOWER: [u8; 64] = {
    let mut table = [0; 64];
    let mut number = 0;
    let mut square = 0;
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square as usize] = number;
            number += 1;
        }
        square += 1;
    }
    table
};

/// How many ways there are to place two kings that do not touch, the first in
/// the triangle, and on its diagonal only with the second not above.
pub(crate) const KING_PAIRS: u64 = 462;

/// How many ways there are to place three different pieces, the first in the
/// triangle, the first that leaves the diagonal below it.
pub(crate) const TRIPLES: u64 = 31_332;

/// `KING_PAIR[TRIANGLE[first]][second]`, for [`KING_PAIRS`] pairs; those with
/// both kings on the diagonal come last.
pub(crate) const KING_PAIR: [[u16; 64]; 10] = {
    let mut table = [[0; 64]; 10];
    let mut number = 0;
    let mut on_diagonal = 0;
    // First every other pair, then those with both kings on the diagonal.
    while on_diagonal < 2 {
        let mut index = 0;
        while index < 10 {
            let first = triangle_square(index);
            let mut second = 0;
            while second < 64 {
                let both = above_diagonal(first) == 0 && above_diagonal(second) == 0;
                let excluded = above_diagonal(first) == 0 && above_diagonal(second) > 0;
                if !touch(first, second) && !excluded && both == (on_diagonal == 1) {
                    table[index as usize][second as usize] = number;
                    number += 1;
                }
                second += 1;
            }
            index += 1;
        }
        on_diagonal += 1;
    }
    assert!(number as u64 == KING_PAIRS);
    table
};

/// The square of the triangle with this number.
const fn triangle_square(index: u8) -> u8 {
    let mut square = 0;
    while square < 32 {
        let inside = square & 7 < 4 && above_diagonal(square) <= 0;
        if inside && TRIANGLE[square as usize] == index {
            return square;
        }
        square += 1;
    }
    0
}

/// Whether two squares are the same or neighbours.
const fn touch(a: u8, b: u8) -> bool {
    (a & 7).abs_diff(b & 7) <= 1 && (a >> 3).abs_diff(b >> 3) <= 1
}

/// How many squares are left for further pawns of the leading side when its
/// leading pawn, the one with the highest number, stands here. From 47 on a2
/// down, a file and its mirror image together, edge files first.
pub(crate) const PAWN: [u8; 64] = {
    let mut table = [0; 64];
    let mut number: u8 = 47;
    let mut file = 0;
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            table[rank * 8 + file] = number;
            table[rank * 8 + 7 - file] = number.saturating_sub(1);
            number = number.saturating_sub(2);
            rank += 1;
        }
        file += 1;
    }
    table
};

/// The most pawns that one side of a table has.
pub(crate) const MAX_PAWNS: usize = 5;

/// `LEADING_PAWN[pawns][square]`: how many arrangements of so many leading pawns
/// come before those whose leading pawn stands on `square`, on its own file.
pub(crate) const LEADING_PAWN: [[u64; 64]; MAX_PAWNS + 1] = LEADING.0;

/// `LEADING_PAWNS[pawns][file]`: how many arrangements there are.
pub(crate) const LEADING_PAWNS: [[u64; 4]; MAX_PAWNS + 1] = LEADING.1;

const LEADING: ([[u64; 64]; MAX_PAWNS + 1], [[u64; 4]; MAX_PAWNS + 1]) = {
    let mut before = [[0; 64]; MAX_PAWNS + 1];
    let mut sizes = [[0; 4]; MAX_PAWNS + 1];
    let mut pawns = 1;
    while pawns <= MAX_PAWNS {
        let mut file = 0;
        while file < 4 {
            let mut count = 0;
            let mut rank = 1;
            while rank < 7 {
                let square = rank * 8 + file;
                before[pawns][square] = count;
                count += BINOMIAL[pawns - 1][PAWN[square] as usize];
                rank += 1;
            }
            sizes[pawns][file] = count;
            file += 1;
        }
        pawns += 1;
    }
    (before, sizes)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_format() {
        assert_eq!(BINOMIAL[2][64], 64 * 63 / 2);
        assert_eq!(BINOMIAL[5][64], 7_624_512);
        assert_eq!((TRIANGLE[1], TRIANGLE[3], TRIANGLE[19], TRIANGLE[0]), (0, 2, 5, 6));
        assert_eq!((LOWER[1], LOWER[7], LOWER[10], LOWER[55]), (0, 6, 7, 27));
        assert_eq!((PAWN[8], PAWN[15], PAWN[16], PAWN[9], PAWN[48 + 4]), (47, 46, 45, 35, 0));
        assert_eq!(LEADING_PAWNS[1], [6, 6, 6, 6]);
        assert_eq!(LEADING_PAWNS[2], [252, 180, 108, 36]);
    }
}

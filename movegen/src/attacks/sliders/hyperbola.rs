//! Attacks without an index: hyperbola quintessence, two lines of a slider in one vector
//! register.
//!
//! The idea is of Gerd Isenberg and Aleks Peshkov:
//! <https://www.chessprogramming.org/Hyperbola_Quintessence>. On a line, the pieces minus
//! twice the slider changes the bits from the slider up to the first piece; the same on the
//! board upside down (its bytes in the other order) gives the other direction. Ranks do not turn
//! around with the bytes; their attacks are in a small table.
#![allow(unsafe_code, reason = "a compile-time check replaces the run-time one")]

use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi8, _mm_set_epi64x,
    _mm_set1_epi64x, _mm_shuffle_epi8, _mm_sub_epi64, _mm_unpackhi_epi64, _mm_xor_si128,
};

use super::{DIAGONAL, lines, slide};
use crate::{Bitboard, Square};

/// The two lines of a slider, with its square doubled on the board and upside down.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry {
    lines: [u64; 2],
    doubled: u64,
    doubled_upside_down: u64,
}

/// By square: both diagonals.
static BISHOP: [Entry; 64] = entries();

/// By square: the file without the square.
static FILE: [u64; 64] = files();

/// Attacks on a rank, by the slider's file and the pieces on the six inner squares.
static RANK: [[u8; 64]; 8] = ranks();

#[inline]
pub(in crate::attacks) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: this module only exists in builds for targets that are declared to have the
    // instructions.
    Bitboard(unsafe { two_lines(&BISHOP[square.index()], occupied.0) })
}

#[inline]
pub(in crate::attacks) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let slider = square.bitboard().0;
    let file = FILE[square.index()];
    let pieces = occupied.0 & file;
    let up = pieces.wrapping_sub(slider << 1);
    let down = pieces.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    let first = square.index() & 56;
    let inner = (occupied.0 >> (first + 1)) as usize & 63;
    let rank = u64::from(RANK[square.index() & 7][inner]) << first;
    Bitboard((up ^ down) & file | rank)
}

#[inline]
#[target_feature(enable = "ssse3")]
fn two_lines(entry: &Entry, occupied: u64) -> u64 {
    let upside_down = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    let turn = |bits: __m128i| _mm_shuffle_epi8(bits, upside_down);
    let lines = _mm_set_epi64x(entry.lines[1] as i64, entry.lines[0] as i64);
    let pieces = _mm_and_si128(_mm_set1_epi64x(occupied as i64), lines);
    let up = _mm_sub_epi64(pieces, _mm_set1_epi64x(entry.doubled as i64));
    let down = _mm_sub_epi64(turn(pieces), _mm_set1_epi64x(entry.doubled_upside_down as i64));
    let attacks = _mm_and_si128(_mm_xor_si128(up, turn(down)), lines);
    _mm_cvtsi128_si64(_mm_or_si128(attacks, _mm_unpackhi_epi64(attacks, attacks))) as u64
}

const fn entries() -> [Entry; 64] {
    let mut table = [Entry { lines: [0; 2], doubled: 0, doubled_upside_down: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let slider = 1_u64 << square;
        table[square] = Entry {
            lines: lines(Square::new(square as u8), &DIAGONAL),
            doubled: slider << 1,
            doubled_upside_down: slider.swap_bytes() << 1,
        };
        square += 1;
    }
    table
}

const fn files() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = (0x0101_0101_0101_0101 << (square & 7)) & !(1 << square);
        square += 1;
    }
    table
}

const fn ranks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let line = 0xff & !(1 << file);
            let square = Square::new(file as u8);
            table[file][inner] = slide(square, (inner as u64) << 1, [line, 0]).0 as u8;
            inner += 1;
        }
        file += 1;
    }
    table
}

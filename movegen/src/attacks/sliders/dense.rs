//! The dense table and its two kinds of index.

#[cfg(any(test, not(all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2"))))]
mod magics;

use super::{DIAGONAL, Directions, lines, slide};
use crate::{Bitboard, Square};

// Opposite directions are the first and the last, and the two between.
const ORTHOGONAL: Directions = [(0, 1), (1, 0), (-1, 0), (0, -1)];

/// Sum of `2^squares` over all squares: 5,248 for bishops, 102,400 for rooks.
const BISHOP_SETS: usize = 5_248;
const SETS: usize = BISHOP_SETS + 102_400;

/// The length of the dense table: a power of two, so that a mask keeps every index
/// inside it and no bounds check is left.
const LEN: usize = SETS.next_power_of_two();

type Attacks = [Bitboard; LEN];

/// The index by multiplication.
#[cfg(any(test, not(all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2"))))]
pub(in crate::attacks) mod magic {
    use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
    use super::*;

    #[derive(Clone, Copy)]
    struct Entry {
        mask: u64,
        factor: u64,
        offset: u32,
        shift: u32,
    }

    static BISHOP: [Entry; 64] = entries(&DIAGONAL, &BISHOP_MAGICS, 0);
    static ROOK: [Entry; 64] = entries(&ORTHOGONAL, &ROOK_MAGICS, BISHOP_SETS);
    static ATTACKS: Attacks = attacks();

    #[inline]
    pub(in crate::attacks) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS[index(&BISHOP[square.index()], occupied.0)]
    }

    #[inline]
    pub(in crate::attacks) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS[index(&ROOK[square.index()], occupied.0)]
    }

    #[inline]
    const fn index(entry: &Entry, occupied: u64) -> usize {
        let product = (occupied & entry.mask).wrapping_mul(entry.factor);
        // Neither of the last masks changes anything: they tell the compiler what
        // it need not check.
        (entry.offset as usize + (product >> (entry.shift & 63)) as usize) & (LEN - 1)
    }

    const fn entries(directions: &Directions, factors: &[u64; 64], start: usize) -> [Entry; 64] {
        let mut table = [Entry { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
        let mut offset = start;
        let mut square = 0;
        while square < 64 {
            let mask = relevant(Square::new(square as u8), directions).0;
            let squares = mask.count_ones();
            table[square] =
                Entry { mask, factor: factors[square], offset: offset as u32, shift: 64 - squares };
            offset += 1 << squares;
            square += 1;
        }
        table
    }

    const fn attacks() -> Attacks {
        let mut table = [Bitboard::EMPTY; LEN];
        let mut square = 0;
        while square < 64 {
            fill(&mut table, square, &BISHOP[square], &DIAGONAL);
            fill(&mut table, square, &ROOK[square], &ORTHOGONAL);
            square += 1;
        }
        table
    }

    const fn fill(table: &mut Attacks, square: usize, entry: &Entry, directions: &Directions) {
        let square = Square::new(square as u8);
        let lines = lines(square, directions);
        let mut occupied = 0_u64;
        loop {
            let attacks = slide(square, occupied, lines);
            let slot = &mut table[index(entry, occupied)];
            assert!(slot.is_empty() || slot.0 == attacks.0, "a magic number collides");
            *slot = attacks;
            occupied = occupied.wrapping_sub(entry.mask) & entry.mask;
            if occupied == 0 {
                return;
            }
        }
    }
}

/// The index by bit extraction.
#[cfg(any(test, all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2")))]
pub(in crate::attacks) mod pext {
    use super::*;

    #[derive(Clone, Copy)]
    struct Entry {
        mask: u64,
        offset: usize,
    }

    static BISHOP: [Entry; 64] = entries(&DIAGONAL, 0);
    static ROOK: [Entry; 64] = entries(&ORTHOGONAL, BISHOP_SETS);
    static ATTACKS: Attacks = attacks();

    #[inline]
    pub(in crate::attacks) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS[index(&BISHOP[square.index()], occupied.0)]
    }

    #[inline]
    pub(in crate::attacks) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS[index(&ROOK[square.index()], occupied.0)]
    }

    #[inline]
    fn index(entry: &Entry, occupied: u64) -> usize {
        (entry.offset + extract(occupied, entry.mask) as usize) & (LEN - 1)
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    #[allow(unsafe_code, reason = "a compile-time check replaces the run-time one")]
    fn extract(bits: u64, mask: u64) -> u64 {
        // SAFETY: the instruction needs BMI2, and this function only exists in
        // builds for targets that are declared to have it.
        unsafe { core::arch::x86_64::_pext_u64(bits, mask) }
    }

    /// What PEXT does, for the tests on machines without it.
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    fn extract(bits: u64, mut mask: u64) -> u64 {
        let mut extracted = 0;
        let mut place = 0;
        while mask != 0 {
            extracted |= (bits >> mask.trailing_zeros() & 1) << place;
            mask &= mask - 1;
            place += 1;
        }
        extracted
    }

    const fn entries(directions: &Directions, start: usize) -> [Entry; 64] {
        let mut table = [Entry { mask: 0, offset: 0 }; 64];
        let mut offset = start;
        let mut square = 0;
        while square < 64 {
            let mask = relevant(Square::new(square as u8), directions).0;
            table[square] = Entry { mask, offset };
            offset += 1 << mask.count_ones();
            square += 1;
        }
        table
    }

    const fn attacks() -> Attacks {
        let mut table = [Bitboard::EMPTY; LEN];
        let mut square = 0;
        while square < 64 {
            fill(&mut table, square, &BISHOP[square], &DIAGONAL);
            fill(&mut table, square, &ROOK[square], &ORTHOGONAL);
            square += 1;
        }
        table
    }

    /// Subsets of a mask, counted upwards by the carry trick of Marcel van
    /// Kervinck, come in the order of the numbers that PEXT gives them.
    const fn fill(table: &mut Attacks, square: usize, entry: &Entry, directions: &Directions) {
        let square = Square::new(square as u8);
        let lines = lines(square, directions);
        let mut occupied = 0_u64;
        let mut index = entry.offset;
        loop {
            table[index] = slide(square, occupied, lines);
            occupied = occupied.wrapping_sub(entry.mask) & entry.mask;
            if occupied == 0 {
                return;
            }
            index += 1;
        }
    }
}

/// The squares whose occupation changes the attacks from `square`: its rays
/// without their last squares.
const fn relevant(square: Square, directions: &Directions) -> Bitboard {
    let mut squares = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = directions[direction];
        let mut next = square.offset(files, ranks);
        while let Some(inner) = next {
            next = inner.offset(files, ranks);
            if next.is_some() {
                squares |= inner.bitboard().0;
            }
        }
        direction += 1;
    }
    Bitboard(squares)
}

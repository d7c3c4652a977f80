//! Bishop and rook attacks: a dense table with two kinds of index, or no table.
//!
//! For each square only the pieces strictly inside the board's edge on the
//! slider's rays matter: 9 squares at most for a bishop and 12 for a rook. Each
//! arrangement of them gets a number below `2^squares`, and the attacks are
//! stored under that number behind those of the square before. All squares of
//! both kinds need 107,648 sets.
//!
//! * `magic`: the number is the top of a product with a magic factor, after an
//!   idea of Lasse Hansen and Gerd Isenberg; "fancy" because each square shifts
//!   by as much as it needs: <https://www.chessprogramming.org/Magic_Bitboards>.
//! * `pext`: the BMI2 instruction gathers exactly those bits:
//!   <https://www.chessprogramming.org/BMI2#PEXTBitboards>. It is chosen by the
//!   feature `pext` and not because a target has BMI2: x86-64-v3 has it, but on
//!   the Zen, Zen+ and Zen 2 processors that run such binaries it is microcode
//!   that takes up to hundreds of cycles.
//! * `hyperbola`: no index at all. It takes more instructions and 5 KiB instead of
//!   841, which is what counts where a network's weights need the cache: perft is
//!   slower with it and the engine faster. Chosen by the feature `hyperbola` on
//!   targets with SSSE3, before `pext`.
//!
//! Instructions for each leaf of Kiwipete at depth 4 (callgrind, x86-64-v3):
//! `pext` 6.71, `magic` 7.23, magics with a row of fixed length for each square
//! (no offset and no mask, but 2.25 MiB) 7.30, `hyperbola` in scalar code 9.54. Today's
//! counts are in `docs/PERFORMANCE.md`.

#[cfg(any(
    test,
    not(all(feature = "hyperbola", target_arch = "x86_64", target_feature = "ssse3"))
))]
pub(super) mod dense;
#[cfg(all(target_arch = "x86_64", target_feature = "ssse3", any(test, feature = "hyperbola")))]
pub(super) mod hyperbola;

use super::ray;
use crate::{Bitboard, Square};

// The first and the last of each four are opposite, and so are the two between.
const DIAGONAL: Directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

type Directions = [(i8, i8); 4];

#[cfg(all(feature = "hyperbola", target_arch = "x86_64", target_feature = "ssse3"))]
pub(super) use self::hyperbola::{bishop, rook};

#[cfg(not(any(
    all(feature = "hyperbola", target_arch = "x86_64", target_feature = "ssse3"),
    all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2")
)))]
pub(super) use self::dense::magic::{bishop, rook};

#[cfg(all(
    all(feature = "pext", target_arch = "x86_64", target_feature = "bmi2"),
    not(all(feature = "hyperbola", target_arch = "x86_64", target_feature = "ssse3"))
))]
pub(super) use self::dense::pext::{bishop, rook};

/// The two lines of a slider on `square`, without the square itself.
const fn lines(square: Square, directions: &Directions) -> [u64; 2] {
    let [(a_files, a_ranks), (b_files, b_ranks), ..] = *directions;
    [
        ray(square, a_files, a_ranks).0 | ray(square, -a_files, -a_ranks).0,
        ray(square, b_files, b_ranks).0 | ray(square, -b_files, -b_ranks).0,
    ]
}

/// The attacks from `square` along its lines. Twice the square taken from the pieces of a line
/// borrows from the first piece above it, and in the mirror from the first below:
/// <https://www.chessprogramming.org/Hyperbola_Quintessence>. The compiler interprets
/// this for every entry of the table: walking step by step took it five times as long.
const fn slide(square: Square, occupied: u64, lines: [u64; 2]) -> Bitboard {
    let slider = square.bitboard().0;
    let mirrored = slider.reverse_bits();
    let mut attacks = 0;
    let mut index = 0;
    while index < 2 {
        let pieces = occupied & lines[index];
        let up = pieces.wrapping_sub(slider << 1);
        let down = pieces.reverse_bits().wrapping_sub(mirrored << 1).reverse_bits();
        attacks |= (up ^ down) & lines[index];
        index += 1;
    }
    Bitboard(attacks)
}

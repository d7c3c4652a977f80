//! The search for the magic numbers of `riposte-movegen`.
//!
//! A magic number of a square multiplies the occupied squares that matter to a
//! slider there so that the highest bits of the product tell all their
//! arrangements apart that lead to different attacks. Such numbers are found by
//! trial: sparse random numbers are tried until one has no harmful collision.
//! See <https://www.chessprogramming.org/Looking_for_Magics>.
//!
//! The program shares no code with the tables that it feeds, so each checks the
//! other: movegen refuses to compile with a number that collides.

use std::fmt::Write;

use clap::Args;

/// Options of `riposte-tools magics`.
#[derive(Args)]
pub struct Options {
    /// Start of the random numbers; the same seed finds the same magics.
    #[arg(long, default_value_t = 0x0000_5eed_00c4_e550)]
    seed: u64,
}

type Directions = [(i32, i32); 4];

const BISHOP: Directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK: Directions = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Prints the source file with both tables.
pub fn run(options: &Options) {
    let mut random = Random(options.seed);
    let bishop = source("BISHOP_MAGICS", &find_all(&BISHOP, &mut random));
    let rook = source("ROOK_MAGICS", &find_all(&ROOK, &mut random));
    print!("{HEADER}\n{bishop}\n{rook}");
}

const HEADER: &str = "\
//! Magic numbers, the output of `riposte-tools magics`. The tables built from
//! them do not compile if two arrangements with different attacks collide.
";

fn find_all(directions: &Directions, random: &mut Random) -> Vec<u64> {
    (0..64).map(|square| find(square, directions, random)).collect()
}

/// One magic number that uses as many bits as there are relevant squares.
fn find(square: i32, directions: &Directions, random: &mut Random) -> u64 {
    let mask = relevant(square, directions);
    let shift = 64 - mask.count_ones();
    let cases: Vec<(u64, u64)> =
        subsets(mask).map(|occupied| (occupied, walk(square, occupied, directions))).collect();
    let mut slots = vec![Slot::default(); cases.len()];
    let mut attempt = 0;
    loop {
        let magic = random.sparse();
        // A product that leaves the top byte nearly empty cannot spread well.
        if (mask.wrapping_mul(magic) >> 56).count_ones() < 6 {
            continue;
        }
        attempt += 1;
        if fits(magic, shift, &cases, &mut slots, attempt) {
            return magic;
        }
    }
}

/// What an index of the table was last used for, and in which attempt; the
/// number of the attempt saves clearing the slots between attempts.
#[derive(Clone, Copy, Default)]
struct Slot {
    attempt: u64,
    attacks: u64,
}

fn fits(magic: u64, shift: u32, cases: &[(u64, u64)], slots: &mut [Slot], attempt: u64) -> bool {
    cases.iter().all(|&(occupied, attacks)| {
        let slot = &mut slots[(occupied.wrapping_mul(magic) >> shift) as usize];
        let free = slot.attempt != attempt;
        if free {
            *slot = Slot { attempt, attacks };
        }
        free || slot.attacks == attacks
    })
}

/// All subsets of `mask`, by the carry trick of Marcel van Kervinck.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let next = move |&subset: &u64| {
        let following = subset.wrapping_sub(mask) & mask;
        (following != 0).then_some(following)
    };
    std::iter::successors(Some(0), next)
}

/// The squares whose occupation changes the attacks from `square`: the rays
/// without their last squares.
fn relevant(square: i32, directions: &Directions) -> u64 {
    directions.iter().map(|&step| without_last(square, step)).fold(0, |all, ray| all | ray)
}

fn without_last(square: i32, step: (i32, i32)) -> u64 {
    let ray: Vec<u64> = ray(square, step).collect();
    ray.split_last().map_or(0, |(_, inner)| inner.iter().fold(0, |all, bit| all | bit))
}

/// The attacks from `square`, found step by step.
fn walk(square: i32, occupied: u64, directions: &Directions) -> u64 {
    let mut attacks = 0;
    for &step in directions {
        for bit in ray(square, step) {
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
        }
    }
    attacks
}

/// The squares met on the way from `square` to the edge, one bit each.
fn ray(square: i32, (files, ranks): (i32, i32)) -> impl Iterator<Item = u64> {
    let on_board = move |distance: &i32| {
        let file = square % 8 + files * distance;
        let rank = square / 8 + ranks * distance;
        (0..8).contains(&file) && (0..8).contains(&rank)
    };
    (1..8).take_while(on_board).map(move |distance| {
        let reached = square + (ranks * 8 + files) * distance;
        1 << reached
    })
}

fn source(name: &str, magics: &[u64]) -> String {
    let mut text = format!("pub(super) const {name}: [u64; 64] = [\n");
    for &magic in magics {
        let _ = writeln!(text, "    {},", grouped(magic));
    }
    text + "];\n"
}

/// Hexadecimal in groups of four digits.
fn grouped(number: u64) -> String {
    let part = |shift: u32| number >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", part(48), part(32), part(16), part(0))
}

/// The SplitMix64 generator of Steele, Lea and Flood.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number with about eight bits set: good magics are sparse.
    fn sparse(&mut self) -> u64 {
        self.next() & self.next() & self.next()
    }
}

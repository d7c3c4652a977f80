//! The work that Riposte's benches measure: `riposte-bench` by the clock
//! (criterion), `benches/instructions.rs` here by counting instructions
//! (callgrind). Both call the same functions, so their tables speak of the same
//! things.
//!
//! Nothing here is random from run to run: positions are those of `riposte
//! bench`, and everything else comes from [`Numbers`] with a fixed seed.
#![forbid(unsafe_code)]

mod network;
mod ordering;
mod position;
mod search;
mod table;

pub use network::{HIDDEN, game, layer_weights, network, row, walk};
pub use ordering::Ordering;
pub use position::{
    Walk, checks, count, evasions, exchanges, generate, make_unmake, quiet_checks, read_fens,
    walks, write_fens,
};
pub use search::Searcher;
pub use table::{Filled, keys, line_of};

use riposte_board::Board;

/// The positions of `riposte bench`.
const POSITIONS: &str = include_str!("../../../search/src/bench_positions.fen");

/// The position that people call Kiwipete, by Peter McKenzie: all kinds of moves.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The positions of `riposte bench` as text, one each.
pub fn fens() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The positions of `riposte bench`.
///
/// # Panics
///
/// When the file of positions is damaged.
pub fn boards() -> Vec<Board> {
    fens().map(|fen| Board::from_fen(fen).expect("the positions of bench are legal")).collect()
}

/// Numbers that look random, the same in each run (SplitMix64, Steele and others
/// 2014).
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The numbers of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    #[inline]
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number in `-limit..=limit`.
    pub fn within(&mut self, limit: i16) -> i16 {
        ((self.draw() >> 33) % (2 * limit as u64 + 1)) as i16 - limit
    }
}

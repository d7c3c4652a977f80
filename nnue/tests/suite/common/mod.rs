//! Random numbers, networks and games.

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_nnue::{BUCKETS, FIRST, INPUTS, Layers, Network, Parameters, SECOND};

/// A small generator (xorshift, Marsaglia 2003), the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 32) as usize * bound) >> 32
    }

    /// From -limit to limit.
    pub fn weight(&mut self, limit: i16) -> i16 {
        (self.below(2 * limit as usize + 1) as i32 - i32::from(limit)) as i16
    }

    /// So many numbers from -limit to limit.
    pub fn floats(&mut self, count: usize, limit: f32) -> Vec<f32> {
        (0..count).map(|_| (self.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * limit).collect()
    }
}

/// A network whose activations are partly clipped at either end, as those of a
/// trained one are.
pub fn random_network<const H: usize>(seed: u64) -> Network<H> {
    let mut random = Random::new(seed);
    let mut weights = |count: usize, limit: i16| -> Vec<i16> {
        (0..count).map(|_| random.weight(limit)).collect()
    };
    let parameters = Parameters {
        feature_weights: weights(INPUTS * H, 360),
        feature_biases: weights(H, 1000),
        output_weights: weights(BUCKETS * 2 * H, i16::MAX),
        output_biases: weights(BUCKETS, 30_000).iter().map(|&it| 32 * i32::from(it)).collect(),
        scale: 400,
        layers: None,
    };
    Network::from_parameters(&parameters).unwrap()
}

/// The same network with hidden layers, whose neurons are partly clipped, too.
pub fn random_layered_network<const H: usize>(seed: u64) -> Network<H> {
    let mut parameters = random_network::<H>(seed).parameters();
    // About as many units in the sums of the first layer for any number of inputs.
    let limit = (1000.0 / (2.0 * H as f64).sqrt()).min(127.0) as i16;
    parameters.layers = Some(random_layers(&mut Random::new(seed), H, limit));
    Network::from_parameters(&parameters).unwrap()
}

/// Layers with weights of the first up to a limit, for `hidden` neurons per side.
pub fn random_layers(random: &mut Random, hidden: usize, limit: i16) -> Layers {
    let count = BUCKETS * FIRST * 2 * hidden;
    Layers {
        first_weights: (0..count).map(|_| random.weight(limit) as i8).collect(),
        first_biases: random.floats(BUCKETS * FIRST, 1.0),
        second_weights: random.floats(BUCKETS * FIRST * SECOND, 0.7),
        second_biases: random.floats(BUCKETS * SECOND, 0.7),
        output_weights: random.floats(BUCKETS * SECOND, 0.5),
    }
}

/// Positions from which random games reach castling on both wings, in both
/// sorts of chess, en passant, promotions and wandering kings.
pub const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/R3KR2 w FAhb - 0 1",
    "rk5r/8/8/8/8/8/8/5RKR w HFha - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/3k4/8/8/4K3/8/8 w - - 0 1",
];

/// A random legal move; castling, being rare, is taken whenever it can be.
pub fn random_move(board: &Board, random: &mut Random) -> Option<Move> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let castle = moves.iter().copied().find(|mv| mv.is_castle());
    Some(castle.unwrap_or(moves[random.below(moves.len())]))
}

/// Says that a kernel is not tested here.
#[allow(clippy::print_stderr, reason = "a test that could not run should say so")]
pub fn report_missing(kernel: &str) {
    eprintln!("this machine has no {kernel}");
}

/// A test of each kernel with SIMD instructions: a call of the generic function `agrees`.
#[allow(unused_macros, reason = "each test file uses a part")]
macro_rules! simd_kernel_tests {
    ($agrees:ident) => {
        #[cfg(target_arch = "x86_64")]
        #[test]
        fn avx2_agrees() {
            $agrees::<riposte_nnue::kernel::Avx2>();
        }

        #[cfg(target_arch = "x86_64")]
        #[test]
        fn avx512_agrees() {
            $agrees::<riposte_nnue::kernel::Avx512>();
        }

        #[cfg(target_arch = "x86_64")]
        #[test]
        fn avx512_vnni_agrees() {
            $agrees::<riposte_nnue::kernel::Avx512Vnni>();
        }

        #[cfg(target_arch = "aarch64")]
        #[test]
        fn neon_agrees() {
            $agrees::<riposte_nnue::kernel::Neon>();
        }
    };
}
#[allow(unused_imports, reason = "each test file uses a part")]
pub(crate) use simd_kernel_tests;

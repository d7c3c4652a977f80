//! Zobrist keys: one random number per piece and square, per set of castling
//! rights and per en passant file, joined by exclusive or so that a move
//! changes a key with a handful of operations.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game
//! Playing", technical report 88, University of Wisconsin, 1970.

use riposte_movegen::{Castling, Color, Piece, PieceType, Square};

/// Spells `RIPOSTE!`. Changing it changes every key and so every bench
/// signature of an engine built on this crate.
const SEED: u64 = 0x5249_504f_5354_4521;

/// The SplitMix64 generator (G. L. Steele, D. Lea and C. H. Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014), in a form that runs at
/// compile time. The number in it is the seed.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 random bits.
    #[allow(clippy::should_implement_trait, reason = "an iterator does not run at compile time")]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `limit`, all nearly equally likely.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

struct Tables {
    pieces: [[u64; 64]; 12],
    castling: [u64; 16],
    en_passant: [u64; 8],
    side: u64,
}

static TABLES: Tables = build();

/// The number that tells black to move from white to move.
pub(crate) const SIDE: u64 = build().side;

/// [`piece`] for use in constants, where a `static` may not be read.
pub(crate) const fn piece_table() -> [[u64; 64]; 12] {
    build().pieces
}

const fn build() -> Tables {
    let mut random = SplitMix(SEED);
    let mut tables =
        Tables { pieces: [[0; 64]; 12], castling: [0; 16], en_passant: [0; 8], side: 0 };
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            tables.pieces[piece][square] = random.next();
            square += 1;
        }
        piece += 1;
    }
    // One number per right; a set of rights is their sum, so that losing one
    // right changes the key in the same way whatever the others are.
    let rights = [random.next(), random.next(), random.next(), random.next()];
    let mut set = 0;
    while set < 16 {
        let mut right = 0;
        while right < 4 {
            if set >> right & 1 == 1 {
                tables.castling[set] ^= rights[right];
            }
            right += 1;
        }
        set += 1;
    }
    let mut file = 0;
    while file < 8 {
        tables.en_passant[file] = random.next();
        file += 1;
    }
    tables.side = random.next();
    tables
}

/// The number of `piece` on `square`.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    TABLES.pieces[piece.index()][square.index()]
}

/// The number of a set of castling rights.
#[inline]
pub(crate) fn castling(castling: Castling) -> u64 {
    TABLES.castling[(castling.mask() & 15) as usize]
}

/// The number of a possible en passant capture on `square`, zero for none.
#[inline]
pub(crate) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| TABLES.en_passant[square.file().index()])
}

/// The keys of one position. The full key covers everything that makes two
/// positions different in play; the others cover the pieces they are named for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keys([u64; 6]);

const FULL: usize = 0;
const PAWN: usize = 1;
const MINOR: usize = 2;
const MAJOR: usize = 3;
const NON_PAWN: usize = 4;

/// All ones for each key that a piece takes part in. A mask instead of a branch:
/// which kind of piece moves is hard to predict.
static TAKES_PART: [[u64; 6]; 12] = takes_part();

const fn takes_part() -> [[u64; 6]; 12] {
    let mut masks = [[0; 6]; 12];
    let mut index = 0;
    while index < 12 {
        let piece = Piece::ALL[index];
        let mask = &mut masks[index];
        mask[FULL] = !0;
        let kind = piece.kind();
        if matches!(kind, PieceType::Pawn) {
            mask[PAWN] = !0;
        } else {
            mask[NON_PAWN + piece.color().index()] = !0;
        }
        if matches!(kind, PieceType::Knight | PieceType::Bishop | PieceType::King) {
            mask[MINOR] = !0;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen | PieceType::King) {
            mask[MAJOR] = !0;
        }
        index += 1;
    }
    masks
}

impl Keys {
    /// The keys of the empty board with white to move.
    pub(crate) const EMPTY: Self = Self([0; 6]);

    /// Puts `piece` on `square` or takes it away.
    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, square: Square) {
        self.mix(piece, self::piece(piece, square));
    }

    /// Moves `piece` between two squares.
    #[inline]
    pub(crate) fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.mix(piece, self::piece(piece, from) ^ self::piece(piece, to));
    }

    #[inline]
    fn mix(&mut self, piece: Piece, number: u64) {
        for (key, mask) in self.0.iter_mut().zip(&TAKES_PART[piece.index()]) {
            *key ^= number & mask;
        }
    }

    /// Mixes a number that belongs to no piece into the full key.
    #[inline]
    pub(crate) fn mix_full(&mut self, number: u64) {
        self.0[FULL] ^= number;
    }

    #[inline]
    pub(crate) fn full(&self) -> u64 {
        self.0[FULL]
    }

    #[inline]
    pub(crate) fn pawn(&self) -> u64 {
        self.0[PAWN]
    }

    #[inline]
    pub(crate) fn minor(&self) -> u64 {
        self.0[MINOR]
    }

    #[inline]
    pub(crate) fn major(&self) -> u64 {
        self.0[MAJOR]
    }

    #[inline]
    pub(crate) fn non_pawn(&self, color: Color) -> u64 {
        self.0[NON_PAWN + color.index()]
    }
}

//! The key differences of all reversible moves, found in at most two looks.
//!
//! Source of the hashing scheme: R. Pagh and F. F. Rodler, "Cuckoo Hashing",
//! 2001; of its use for repetitions: M. van Kervinck.

use riposte_movegen::{Piece, PieceType, Square};

use crate::zobrist;

/// There are 3668 reversible moves of a piece between two squares, both ways
/// counted as one: below half of the slots, as cuckoo hashing needs.
const SLOTS: usize = 8192;
const MOVES: usize = 3668;

struct Table {
    keys: [u64; SLOTS],
    squares: [[u8; 2]; SLOTS],
}

static TABLE: Table = build();

const fn first_slot(key: u64) -> usize {
    key as usize % SLOTS
}

const fn second_slot(key: u64) -> usize {
    (key >> 16) as usize % SLOTS
}

/// Whether a piece of this kind goes from one square to the other on an empty
/// board.
const fn reaches(kind: PieceType, from: usize, to: usize) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    match kind {
        PieceType::Pawn => false,
        PieceType::Knight => files * ranks == 2,
        PieceType::Bishop => diagonal,
        PieceType::Rook => straight,
        PieceType::Queen => straight || diagonal,
        PieceType::King => files <= 1 && ranks <= 1,
    }
}

#[allow(long_running_const_eval, reason = "twenty thousand square pairs, each cheap")]
const fn build() -> Table {
    let numbers = zobrist::piece_table();
    let mut table = Table { keys: [0; SLOTS], squares: [[0; 2]; SLOTS] };
    let mut count = 0;
    let mut piece = 0;
    while piece < 12 {
        let kind = Piece::ALL[piece].kind();
        let mut from = 0;
        while from < 64 {
            let mut to = from + 1;
            while to < 64 {
                if reaches(kind, from, to) {
                    let key = numbers[piece][from] ^ numbers[piece][to] ^ zobrist::SIDE;
                    insert(&mut table, key, [from as u8, to as u8]);
                    count += 1;
                }
                to += 1;
            }
            from += 1;
        }
        piece += 1;
    }
    assert!(count == MOVES);
    table
}

/// Puts an entry into its first slot; what was there moves to its other
/// slot, and so on until one is free.
const fn insert(table: &mut Table, mut key: u64, mut squares: [u8; 2]) {
    let mut slot = first_slot(key);
    let mut steps = 0;
    loop {
        let (other_key, other_squares) = (table.keys[slot], table.squares[slot]);
        table.keys[slot] = key;
        table.squares[slot] = squares;
        if other_key == 0 {
            return;
        }
        key = other_key;
        squares = other_squares;
        slot = if slot == first_slot(key) { second_slot(key) } else { first_slot(key) };
        steps += 1;
        assert!(steps < SLOTS, "these keys do not fit; another seed will");
    }
}

/// The two squares of the reversible move that changes the full key by
/// `difference`.
#[inline]
pub(crate) fn find(difference: u64) -> Option<(Square, Square)> {
    let mut slot = first_slot(difference);
    if TABLE.keys[slot] != difference {
        slot = second_slot(difference);
        if TABLE.keys[slot] != difference {
            return None;
        }
    }
    let [from, to] = TABLE.squares[slot];
    Some((Square::new(from), Square::new(to)))
}

//! The last 16 bytes of a table: a checksum of all before them.
//!
//! Its maker took CityHash in the form that uses CRC-32C, over pieces of 16 MB,
//! and once more over the results. The hash is written down here anew after
//! CityHash 1.0.2 by Geoff Pike and Jyrki Alakuijala, copyright 2011 Google,
//! Inc., published under the MIT licence.

use crate::damage::Damage;
use crate::source::{Source, TOO_SHORT};

/// Bytes that are hashed at a time.
const PIECE: u64 = 1 << 24;

/// The constants of CityHash: primes between 2^63 and 2^64.
const K: [u64; 4] =
    [0xc3a5_c85c_97cb_3127, 0xb492_b66f_be98_f273, 0x9ae1_6a3b_2f90_404f, 0xc949_d7c7_509e_6557];

/// The multiplier that folds 16 bytes into 8.
const FOLD: u64 = 0x9ddf_ea08_eb38_2d69;

/// Compares a table with its checksum piece by piece. Says yes to what is
/// cancelled.
pub(crate) fn verify(source: &Source, is_cancelled: impl Fn() -> bool) -> Result<(), Damage> {
    let end = source.len().checked_sub(16).ok_or(TOO_SHORT)?;
    let mut hash = FileHash::default();
    let mut at = 0;
    while at < end {
        if is_cancelled() {
            return Ok(());
        }
        let len = PIECE.min(end - at);
        hash.add(&source.bytes(at, len)?);
        at += len;
    }
    if hash.finish() == source.array(end)? { Ok(()) } else { Err(Damage::Checksum) }
}

/// The hashes of the pieces so far.
#[derive(Default)]
struct FileHash {
    pieces: Vec<u8>,
}

impl FileHash {
    fn add(&mut self, piece: &[u8]) {
        self.pieces.extend(crc_hash(piece).into_iter().flat_map(u64::to_le_bytes));
    }

    fn finish(&self) -> [u8; 16] {
        let [low, high] = if self.pieces.len() <= 900 {
            city_hash(&self.pieces)
        } else {
            let [_, _, low, high] = crc_hash(&self.pieces);
            [low, high]
        };
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }
}

/// The eight bytes at `at`, as a number; zero where there are none.
fn word(bytes: &[u8], at: usize) -> u64 {
    let found = bytes.get(at..).and_then(|tail| tail.first_chunk());
    u64::from_le_bytes(found.copied().unwrap_or_default())
}

/// The upper bits mixed into the lower.
fn shift_mix(value: u64) -> u64 {
    value ^ value >> 47
}

/// Sixteen bytes folded into eight.
fn fold(low: u64, high: u64) -> u64 {
    let first = shift_mix((low ^ high).wrapping_mul(FOLD));
    shift_mix((high ^ first).wrapping_mul(FOLD)).wrapping_mul(FOLD)
}

/// The CRC-32C of eight more bytes, as the instruction of SSE 4.2 counts it.
fn crc(before: u64, word: u64) -> u64 {
    let bytes = (word ^ before & 0xffff_ffff).to_le_bytes();
    let mut sum = 0;
    for (index, byte) in bytes.into_iter().enumerate() {
        sum ^= CRC[7 - index][usize::from(byte)];
    }
    u64::from(sum)
}

/// `CRC[n][byte]`: the remainder of a byte that `n` others follow.
static CRC: [[u32; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { 0x82f6_3b78 } else { 0 };
            bit += 1;
        }
        table[0][byte] = sum;
        byte += 1;
    }
    let mut following = 1;
    while following < 8 {
        let mut byte = 0;
        while byte < 256 {
            let shorter = table[following - 1][byte];
            table[following][byte] = shorter >> 8 ^ table[0][(shorter & 0xff) as usize];
            byte += 1;
        }
        following += 1;
    }
    table
};

/// The running state of [`crc_hash`].
struct CrcState {
    mixed: [u64; 5],
    carried: u64,
    sums: [u64; 5],
}

impl CrcState {
    /// Takes in 40 bytes; two variants take turns.
    fn absorb(&mut self, bytes: &[u8], multiplier: u64, twist: u32) {
        const TURNS: [u32; 5] = [41, 27, 41, 33, 25];
        let [first, ..] = self.mixed;
        let next = [self.mixed[1], self.mixed[2], self.mixed[3], self.mixed[4], self.carried];
        for (index, value) in next.into_iter().enumerate() {
            let turned = value.rotate_right(TURNS[index] ^ twist).wrapping_mul(multiplier);
            self.mixed[index] = turned.wrapping_add(word(bytes, 8 * index));
            self.sums[index] = crc(self.sums[index], self.mixed[index]);
        }
        self.carried = first;
    }
}

/// CityHashCrc256.
fn crc_hash(bytes: &[u8]) -> [u64; 4] {
    const SHORTEST: usize = 240;
    if bytes.len() >= SHORTEST {
        return crc_hash_from(bytes, 0);
    }
    let mut padded = [0; SHORTEST];
    padded[..bytes.len()].copy_from_slice(bytes);
    crc_hash_from(&padded, !(bytes.len() as u32))
}

fn crc_hash_from(bytes: &[u8], seed: u32) -> [u64; 4] {
    let len = bytes.len() as u64;
    let seed = u64::from(seed);
    let start = word(bytes, 96).wrapping_add(K[0]);
    let early = [fold(start, len), word(bytes, 120).wrapping_mul(K[0]).wrapping_add(len)];
    let mut state = CrcState {
        mixed: [
            word(bytes, 56).wrapping_add(K[0]),
            start,
            early[0],
            early[1],
            word(bytes, 184).wrapping_add(seed),
        ],
        carried: early[0].wrapping_add(early[1]),
        sums: [seed, 0, 0, 0, 0],
    };
    let (blocks, tail) = bytes.as_chunks::<240>();
    for block in blocks {
        for (index, piece) in block.chunks_exact(40).enumerate() {
            let (multiplier, twist) = if index % 2 == 0 { (1, 1) } else { (K[0], 0) };
            state.absorb(piece, multiplier, twist);
        }
    }
    let pieces = tail.chunks_exact(40);
    let has_rest = !pieces.remainder().is_empty();
    pieces.for_each(|piece| state.absorb(piece, K[0], 0));
    if has_rest {
        state.absorb(&bytes[bytes.len() - 40..], K[0], 0);
    }
    finish_crc(&state, early)
}

fn finish_crc(state: &CrcState, early: [u64; 2]) -> [u64; 4] {
    let CrcState { mixed: [a, b, c, d, e], carried, sums: [f, g, h, i, j] } = *state;
    let add = u64::wrapping_add;
    let j = add(j, i << 32);
    let a = fold(a, j);
    let h = add(h, g << 32);
    let b = add(b, h);
    let c = add(fold(c, f), i);
    let d = fold(d, add(e, early[0]));
    let j = add(j, e);
    let i = add(i, fold(h, carried));
    let e = add(fold(a, d), j);
    let f = add(fold(b, c), a);
    let g = add(fold(j, i), c);
    let step = |value: u64| shift_mix(value.wrapping_mul(K[0])).wrapping_mul(K[0]);
    let first = add(add(e, f), add(g, h));
    let a = add(step(add(a, g)), b);
    let second = add(early[1], add(a, first));
    let a = add(step(a), c);
    let third = add(a, second);
    [first, second, third, add(step(add(a, e)), third)]
}

/// CityHash128 of a multiple of 16 bytes, at least 32.
fn city_hash(bytes: &[u8]) -> [u64; 2] {
    let seed = [word(bytes, 0) ^ K[3], word(bytes, 8)];
    let rest = bytes.get(16..).unwrap_or_default();
    if rest.len() < 128 { murmur(rest, seed) } else { city_hash_long(rest, seed) }
}

/// The form of the hash for short input.
fn murmur(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len();
    let mix = |value: u64| shift_mix(value.wrapping_mul(K[1])).wrapping_mul(K[1]);
    let (mut c, mut d);
    if len <= 16 {
        let last = word(bytes, len.saturating_sub(8));
        let turned = last.wrapping_add(len as u64).rotate_right(len as u32);
        let whole = fold(word(bytes, 0), turned) ^ last;
        a = mix(a);
        c = b.wrapping_mul(K[1]).wrapping_add(whole);
        d = shift_mix(a.wrapping_add(word(bytes, 0)));
    } else {
        c = fold(word(bytes, len - 8).wrapping_add(K[1]), a);
        d = fold(b.wrapping_add(len as u64), c.wrapping_add(word(bytes, len - 16)));
        a = a.wrapping_add(d);
        for pair in bytes[..len - 16].chunks(16) {
            a = (a ^ mix(word(pair, 0))).wrapping_mul(K[1]);
            b ^= a;
            c = (c ^ mix(word(pair, 8))).wrapping_mul(K[1]);
            d ^= c;
        }
    }
    a = fold(a, c);
    b = fold(d, b);
    [a ^ b, fold(b, a)]
}

/// Sixteen bytes from 32 and two seeds.
fn weak_hash(bytes: &[u8], at: usize, mut a: u64, mut b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| word(bytes, at + offset));
    a = a.wrapping_add(w);
    b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let c = a;
    a = a.wrapping_add(x).wrapping_add(y);
    b = b.wrapping_add(a.rotate_right(44));
    [a.wrapping_add(z), b.wrapping_add(c)]
}

/// The form of the hash for 128 bytes and more.
fn city_hash_long(bytes: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let add = u64::wrapping_add;
    let times = u64::wrapping_mul;
    let mut z = times(bytes.len() as u64, K[1]);
    let first = add(times((y ^ K[1]).rotate_right(49), K[1]), word(bytes, 0));
    let mut v = [first, add(times(first.rotate_right(42), K[1]), word(bytes, 8))];
    let mut w = [
        add(times(add(y, z).rotate_right(35), K[1]), x),
        times(add(x, word(bytes, 88)).rotate_right(53), K[1]),
    ];
    let (blocks, tail) = bytes.as_chunks::<128>();
    for half in blocks.iter().flat_map(|block| block.chunks(64)) {
        x = times(add(add(x, y), add(v[0], word(half, 8))).rotate_right(37), K[1]);
        y = times(add(add(y, v[1]), word(half, 48)).rotate_right(42), K[1]);
        x ^= w[1];
        y = add(y, add(v[0], word(half, 40)));
        z = times(add(z, w[0]).rotate_right(33), K[1]);
        v = weak_hash(half, 0, times(v[1], K[1]), add(x, w[0]));
        w = weak_hash(half, 32, add(z, w[1]), add(y, word(half, 16)));
        std::mem::swap(&mut x, &mut z);
    }
    x = add(x, times(add(v[0], z).rotate_right(49), K[0]));
    z = add(z, times(w[0].rotate_right(37), K[0]));
    // From the end in steps of 32, beyond the beginning of the tail if need be.
    for step in 1..=tail.len().div_ceil(32) {
        let at = bytes.len() - 32 * step;
        y = add(times(add(x, y).rotate_right(42), K[0]), v[1]);
        w[0] = add(w[0], word(bytes, at + 16));
        x = add(times(x, K[0]), w[0]);
        z = add(z, add(w[1], word(bytes, at)));
        w[1] = add(w[1], v[0]);
        v = weak_hash(bytes, at, add(v[0], z), v[1]);
    }
    x = fold(x, v[0]);
    y = fold(add(y, z), w[0]);
    [add(fold(add(x, v[1]), w[1]), y), fold(add(x, w[1]), add(y, v[1]))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the C program by Google's authors answers for the first bytes of a
    /// fixed sequence.
    const LONG: [(usize, [u64; 4]); 4] = [
        (64, [0xa6a770b5c95bfaab, 0x93acaeec46086a34, 0xcf7212fdc5c5d45c, 0xceec482f655195a3]),
        (240, [0x8343d0b83cf14071, 0x0c0f8ff34f702c4c, 0x6abd01c3aad06eb2, 0x7fb0a602ffe0e296]),
        (320, [0xb3d577b5bf63ff2b, 0x57667df6c9b0c827, 0x8f8361f1bc8e5bda, 0x1549ad1d766c68c2]),
        (4999, [0x6d29ca4f5832cb46, 0x417124ade7e3ce50, 0x84f2ed812f440568, 0x6eb8fbe6f9971c05]),
    ];
    const SHORT: [(usize, [u64; 2]); 5] = [
        (32, [0x6feef32ad71e1667, 0x7f9c480d87112c2c]),
        (64, [0x3a3196a83ff3cfcb, 0x929940b5e754761a]),
        (144, [0x89e9a6fa93246884, 0x80980bc5d96328b4]),
        (160, [0x56a7d0d7a16c0207, 0xd2e722f53a7cec63]),
        (896, [0xa2bcc496248bb0c8, 0x28fd2ecb85cf5322]),
    ];

    #[test]
    fn the_hash_is_the_published_one() {
        let bytes: Vec<u8> = (0..5000_u32).map(|i| ((i * i * 7 + i * 3 + 11) >> 2) as u8).collect();
        for (len, hash) in LONG {
            assert_eq!(crc_hash(&bytes[..len]), hash, "{len} bytes");
        }
        for (len, hash) in SHORT {
            assert_eq!(city_hash(&bytes[..len]), hash, "{len} bytes");
        }
    }

    #[test]
    fn a_file_is_hashed_in_pieces_and_every_bit_counts() {
        let mut file = vec![7; 2 * PIECE as usize + 64];
        let mut hash = FileHash::default();
        file.chunks(PIECE as usize).for_each(|piece| hash.add(piece));
        file.extend(hash.finish());
        let verify = |bytes: &[u8]| verify(&Source::Memory(bytes.into()), || false);
        assert_eq!(verify(&file), Ok(()));
        for place in [0, PIECE as usize, file.len() - 17, file.len() - 1] {
            file[place] ^= 1;
            assert_eq!(verify(&file), Err(Damage::Checksum));
            file[place] ^= 1;
        }
        assert_eq!(verify(&[0; 10]), Err(TOO_SHORT));
    }
}

//! One compressed sequence of values.
//!
//! Values are joined into pairs, pairs of pairs and so on, each a symbol; the
//! symbols are written with a canonical Huffman code in blocks of equal size. A
//! sparse index says in which block to look for a place in the sequence.

use std::borrow::Cow;

use crate::damage::Damage;
use crate::source::{Cursor, Source};

/// The whole sequence is one value.
const CONSTANT: u8 = 0x80;

/// The right half of a symbol that is a plain value.
const LEAF: u16 = 0xfff;

/// Blocks larger than this do not occur.
const LARGEST_BLOCK_LOG: u8 = 20;

/// Codes of the format have at most 32 bits.
const LONGEST_CODE: u8 = 32;

/// The longest span whose length and offsets fit an `i64`.
const LONGEST_SPAN_LOG: u8 = 62;

/// Block lengths that are read at once: the blocks between two entries of the index
/// are usually fewer, and a read of a file costs as much for one as for all.
const WINDOW: u64 = 64;

const ASTRAY: Damage = Damage::Content("the index leads astray");

/// Bytes of an entry of the sparse index: a block and a place in it.
const INDEX_ENTRY: u64 = 6;

/// A symbol: two others, or one value.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// How many values it stands for, less one.
    more: u8,
}

impl Symbol {
    fn values(self) -> i64 {
        i64::from(self.more) + 1
    }
}

/// A compressed sequence: its dictionary, and where its blocks are.
#[derive(Debug)]
pub(crate) struct Pairs {
    pub(crate) flags: u8,
    kind: Sequence,
}

#[derive(Debug)]
enum Sequence {
    Constant(u8),
    Coded(Coded),
}

#[derive(Debug)]
struct Coded {
    block_log: u8,
    /// Values between two entries of the sparse index, as a power of two.
    span_log: u8,
    entries: u64,
    blocks: u32,
    /// Entries of the table of block lengths; some more than blocks.
    lengths: u64,
    shortest: u8,
    /// For each length of code from the shortest on: the first code of that
    /// length, at the upper end of a word, and its symbol.
    first: Box<[(u64, u16)]>,
    symbols: Box<[Symbol]>,
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

impl Pairs {
    /// Reads the description of a sequence of `size` values.
    pub(crate) fn read(cursor: &mut Cursor<'_>, size: u64) -> Result<Self, Damage> {
        let flags = cursor.byte()?;
        let kind = if flags & CONSTANT != 0 {
            Sequence::Constant(cursor.byte()?)
        } else {
            Sequence::Coded(Coded::read(cursor, size)?)
        };
        Ok(Self { flags, kind })
    }

    /// Takes the place of the sparse index.
    pub(crate) fn place_index(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Damage> {
        if let Sequence::Coded(coded) = &mut self.kind {
            coded.index_at = cursor.skip(coded.entries * INDEX_ENTRY)?;
        }
        Ok(())
    }

    /// Takes the place of the lengths of the blocks.
    pub(crate) fn place_lengths(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Damage> {
        if let Sequence::Coded(coded) = &mut self.kind {
            coded.lengths_at = cursor.skip(coded.lengths * 2)?;
        }
        Ok(())
    }

    /// Takes the place of the blocks.
    pub(crate) fn place_blocks(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Damage> {
        if let Sequence::Coded(coded) = &mut self.kind {
            cursor.align(64);
            coded.blocks_at = cursor.skip(u64::from(coded.blocks) << coded.block_log)?;
        }
        Ok(())
    }

    /// The value at `index`.
    pub(crate) fn value(&self, source: &Source, index: u64) -> Result<u16, Damage> {
        match &self.kind {
            Sequence::Constant(value) => Ok(u16::from(*value)),
            Sequence::Coded(coded) => {
                let (block, place) = coded.locate(source, index)?;
                coded.decode(source, block, place)
            }
        }
    }
}

impl Coded {
    fn read(cursor: &mut Cursor<'_>, size: u64) -> Result<Self, Damage> {
        let block_log = cursor.byte()?;
        let span_log = cursor.byte()?;
        let padding = cursor.byte()?;
        let blocks = cursor.double_word()?;
        let longest = cursor.byte()?;
        let shortest = cursor.byte()?;
        if block_log > LARGEST_BLOCK_LOG || !(1..=LONGEST_SPAN_LOG).contains(&span_log) {
            return Err(Damage::Content("impossible size of a block"));
        }
        if !(1..=longest).contains(&shortest) || longest > LONGEST_CODE {
            return Err(Damage::Content("impossible length of a code"));
        }
        let lowest: Vec<u16> =
            (shortest..=longest).map(|_| cursor.word()).collect::<Result<_, _>>()?;
        let count = cursor.word()?;
        let symbols = read_symbols(&cursor.bytes(u64::from(count) * 3)?)?;
        cursor.skip(u64::from(count & 1))?;
        Ok(Self {
            block_log,
            span_log,
            entries: size.div_ceil(1 << span_log),
            blocks,
            lengths: u64::from(blocks) + u64::from(padding),
            shortest,
            first: first_codes(shortest, &lowest)?,
            symbols,
            index_at: 0,
            lengths_at: 0,
            blocks_at: 0,
        })
    }

    /// The block that holds the value at `index`, and its place in it.
    ///
    /// An entry of the sparse index speaks of the value in the middle of its
    /// span; from there the blocks are counted up or down.
    fn locate(&self, source: &Source, index: u64) -> Result<(u32, i64), Damage> {
        let entry = source.array::<6>(self.index_at + (index >> self.span_log) * INDEX_ENTRY)?;
        let mut block = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
        let span = 1_i64 << self.span_log;
        // The remainder is smaller than the span.
        let remainder = index as i64 & (span - 1);
        let mut place = i64::from(u16::from_le_bytes([entry[4], entry[5]])) + remainder - span / 2;
        let mut lengths = Lengths { coded: self, source, first: 0, bytes: Cow::Borrowed(&[]) };
        while place < 0 {
            block = block.checked_sub(1).ok_or(ASTRAY)?;
            place += lengths.of(block)?;
        }
        loop {
            let len = lengths.of(block)?;
            if place < len {
                break;
            }
            place -= len;
            block += 1;
        }
        if block >= self.blocks {
            return Err(ASTRAY);
        }
        Ok((block, place))
    }

    /// The value at `place` of `block`.
    fn decode(&self, source: &Source, block: u32, mut place: i64) -> Result<u16, Damage> {
        let start = self.blocks_at + (u64::from(block) << self.block_log);
        let bytes = source.bytes(start, 1 << self.block_log)?;
        let mut bits = Bits::new(&bytes);
        loop {
            let symbol = self.next_symbol(&mut bits)?;
            if place < symbol.values() {
                return self.expand(symbol, place);
            }
            place -= symbol.values();
        }
    }

    /// Reads one code. In a canonical code the codes of one length are
    /// consecutive numbers, and the longer the code, the lower.
    fn next_symbol(&self, bits: &mut Bits<'_>) -> Result<Symbol, Damage> {
        const UNKNOWN: Damage = Damage::Content("a block has an unknown code");
        let word = bits.peek();
        let longer = self.first.iter().position(|&(first, _)| word >= first).ok_or(UNKNOWN)?;
        // At most `LONGEST_CODE`.
        let len = u32::from(self.shortest) + longer as u32;
        let (first, lowest) = self.first[longer];
        let number = u64::from(lowest) + ((word - first) >> (64 - len));
        bits.skip(len).ok_or(Damage::Content("a block ends too early"))?;
        let symbol = usize::try_from(number).ok().and_then(|number| self.symbols.get(number));
        symbol.copied().ok_or(UNKNOWN)
    }

    /// The value at `place` of a symbol. Ends because symbols have no cycles:
    /// [`read_symbols`] has counted their values.
    fn expand(&self, mut symbol: Symbol, mut place: i64) -> Result<u16, Damage> {
        while symbol.right != LEAF {
            let left = self.symbols[usize::from(symbol.left)];
            if place < left.values() {
                symbol = left;
            } else {
                place -= left.values();
                symbol = self.symbols[usize::from(symbol.right)];
            }
        }
        Ok(symbol.left)
    }
}

/// The lengths of blocks, read a window at a time.
struct Lengths<'a> {
    coded: &'a Coded,
    source: &'a Source,
    /// The first block of the window.
    first: u64,
    /// Two bytes for each block of the window.
    bytes: Cow<'a, [u8]>,
}

impl Lengths<'_> {
    /// How many values there are in `block`.
    fn of(&mut self, block: u32) -> Result<i64, Damage> {
        let block = u64::from(block);
        if let Some(len) = self.in_window(block) {
            return Ok(len);
        }
        if block >= self.coded.lengths {
            return Err(ASTRAY);
        }
        self.first = block - block % WINDOW;
        let count = WINDOW.min(self.coded.lengths - self.first);
        self.bytes = self.source.bytes(self.coded.lengths_at + self.first * 2, count * 2)?;
        self.in_window(block).ok_or(ASTRAY)
    }

    #[inline]
    fn in_window(&self, block: u64) -> Option<i64> {
        let at = usize::try_from(block.checked_sub(self.first)? * 2).ok()?;
        let &[low, high] = self.bytes.get(at..at + 2)?.first_chunk()?;
        Some(i64::from(u16::from_le_bytes([low, high])) + 1)
    }
}

/// The bits of a block, the highest of each byte first; zeros follow the end.
struct Bits<'a> {
    bytes: &'a [u8],
    /// The next bits, at the upper end.
    word: u64,
    /// How many bits of `word` are filled.
    filled: u32,
    /// Bits of the block that have not been passed over.
    left: u64,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut bits = Self { bytes, word: 0, filled: 0, left: bytes.len() as u64 * 8 };
        bits.fill();
        bits
    }

    fn peek(&self) -> u64 {
        self.word
    }

    /// Passes over `len` bits, at most 32; `None` if there are not so many.
    fn skip(&mut self, len: u32) -> Option<()> {
        self.left = self.left.checked_sub(u64::from(len))?;
        self.word <<= len;
        self.filled = self.filled.saturating_sub(len);
        if self.filled < u32::from(LONGEST_CODE) {
            self.fill();
        }
        Some(())
    }

    /// Fills up to more than 32 bits, if the block has so many.
    fn fill(&mut self) {
        if let Some((chunk, rest)) = self.bytes.split_first_chunk() {
            self.word |= u64::from(u32::from_be_bytes(*chunk)) << (32 - self.filled);
            self.filled += 32;
            self.bytes = rest;
            if self.filled == 32 {
                self.fill();
            }
        } else {
            for &byte in self.bytes {
                self.word |= u64::from(byte) << (56 - self.filled);
                self.filled += 8;
            }
            self.bytes = &[];
        }
    }
}

/// The first code of each length, from the lowest symbol of each length. The
/// codes of a length begin where those of the next length, halved, end.
fn first_codes(shortest: u8, lowest: &[u16]) -> Result<Box<[(u64, u16)]>, Damage> {
    const IMPOSSIBLE: Damage = Damage::Content("impossible code");
    let mut codes: Vec<(u64, u16)> = Vec::with_capacity(lowest.len());
    let mut code = 0_u64;
    for (index, &symbol) in lowest.iter().enumerate().rev() {
        if let Some(&longer) = lowest.get(index + 1) {
            let sum = code + u64::from(symbol);
            code = sum.checked_sub(u64::from(longer)).ok_or(IMPOSSIBLE)? / 2;
        }
        // Lengths are at most 32.
        let len = u32::from(shortest) + index as u32;
        if code >= 1 << len {
            return Err(IMPOSSIBLE);
        }
        codes.push((code << (64 - len), symbol));
    }
    codes.reverse();
    Ok(codes.into_boxed_slice())
}

/// Reads the dictionary: 12 bits for each half of a symbol.
fn read_symbols(bytes: &[u8]) -> Result<Box<[Symbol]>, Damage> {
    let (triples, _) = bytes.as_chunks::<3>();
    let mut symbols: Vec<Symbol> = triples
        .iter()
        .map(|&[low, mid, high]| Symbol {
            left: u16::from(low) | (u16::from(mid) & 0xf) << 8,
            right: u16::from(high) << 4 | u16::from(mid) >> 4,
            more: 0,
        })
        .collect();
    measure(&mut symbols)?;
    Ok(symbols.into_boxed_slice())
}

/// Counts the values of every symbol. Refuses symbols that contain themselves.
fn measure(symbols: &mut [Symbol]) -> Result<(), Damage> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    const IMPOSSIBLE: Damage = Damage::Content("impossible dictionary");
    let mut states = vec![State::New; symbols.len()];
    let mut stack = Vec::new();
    for start in 0..symbols.len() {
        stack.push(start);
        while let Some(&index) = stack.last() {
            let symbol = symbols[index];
            let halves = [symbol.left, symbol.right].map(usize::from);
            if states[index] == State::Done {
                stack.pop();
            } else if symbol.right == LEAF {
                states[index] = State::Done;
                stack.pop();
            } else if states[index] == State::New {
                states[index] = State::Open;
                for half in halves {
                    match states.get(half) {
                        Some(State::New) => stack.push(half),
                        Some(State::Done) => {}
                        Some(State::Open) | None => return Err(IMPOSSIBLE),
                    }
                }
            } else {
                if halves.iter().any(|&half| states[half] != State::Done) {
                    return Err(IMPOSSIBLE);
                }
                let more = halves.map(|half| u16::from(symbols[half].more)).iter().sum::<u16>() + 1;
                symbols[index].more = u8::try_from(more).map_err(|_| IMPOSSIBLE)?;
                states[index] = State::Done;
                stack.pop();
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

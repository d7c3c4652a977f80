//! The model of the first 32 bytes of a game: start position, result and ending.

use riposte_movegen::Square;

use super::super::header;
use super::coder::BitCoder;
use super::mixer::{Mixer, Numbers};

/// The code of an empty square; the others are those of the header.
const EMPTY: u8 = 15;

/// The fields of a header, as plain numbers.
const FIELDS: usize = 6;

pub struct Starts {
    squares: Mixer<3>,
    fields: Numbers<1>,
}

impl Starts {
    pub fn new() -> Self {
        let codes = 16;
        Self {
            squares: Mixer::new(
                [Square::COUNT * codes, Square::COUNT * codes * codes, codes * codes * codes],
                codes,
            ),
            fields: Numbers::new([FIELDS * 4]),
        }
    }

    /// Codes the header; the decoder hands in anything.
    pub fn code(
        &mut self,
        coder: &mut impl BitCoder,
        bytes: &[u8; header::SIZE],
    ) -> [u8; header::SIZE] {
        let mut found = [0; header::SIZE];
        let wanted = header::codes(bytes);
        let mut codes = [EMPTY; Square::COUNT];
        for square in 0..Square::COUNT {
            let before = square.checked_sub(1).map_or(EMPTY, |before| codes[before]);
            let below = square.checked_sub(8).map_or(EMPTY, |below| codes[below]);
            let wanted = wanted[square].unwrap_or(EMPTY);
            codes[square] = self.code_square(coder, square, [before, below], wanted);
        }
        header::place_codes(&mut found, &codes.map(|code| (code != EMPTY).then_some(code)));
        let fields = header::fields(bytes);
        let mut known = [0; FIELDS];
        for (index, &field) in fields.iter().enumerate() {
            // The ending goes with the result, which is known by then.
            let context = if index + 1 == FIELDS { known[index - 1].min(3) } else { 0 };
            let context = index * 4 + usize::from(context);
            known[index] = self.fields.unsigned(coder, [context], u32::from(field)) as u16;
        }
        header::place_fields(&mut found, known);
        found
    }

    /// The code of one square, which those of the squares before and below hint at.
    fn code_square(
        &mut self,
        coder: &mut impl BitCoder,
        square: usize,
        [before, below]: [u8; 2],
        wanted: u8,
    ) -> u8 {
        let (before, below) = (usize::from(before), usize::from(below));
        let mut node = 1;
        for place in (0..4).rev() {
            let contexts = [
                square * 16 + node,
                (square * 16 + before) * 16 + node,
                (before * 16 + below) * 16 + node,
            ];
            let bit = self.squares.code(coder, contexts, node, wanted >> place & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        (node & 15) as u8
    }
}

//! A training position in 32 bytes.

use riposte_board::Board;
use riposte_movegen::{Bitboard, Color, Piece, PieceType, Placement, Square};
use riposte_nnue::{Features, View, bucket};

use crate::network::factors;
use crate::samples::batch::{Batch, NO_RESULT};

/// A position as the side to move sees it: that side is white, and its own
/// first rank is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// Four bits per piece in the order of their squares, the low half of a byte
    /// first: kind, plus 8 for the other side's.
    pieces: [u8; 16],
    /// What the search thought, for the side to move.
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won by the side to move; 3 if it says nothing.
    pub result: u8,
    /// Squares of the own and the other king.
    kings: [u8; 2],
}

impl Sample {
    /// The size on disk.
    pub const SIZE: usize = 32;

    /// The sample of a position with its score and result as white sees them
    /// (the result as 1 for a win, 0 for a draw, -1 for a loss, if it says anything).
    pub fn new(board: &Board, white_score: i16, white_result: Option<i32>) -> Self {
        let side = board.side();
        let sign = if side == Color::White { 1 } else { -1 };
        let mut occupied = board.occupied();
        if side == Color::Black {
            occupied = occupied.flip_ranks();
        }
        let mut pieces = [0; 16];
        for (number, square) in occupied.into_iter().take(32).enumerate() {
            if let Some(piece) = board.piece_on(square.relative_to(side)) {
                let other = u8::from(piece.color() != side);
                let code = piece.kind() as u8 | other << 3;
                pieces[number / 2] |= code << (4 * (number % 2));
            }
        }
        let kings = [board.king(side), board.king(!side)];
        Self {
            occupied: occupied.0,
            pieces,
            score: (i32::from(white_score) * sign) as i16,
            result: white_result.map_or(NO_RESULT, |result| (result * sign + 1) as u8),
            kings: kings.map(|king| king.relative_to(side).index() as u8),
        }
    }

    /// The bytes on disk.
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27..29].copy_from_slice(&self.kings);
        bytes
    }

    /// The inverse of [`Self::to_bytes`].
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        Self {
            occupied: u64::from_le_bytes(occupied),
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            kings: [bytes[27], bytes[28]],
        }
    }

    /// The pieces with their squares; the side to move is white.
    fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        Bitboard(self.occupied).into_iter().take(32).enumerate().map(|(number, square)| {
            let code = self.pieces[number / 2] >> (4 * (number % 2)) & 15;
            let index = usize::from(code & 7) + 6 * usize::from(code >> 3);
            (Piece::ALL[index % 12], square)
        })
    }

    /// The position; white is to move.
    pub fn placement(&self) -> Placement {
        let mut placement = Placement::EMPTY;
        self.pieces().for_each(|(piece, square)| placement.toggle(piece, square));
        placement
    }

    /// Adds the sample to a batch.
    pub fn unpack(&self, batch: &mut Batch) {
        let own = View::new(Color::White, Square::new(self.kings[0]));
        let other = View::new(Color::Black, Square::new(self.kings[1]));
        for input in Features::new(&self.placement()).inputs() {
            let numbers = [own.index(input), other.index(input)];
            factors::rows(input, numbers).for_each(|row| batch.push_inputs(row));
        }
        batch.finish_sample(self.bucket() as u8, self.score, self.result);
    }

    /// Which output it uses.
    pub fn bucket(&self) -> usize {
        bucket(self.occupied.count_ones())
    }
}

const _: () = assert!(PieceType::ALL.len() == 6 && PieceType::King as u8 == 5);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_give_the_same_sample() {
        let white = Board::from_fen("r3r1k1/pp3ppp/2n2b2/8/3N4/2P2N2/P4PPP/R4RK1 w - - 0 30");
        let black = Board::from_fen("r4rk1/p4ppp/2p2n2/3n4/8/2N2B2/PP3PPP/R3R1K1 b - - 0 30");
        let (white, black) = (white.unwrap(), black.unwrap());
        assert_eq!(Sample::new(&white, 120, Some(1)), Sample::new(&black, -120, Some(-1)));
        let sample = Sample::new(&black, -120, Some(-1));
        assert_eq!((sample.score, sample.result), (120, 2));
        assert_eq!(sample.placement(), *white.placement());
        assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
    }
}

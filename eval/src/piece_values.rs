//! Value of each kind of piece in the evaluation in use.
//!
//! Margins that add a captured piece to a static evaluation have to count it as that
//! evaluation does. A network's values are measured by taking pieces off the board.

use riposte_board::{Board, SEE_VALUES, SeeValue};
use riposte_movegen::{Color, PieceType, Placement};

use crate::evaluation::{Evaluation, material};

/// Positions with most pieces on the board, level or nearly so.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
    "r2q1rk1/pp2bppp/2n1bn2/2pp4/8/1PN1PN2/PB1PBPPP/R2Q1RK1 w - - 0 10",
    "2r2rk1/pp1qbppp/2n1pn2/3p4/3P1B2/2N1PN2/PP1Q1PPP/2R2RK1 w - - 0 12",
    "r4rk1/1p2qppp/p1np1n2/4p3/4P3/1NN1B3/PPPQ1PPP/R4RK1 w - - 0 13",
    "3r2k1/pp3pp1/2p1rn1p/8/3P4/2N1PP2/PP4PP/R2R2K1 w - - 0 22",
];

/// The value of each kind of piece in the unit of [`Score`](crate::Score), king zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues([i32; PieceType::ALL.len()]);

impl PieceValues {
    /// Measures an evaluation: what a side loses on average without one piece of a kind.
    pub fn of(evaluation: &Evaluation) -> Self {
        let Evaluation::Network(network) = evaluation else {
            return Self(PieceType::ALL.map(material));
        };
        let value = |placement: &Placement| network.evaluate(placement, Color::White);
        let (mut sums, mut counts) = ([0; PieceType::ALL.len()], [0; PieceType::ALL.len()]);
        for fen in POSITIONS {
            let Ok(board) = Board::from_fen(fen) else { continue };
            let whole = value(board.placement());
            for square in board.occupied() {
                let Some(piece) = board.piece_on(square) else { continue };
                if piece.kind() == PieceType::King {
                    continue;
                }
                let mut without = *board.placement();
                without.toggle(piece, square);
                let loss = whole - value(&without);
                let kind = piece.kind().index();
                sums[kind] += if piece.color() == Color::White { loss } else { -loss };
                counts[kind] += 1;
            }
        }
        // A piece without any value would make the evaluation useless.
        Self(std::array::from_fn(|kind| (sums[kind] / counts[kind].max(1)).max(0)))
    }

    /// The value of one kind.
    #[inline]
    pub fn get(&self, kind: PieceType) -> i32 {
        self.0[kind.index()]
    }

    /// A difference of scores as static exchange evaluation would count it.
    #[inline]
    pub fn exchange(&self, difference: i32) -> SeeValue {
        let own: i32 = self.0.iter().sum();
        let exchange: i32 = SEE_VALUES.iter().sum();
        SeeValue::new((difference * exchange).checked_div(own).unwrap_or(difference))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Evaluation {
        let file = include_bytes!("../../nnue/networks/default.nnue");
        Evaluation::from_file(file).expect("the default network")
    }

    #[test]
    fn a_network_counts_pieces_in_the_usual_order() {
        let values = PieceValues::of(&network());
        let [pawn, knight, bishop, rook, queen, king] = values.0;
        assert!(0 < pawn && pawn < knight && pawn < bishop, "{values:?}");
        assert!(knight < rook && bishop < rook && rook < queen && king == 0, "{values:?}");
    }

    #[test]
    fn exchange_and_evaluation_count_the_same_pieces() {
        for evaluation in [Evaluation::PieceSquare, network()] {
            let values = PieceValues::of(&evaluation);
            let all: i32 = values.0.iter().sum();
            assert_eq!(values.exchange(all).raw(), SEE_VALUES.iter().sum::<i32>());
            assert_eq!(values.exchange(0), SeeValue::ZERO);
        }
    }
}

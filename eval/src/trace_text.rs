//! The trace of an evaluation as text.

use std::fmt::Write;

use riposte_board::Board;
use riposte_movegen::Square;
use riposte_notation::{diagram, letter};

use crate::evaluation::Evaluation;
use crate::score::Score;
use crate::trace::{Buckets, EvalTrace};
use crate::wdl::pawns;

impl Evaluation {
    /// The trace of `board` for a reader: a diagram with the value of each piece, which
    /// `paint` may colour, the outputs of a network and the value of the position.
    pub fn trace_text(&self, board: &Board, paint: &dyn Fn(&str, Score) -> String) -> String {
        let trace = self.trace(board);
        let mut text = diagram(
            7,
            &[&|square| format!("   {}  ", letter(board, square)), &|square| {
                value_cell(&trace, square, paint)
            }],
        );
        // Writing to a `String` cannot fail.
        let _ = write!(
            text,
            "\nPer piece: evaluation change if it were removed (pawns, White's view).\n\
             Evaluated by {self}.\n"
        );
        if let Some(buckets) = &trace.buckets {
            let _ = writeln!(text, "{}", buckets_line(buckets));
        }
        let rules = [("a bare king", trace.bare_king), ("drawish endings", trace.drawish)];
        for (rule, _) in rules.iter().filter(|(_, score)| score.is_some()) {
            let total = pawns(trace.total);
            let _ = writeln!(text, "The rule for {rule} applies; without it {total} for White.");
        }
        let _ = writeln!(text, "For White: {}", pawns(trace.used()));
        text
    }
}

/// Six columns: the value of the piece on `square`.
fn value_cell(trace: &EvalTrace, square: Square, paint: &dyn Fn(&str, Score) -> String) -> String {
    match trace.pieces.iter().find(|(at, _)| *at == square) {
        Some(&(_, value)) => paint(&format!("{:>6}", pawns(value)), value),
        None => " ".repeat(6),
    }
}

/// Each output of the network, the selected one in brackets.
fn buckets_line(buckets: &Buckets) -> String {
    let mut text =
        String::from("Outputs by number of pieces, few to many, the selected one in brackets:");
    for (index, &value) in buckets.values.iter().enumerate() {
        let value = pawns(value);
        let _ = match index == buckets.active {
            true => write!(text, " [{value}]"),
            false => write!(text, " {value}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_but_the_kings_has_a_value_below_it() {
        let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").expect("a good FEN");
        let text = Evaluation::PieceSquare.trace_text(&board, &|cell, _| cell.to_owned());
        let lines: Vec<&str> = text.lines().collect();
        let below = |start: &str| {
            let row = lines.iter().position(|line| line.ends_with(start)).expect(start);
            let values = lines[row + 1].split('|').filter(|cell| cell.contains('.'));
            values.map(|cell| cell.trim().parse::<f64>().expect("a number")).collect::<Vec<_>>()
        };
        assert_eq!(below("| 8").len(), 0, "{text}");
        assert_eq!(below("| 2").len(), 1, "{text}");
        let rook = below("| 1");
        assert!(rook.len() == 1 && rook[0] > below("| 2")[0], "{text}");
        for line in &lines[..17] {
            let borders = (1..=65).step_by(8).map(|column| line.as_bytes()[column]);
            assert!(borders.into_iter().all(|letter| b"+|".contains(&letter)), "{text}");
        }
    }
}

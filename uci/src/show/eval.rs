//! The output of `eval`: the value of the position and of each piece.

use std::fmt::Write;

use console::Style;
use riposte_board::Board;
use riposte_movegen::Square;
use riposte_search::{Buckets, EvalTrace, Evaluation, Score};

use super::drawing;
use super::report::score_text;
use super::terminal::{Terminal, pawns};

/// The trace of `evaluation` for `board`, with the score `own` of the side to move; in
/// colour for a terminal.
pub fn text(
    evaluation: &Evaluation,
    board: &Board,
    own: Score,
    terminal: Option<Terminal>,
) -> String {
    let trace = evaluation.trace(board);
    let letter = |square| board.piece_on(square).map_or(' ', |piece| piece.letter());
    let mut text = drawing(
        7,
        [&|square| format!("   {}  ", letter(square)), &|square| {
            value_cell(&trace, square, terminal)
        }],
    );
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "\nPer piece: evaluation change if it were removed (pawns, White's view).\n\
         Evaluated by {evaluation}.\n"
    );
    if let Some(buckets) = &trace.buckets {
        let _ = writeln!(text, "{}", buckets_line(buckets));
    }
    if let Some(score) = trace.bare_king {
        let _ = writeln!(
            text,
            "The search uses the bare-king evaluation instead: {} for White.",
            pawns(score)
        );
    }
    let _ = write!(
        text,
        "For White: {}\nstatic evaluation for the side to move: {}",
        pawns(trace.total),
        score_text(own)
    );
    text
}

/// Six columns: the value of the piece on `square`.
fn value_cell(trace: &EvalTrace, square: Square, terminal: Option<Terminal>) -> String {
    let Some(&(_, value)) = trace.pieces.iter().find(|(at, _)| *at == square) else {
        return " ".repeat(6);
    };
    let cell = format!("{:>6}", pawns(value));
    let style = if value >= Score::DRAW { Style::new().green() } else { Style::new().red() };
    terminal.map_or_else(|| cell.clone(), |terminal| terminal.paint(&cell, style))
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
        let text = text(&Evaluation::PieceSquare, &board, Score::cp(7), None);
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
        assert!(text.ends_with(&format!("side to move: {}", score_text(Score::cp(7)))), "{text}");
    }
}

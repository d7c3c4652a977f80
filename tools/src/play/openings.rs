//! Where pairs of games between two searches start.

use std::fs;
use std::path::Path;

use riposte_board::Board;
use riposte_search::Evaluation;
use riposte_search::lab::Release;

use super::{Thinker, opening};
use crate::random::Random;

/// Nodes for judging a drawn opening, and the score up to which it is fair.
const NODES: u64 = 5000;
const FAIR: i32 = 150;

/// Megabytes for judging openings.
const HASH: usize = 1;

/// `count` openings in an order that `seed` decides: of the `book`, again from its
/// start when it is through, or drawn move by move.
///
/// # Errors
///
/// What is wrong with the book, or what the engine was refused.
pub fn openings(
    book: Option<&Path>,
    count: usize,
    seed: u64,
    evaluation: &Evaluation,
) -> Result<Vec<Board>, String> {
    match book {
        Some(path) => {
            let mut lines = read(path)?;
            Random::stream(seed, 0).shuffle(&mut lines);
            Ok(lines.into_iter().cycle().take(count).collect())
        }
        None => draw(count, seed, evaluation),
    }
}

/// The positions of a file with a FEN or EPD per line.
fn read(path: &Path) -> Result<Vec<Board>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|fault| format!("{name}: {fault}"))?;
    let mut boards = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let board = position(line).map_err(|fault| format!("{name}:{}: {fault}", index + 1))?;
        if !board.has_legal_move() {
            return Err(format!("{name}:{}: no legal move", index + 1));
        }
        boards.push(board);
    }
    if boards.is_empty() { Err(format!("{name}: no position")) } else { Ok(boards) }
}

/// A FEN, or an EPD without or with operations.
fn position(line: &str) -> Result<Board, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |place: usize| fields.get(place).is_some_and(|it| it.parse::<u32>().is_ok());
    let fen = if is_number(4) && is_number(5) {
        fields[..6].join(" ")
    } else {
        format!("{} 0 1", fields[..fields.len().min(4)].join(" "))
    };
    Board::from_fen(&fen).map_err(|fault| fault.to_string())
}

fn draw(count: usize, seed: u64, evaluation: &Evaluation) -> Result<Vec<Board>, String> {
    let mut thinker = Thinker::new(Release, HASH, evaluation).map_err(|fault| fault.to_string())?;
    let mut random = Random::stream(seed, 0);
    let mut boards = Vec::new();
    while boards.len() < count {
        let Some(board) = opening::draw(&mut random, 0.0) else { continue };
        thinker.new_game();
        let judged = thinker.think(&board, NODES);
        if judged.is_some_and(|(_, score)| score.raw().abs() <= FAIR) {
            boards.push(board);
        }
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_and_epds_are_read() {
        let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for line in [epd.to_owned(), format!("{epd} hmvc 0; id \"x\";"), format!("{epd} 3 9")] {
            assert_eq!(position(&line).unwrap().key(), Board::startpos().key(), "{line}");
        }
        assert_eq!(position(&format!("{epd} 3 9")).unwrap().fullmove_number(), 9);
        assert!(position("nonsense").is_err());
    }

    #[test]
    fn drawn_openings_repeat_and_differ() {
        let evaluation = Evaluation::PieceSquare;
        let keys = |seed| -> Vec<u64> {
            openings(None, 3, seed, &evaluation).unwrap().iter().map(Board::key).collect()
        };
        assert_eq!(keys(1), keys(1));
        assert_ne!(keys(1), keys(2));
    }
}

//! Files with a position per line.

use std::fs;
use std::path::Path;

use riposte_board::Board;

/// The positions of a file with a FEN or EPD per line; see [`parse`].
///
/// # Errors
///
/// A text that names the file and, where one is at fault, the line.
pub fn read(path: &Path) -> Result<Vec<Board>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|fault| format!("{name}: {fault}"))?;
    parse(&text).map_err(|fault| format!("{name}:{fault}"))
}

/// The positions of a text with a FEN or EPD per line; empty lines and those that
/// begin with `#` are skipped.
///
/// # Errors
///
/// A text that names the line without a position in which a move is possible.
pub fn parse(text: &str) -> Result<Vec<Board>, String> {
    let mut boards = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let board = position(line).map_err(|fault| format!("{}: {fault}", index + 1))?;
        if !board.has_legal_move() {
            return Err(format!("{}: no legal move", index + 1));
        }
        boards.push(board);
    }
    if boards.is_empty() { Err(" no position".to_owned()) } else { Ok(boards) }
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
    fn the_line_at_fault_is_named() {
        let good = "8/8/3k4/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(parse(&format!("# rook\n\n{good}\n")).unwrap().len(), 1);
        assert!(parse(&format!("{good}\nnonsense")).unwrap_err().starts_with("2: "));
        assert_eq!(parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap_err(), "1: no legal move");
        assert!(parse("# nothing").is_err());
    }
}

//! Files with a position per line.

use std::fs;
use std::path::Path;

use riposte_board::Board;
use riposte_notation::records;

/// The positions of a file with a FEN or EPD per line; see [`parse`].
///
/// # Errors
///
/// A text that names the file and, where one is at error, the line.
pub fn read(path: &Path) -> Result<Vec<Board>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    parse(&text).map_err(|error| format!("{name}:{error}"))
}

/// The positions of a text with a FEN or EPD per line; empty lines and those that
/// begin with `#` are skipped.
///
/// # Errors
///
/// A text that names the line without a position in which a move is possible.
pub fn parse(text: &str) -> Result<Vec<Board>, String> {
    let mut boards = Vec::new();
    for (line, epd) in records(text) {
        let board = epd.map_err(|error| format!("{line}: {error}"))?.board;
        if !board.has_legal_move() {
            return Err(format!("{line}: no legal move"));
        }
        boards.push(board);
    }
    if boards.is_empty() { Err(" no position".to_owned()) } else { Ok(boards) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bad_line_is_named() {
        let good = "8/8/3k4/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(parse(&format!("# rook\n\n{good}\n")).unwrap().len(), 1);
        assert!(parse(&format!("{good}\nnonsense")).unwrap_err().starts_with("2: "));
        assert_eq!(parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap_err(), "1: no legal move");
        assert!(parse("# nothing").is_err());
    }
}

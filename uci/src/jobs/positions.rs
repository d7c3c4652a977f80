//! Files with one position per line, FEN or EPD.

use std::fs;
use std::io;

use riposte_board::Board;
use riposte_notation::{BadFen, records};
use thiserror::Error;

/// Why positions cannot be read. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PositionsError {
    #[error("file '{file}': {error}")]
    File { file: String, error: io::Error },
    #[error("line {line} of the positions: {error}")]
    Position { line: usize, error: BadFen },
    #[error("file '{0}' has no position")]
    Empty(String),
}

/// The positions of `file`, at least one.
pub fn read_file(file: &str) -> Result<Vec<Board>, PositionsError> {
    let text = fs::read_to_string(file)
        .map_err(|error| PositionsError::File { file: file.to_owned(), error })?;
    let boards = parse(&text)?;
    if boards.is_empty() { Err(PositionsError::Empty(file.to_owned())) } else { Ok(boards) }
}

/// The positions of `text`; see [`records`].
pub fn parse(text: &str) -> Result<Vec<Board>, PositionsError> {
    records(text)
        .map(|(line, epd)| {
            epd.map(|epd| epd.board).map_err(|error| PositionsError::Position { line, error })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_named() {
        let text = "# comment\n\n8/8/8/8/8/8/8/8 w - - 0 1\n";
        let message = parse(text).expect_err("no kings").to_string();
        assert!(message.starts_with("line 3 of the positions: "), "{message}");
    }
}

//! Files with one position per line, FEN or EPD.

use std::fs;
use std::io;
use std::path::Path;

use riposte_board::Board;
use thiserror::Error;

use crate::epd::{BadFen, records};
use crate::excerpt;

/// Why positions cannot be read. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// The file cannot be read.
    #[error("file '{file}': {error}")]
    File {
        /// The file.
        file: String,
        /// The reason given by the system.
        error: io::Error,
    },
    /// A line is not a position.
    #[error("line {line} of the positions: {error}")]
    Position {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: BadFen,
    },
    /// The file has no position.
    #[error("file '{0}' has no position")]
    Empty(String),
}

/// The positions of `file`, at least one.
///
/// # Errors
///
/// [`PositionsError`].
pub fn read_positions(file: impl AsRef<Path>) -> Result<Vec<Board>, PositionsError> {
    let file = file.as_ref();
    let name = || excerpt(&file.to_string_lossy());
    let text =
        fs::read_to_string(file).map_err(|error| PositionsError::File { file: name(), error })?;
    let boards = positions(&text)?;
    if boards.is_empty() { Err(PositionsError::Empty(name())) } else { Ok(boards) }
}

/// The positions of `text`; see [`records`].
///
/// # Errors
///
/// [`PositionsError::Position`] names the first bad line.
pub fn positions(text: &str) -> Result<Vec<Board>, PositionsError> {
    let board_of = |(line, epd): (usize, Result<crate::Epd, BadFen>)| match epd {
        Ok(epd) => Ok(epd.board),
        Err(error) => Err(PositionsError::Position { line, error }),
    };
    records(text).map(board_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_named() {
        let text = "# comment\n\n8/8/8/8/8/8/8/8 w - - 0 1\n";
        let message = positions(text).expect_err("no kings").to_string();
        assert!(message.starts_with("line 3 of the positions: "), "{message}");
    }
}

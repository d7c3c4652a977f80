//! Chess text: PGN games, EPD records, FEN with or without counters, lines of play in
//! SAN, and diagrams.
//!
//! [`pgn::Reader`] reads one game after the other from any [`std::io::BufRead`]. An
//! error in a game is reported with its line number, and reading goes on.
//!
//! ```
//! use riposte_notation::pgn::Reader;
//!
//! let text = "[White \"A\"]\n\n1. e4 {[%clk 0:04:58]} e5 (1... c5) 2. Ke3 *\n\n1. d4 1-0\n";
//! let games: Vec<_> = Reader::new(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(games.len(), 2);
//! assert_eq!(games[0].tag("White"), Some("A"));
//! assert_eq!(games[0].line.moves[1].variations[0].moves[0].san, "c5");
//! assert_eq!(games[0].line.moves[0].clock().map(|left| left.as_secs()), Some(298));
//!
//! let replay = games[0].replay()?;
//! assert_eq!(replay.moves.len(), 2);
//! assert!(replay.error.is_some_and(|error| error.to_string().starts_with("move 'Ke3': ")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod diagram;
mod epd;
mod line;
mod lines;
pub mod pgn;
mod positions;
mod set_up;

pub use diagram::{diagram, letter};
pub use epd::{BadFen, Epd, flipped_fen, from_fen, records};
pub use line::{numbered, words};
pub use lines::{Lines, MAX_LINE};
pub use positions::{PositionsError, positions, read_positions};
pub use set_up::{PositionError, set_up};

/// The longest part of foreign text that a message repeats, in characters.
const EXCERPT: usize = 100;

/// Foreign text, short and printable enough to be repeated in a message of one
/// line: at most 100 characters and an ellipsis, without control characters.
pub fn excerpt(text: &str) -> String {
    let printable =
        |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    let mut short: String = text.chars().take(EXCERPT).map(printable).collect();
    if text.chars().nth(EXCERPT).is_some() {
        short.push_str("...");
    }
    short
}

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

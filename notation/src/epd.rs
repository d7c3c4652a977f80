//! One position per line: FEN with or without counters, and EPD records.

use riposte_board::{Board, FenError};
use thiserror::Error;

use crate::excerpt;

/// A text that describes no position. The message repeats the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad FEN '{fen}': {error}")]
pub struct BadFen {
    /// The text, cut off when it is long.
    pub fen: String,
    /// What is wrong with it.
    pub error: FenError,
}

/// The position that `fen` describes. Many programs leave out the two counters;
/// they are then 0 and 1.
///
/// # Errors
///
/// [`BadFen`] for anything that [`Board::from_fen`] refuses.
pub fn from_fen(fen: &str) -> Result<Board, BadFen> {
    Board::from_fen(fen).map_err(|error| BadFen { fen: excerpt(fen), error })
}

/// A position with operations, such as `bm Nf3; id "opening 1";`.
///
/// Source: the PGN standard, S. J. Edwards, 1994, section 16.2. The operations
/// `hmvc` and `fmvn` are not applied to the position.
#[derive(Debug)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// Code and operand of each operation, in the order of the record. An operand
    /// that is one string in quotation marks is stored without them.
    operations: Vec<(String, String)>,
}

impl Epd {
    /// Reads a line that is an EPD record or a FEN.
    ///
    /// # Errors
    ///
    /// [`BadFen`] if the line does not begin with a legal position.
    pub fn parse(line: &str) -> Result<Self, BadFen> {
        let mut rest = line.trim_start();
        let mut fields = Vec::with_capacity(6);
        while fields.len() < 4 && !rest.is_empty() {
            fields.push(next_field(&mut rest));
        }
        let mut after = rest;
        let counters = [next_field(&mut after), next_field(&mut after)];
        if counters.iter().all(|text| text.parse::<u32>().is_ok()) {
            fields.extend(counters);
            rest = after;
        }
        let board = from_fen(&fields.join(" "))?;
        Ok(Self { board, operations: operations(rest).map(operation).collect() })
    }

    /// The operand of the first operation named `code`, empty if it has none.
    pub fn operand(&self, code: &str) -> Option<&str> {
        let found = self.operations.iter().find(|(name, _)| name == code);
        found.map(|(_, operand)| operand.as_str())
    }
}

/// The records of a text with one per line, with line numbers from 1. Empty lines
/// and those that begin with `#` are skipped.
pub fn records(text: &str) -> impl Iterator<Item = (usize, Result<Epd, BadFen>)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, Epd::parse(line)))
}

/// The FEN of the same position with the colours exchanged.
pub fn flipped_fen(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    if let [placement, side, castling, en_passant, ..] = fields.as_mut_slice() {
        let ranks: Vec<String> = placement.split('/').rev().map(swap_case).collect();
        *placement = ranks.join("/");
        *side = if side == "w" { "b" } else { "w" }.to_owned();
        *castling = swap_case(castling);
        *en_passant = en_passant.replace('3', "x").replace('6', "3").replace('x', "6");
    }
    fields.join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    text.chars().map(swap).collect()
}

/// Takes the first word off `rest`.
fn next_field<'a>(rest: &mut &'a str) -> &'a str {
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (field, after) = rest.split_at(end);
    *rest = after.trim_start();
    field
}

/// Splits at semicolons that are not inside quotation marks.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

fn operation(text: &str) -> (String, String) {
    let (code, operand) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let operand = operand.trim();
    let unquoted = operand.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    (code.to_owned(), unquoted.unwrap_or(operand).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_exchanges_the_sides() {
        assert_eq!(
            flipped_fen("r3k2r/8/8/8/3pP3/8/8/R3K3 b Qkq e3 3 9"),
            "r3k3/8/8/3Pp3/8/8/8/R3K2R w qKQ e6 3 9"
        );
    }

    const KINGS: &str = "4k3/8/8/8/8/8/8/R3K3 w Q -";

    #[test]
    fn counters_may_be_missing() {
        let whole = format!("{KINGS} 0 1");
        for text in [KINGS, &whole] {
            assert_eq!(from_fen(text).expect("a position").fen(), whole);
            assert_eq!(Epd::parse(text).expect("a position").board.fen(), whole);
        }
        let late = Epd::parse(&format!("{KINGS} 7 9 id \"x\";")).expect("a position");
        assert_eq!((late.board.fullmove_number(), late.operand("id")), (9, Some("x")));
    }

    #[test]
    fn operations_are_found_by_code() {
        let record = format!("{KINGS} bm O-O-O Ra8+;  c0 \"a; b\"; id \"mate 1\"; draw_offer;");
        let epd = Epd::parse(&record).expect("a record");
        assert_eq!(epd.operand("bm"), Some("O-O-O Ra8+"));
        assert_eq!(epd.operand("c0"), Some("a; b"));
        assert_eq!(epd.operand("id"), Some("mate 1"));
        assert_eq!(epd.operand("draw_offer"), Some(""));
        assert_eq!(epd.operand("am"), None);
    }

    #[test]
    fn a_bad_position_is_repeated() {
        let message = from_fen("8/8/8 w - - 0 1").expect_err("no position").to_string();
        assert!(message.starts_with("bad FEN '8/8/8 w - - 0 1': "), "{message}");
        assert!(Epd::parse("").is_err());
        assert!(Epd::parse("not a position").is_err());
    }

    #[test]
    fn records_carry_their_line_numbers() {
        let text = format!("# comment\n\n{KINGS}\n  \nnonsense\n");
        let found: Vec<_> = records(&text).map(|(line, epd)| (line, epd.is_ok())).collect();
        assert_eq!(found, [(3, true), (5, false)]);
    }
}

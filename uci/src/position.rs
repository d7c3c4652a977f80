//! From the words of `position` to a board.

use riposte_board::{Board, FenError, MoveTextError};
use thiserror::Error;

use crate::command::excerpt;

/// Why a `position` was not followed. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PositionError {
    #[error("position: bad FEN '{fen}': {fault}")]
    Fen { fen: String, fault: FenError },
    #[error("position: move {number} '{text}': {fault}")]
    Move { number: usize, text: String, fault: MoveTextError },
}

/// The position after `moves` from `fen`, or from the first position of chess.
pub fn set_up(fen: Option<&str>, moves: &[String]) -> Result<Board, PositionError> {
    let mut board = fen.map_or_else(|| Ok(Board::startpos()), from_fen)?;
    for (index, text) in moves.iter().enumerate() {
        match board.parse_uci(text) {
            Ok(mv) => board.make(mv),
            Err(fault) => {
                let text = excerpt(text);
                return Err(PositionError::Move { number: index + 1, text, fault });
            }
        }
    }
    Ok(board)
}

/// The position that `fen` describes. Many clients leave the two counters out;
/// they are then those of a fresh game.
pub fn from_fen(fen: &str) -> Result<Board, PositionError> {
    let has_counters = fen.split_whitespace().count() != 4;
    let whole = if has_counters { fen.to_owned() } else { format!("{fen} 0 1") };
    Board::from_fen(&whole).map_err(|fault| PositionError::Fen { fen: excerpt(fen), fault })
}

/// The position of a line that is a FEN or an EPD record, whose operations are
/// not used.
pub fn from_epd(line: &str) -> Result<Board, PositionError> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |index: usize| fields.get(index).is_some_and(|f| f.parse::<u32>().is_ok());
    let used = if is_number(4) && is_number(5) { 6 } else { 4 };
    from_fen(&fields[..used.min(fields.len())].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/R3K3 w Q -";

    fn refused(fen: Option<&str>, moves: &[&str]) -> String {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        set_up(fen, &moves).map(|board| board.fen()).expect_err("a fault").to_string()
    }

    #[test]
    fn counters_may_be_missing() {
        let whole = format!("{KINGS} 0 1");
        for text in [KINGS, &whole] {
            assert_eq!(set_up(Some(text), &[]).map(|b| b.fen()).ok().as_ref(), Some(&whole));
        }
        let record = format!("{KINGS} bm O-O-O; id \"1\";");
        assert_eq!(from_epd(&record).map(|board| board.fen()).ok(), Some(whole));
    }

    #[test]
    fn the_illegal_move_is_named_with_its_number() {
        let message = refused(None, &["e2e4", "e7e5", "e4e5"]);
        assert!(message.starts_with("position: move 3 'e4e5': "), "{message}");
        let message = refused(None, &["xyzzy"]);
        assert!(message.starts_with("position: move 1 'xyzzy': "), "{message}");
    }

    #[test]
    fn a_bad_fen_is_repeated() {
        let message = refused(Some("8/8/8 w - - 0 1"), &[]);
        assert!(message.starts_with("position: bad FEN '8/8/8 w - - 0 1': "), "{message}");
    }
}

//! Games in PGN: reading, replaying, writing.
//!
//! Source: S. J. Edwards, *PGN standard*, 1994. The commands in comments (`%clk`,
//! `%emt`, `%eval`) follow the supplement to that standard that most servers use.

mod read;
mod replay;
mod write;

use std::time::Duration;

use thiserror::Error;

pub use read::Reader;
pub use replay::{MoveError, Replay};

/// Variations nested deeper than this are skipped.
pub const MAX_DEPTH: usize = 32;

/// One game as it is written: nothing in it has been checked against the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The line on which it begins, from 1.
    pub start: usize,
    /// The tag pairs, in their order.
    pub tags: Vec<Tag>,
    /// The moves of the game.
    pub line: Line,
    /// The result after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`; `None` if it is missing.
    pub result: Option<String>,
    /// What is wrong with the text. None of it keeps the game from being read.
    pub errors: Vec<TextError>,
    /// The bytes of the input up to the end of the game.
    pub offset: u64,
}

/// `[Name "value"]`, without quotation marks and escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, such as `White`.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A sequence of moves: the game itself or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<WrittenMove>,
}

/// A move with everything that is written after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenMove {
    /// The move, without number and without `!` or `?`.
    pub san: String,
    /// The line of the input that it is on, from 1.
    pub line: usize,
    /// Numeric annotation glyphs, `!` and `?` among them (1 to 6).
    pub nags: Vec<u8>,
    /// Comments, without their braces.
    pub comments: Vec<String>,
    /// Lines that could have been played in place of this move.
    pub variations: Vec<Line>,
}

/// An error of the text, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct TextError {
    /// The line of the input, from 1.
    pub line: usize,
    /// What is wrong there.
    pub kind: TextErrorKind,
}

/// What can be wrong with the text of a game. The messages are for the user.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A line that begins with `[` and is no tag pair.
    #[error("'{0}' is no tag pair")]
    BadTag(String),
    /// A comment without `}`. It ends with the game.
    #[error("a comment is not closed")]
    OpenComment,
    /// A variation without `)`. It ends with the game.
    #[error("a variation is not closed")]
    OpenVariation,
    /// A variation before any move, or nested deeper than [`MAX_DEPTH`]. It is skipped.
    #[error("a variation is skipped: it replaces no move, or is nested too deeply")]
    SkippedVariation,
    /// Text that is nothing PGN knows. It is skipped.
    #[error("'{0}' is skipped")]
    Stray(String),
}

impl Game {
    /// The value of the first tag called `name`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Sets the tag called `name`, at the end if it is new.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name: name.to_owned(), value }),
        }
    }
}

impl WrittenMove {
    /// The move `san` with nothing else.
    pub fn new(san: impl Into<String>) -> Self {
        Self { san: san.into(), ..Self::default() }
    }

    /// The time left on the clock after the move: `[%clk 0:03:00]`.
    pub fn clock(&self) -> Option<Duration> {
        self.command("clk").and_then(duration)
    }

    /// The time that the move took: `[%emt 0:00:05]`.
    pub fn elapsed(&self) -> Option<Duration> {
        self.command("emt").and_then(duration)
    }

    /// The operand of the command `name` in the comments: `0.31` for `[%eval 0.31]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        self.comments.iter().flat_map(|comment| commands(comment)).find_map(|(_, command)| {
            let (found, operand) = command.split_once(char::is_whitespace)?;
            (found == name).then(|| operand.trim())
        })
    }

    /// The comments without commands, joined by spaces.
    pub fn remarks(&self) -> String {
        let texts: Vec<String> = self.comments.iter().map(|comment| plain(comment)).collect();
        texts.iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    }
}

/// `[%name operand]` in a comment: where each is, and what is between `%` and `]`.
fn commands(comment: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    comment.match_indices("[%").filter_map(|(start, _)| {
        let length = comment[start..].find(']')?;
        Some((start..start + length + 1, &comment[start + 2..start + length]))
    })
}

/// `comment` without commands and with single spaces.
pub(crate) fn plain(comment: &str) -> String {
    let mut text = String::new();
    let mut end = 0;
    for (range, _) in commands(comment) {
        // A command inside another ends with it.
        if range.start >= end {
            text.push_str(&comment[end..range.start]);
            end = range.end;
        }
    }
    text.push_str(&comment[end..]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `h:mm:ss`, `mm:ss` or `ss`, each with or without a fraction of a second.
fn duration(text: &str) -> Option<Duration> {
    let mut parts = text.rsplit(':');
    let seconds: f64 = parts.next()?.parse().ok()?;
    let minutes = parts.next().map_or(Some(0), |part| part.parse::<u32>().ok())?;
    let hours = parts.next().map_or(Some(0), |part| part.parse::<u32>().ok())?;
    let total = f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds;
    if parts.next().is_some() || seconds < 0.0 {
        return None;
    }
    Duration::try_from_secs_f64(total).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commented(comment: &str) -> WrittenMove {
        WrittenMove { comments: vec![comment.to_owned()], ..WrittenMove::new("e4") }
    }

    #[test]
    fn commands_are_read_out_of_comments() {
        let mv = commented("best [%eval 0.31] by far [%clk 1:02:03.5][%emt 65]");
        assert_eq!(mv.command("eval"), Some("0.31"));
        assert_eq!(mv.clock(), Some(Duration::from_millis(3_723_500)));
        assert_eq!(mv.elapsed(), Some(Duration::from_secs(65)));
        assert_eq!(mv.remarks(), "best by far");
        assert_eq!(mv.command("cal"), None);
    }

    #[test]
    fn damaged_commands_are_no_clocks() {
        for text in ["[%clk]", "[%clk ]", "[%clk -1]", "[%clk 1:2:3:4]", "[%clk NaN]", "[%clk 1"] {
            assert_eq!(commented(text).clock(), None, "{text}");
        }
        assert_eq!(commented("[%clk 1").remarks(), "[%clk 1");
        assert_eq!(commented("[%a [%b c] d").remarks(), "d");
    }

    #[test]
    fn tags_are_replaced_or_added() {
        let mut game = Game::default();
        game.set_tag("White", "A");
        game.set_tag("Black", "B");
        game.set_tag("White", "C");
        assert_eq!((game.tag("White"), game.tags.len()), (Some("C"), 2));
    }
}

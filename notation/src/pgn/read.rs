//! From text to games, one line of the input at a time.

use std::io::{self, BufRead};
use std::mem;

use super::{Game, Line, MAX_DEPTH, Tag, TextError, TextErrorKind, WrittenMove};
use crate::excerpt;
use crate::lines::Lines;

/// Reads one game after the other.
///
/// Only the game at hand is kept in memory. A game without a result ends where
/// the next tags begin; a comment or variation that is not closed ends with its game.
pub struct Reader<R> {
    lines: Lines<R>,
    builder: Builder,
    /// The comment that is open, with the line on which it began.
    comment: Option<(String, usize)>,
    /// The line at hand, and how much of it has been taken.
    line: String,
    taken: usize,
}

impl<R: BufRead> Reader<R> {
    /// The games of `reader`.
    pub fn new(reader: R) -> Self {
        Self {
            lines: Lines::new(reader),
            builder: Builder::default(),
            comment: None,
            line: String::new(),
            taken: 0,
        }
    }

    /// The next game; `None` after the last.
    ///
    /// # Errors
    ///
    /// What the reader reports.
    pub fn read(&mut self) -> io::Result<Option<Game>> {
        loop {
            if let Some(game) = self.read_rest() {
                return Ok(Some(game));
            }
            let Some(line) = self.lines.read()? else {
                self.close_comment();
                return Ok(self.builder.finish(self.lines.offset()));
            };
            // Only a new game begins so: a comment has been left open before it.
            if line.starts_with("[Event \"") {
                self.close_comment();
            }
            if self.comment.is_some() || !line.starts_with('%') {
                (self.line, self.taken) = (line, 0);
            }
        }
    }

    /// Ends a comment whose `}` is missing.
    fn close_comment(&mut self) {
        if let Some((text, line)) = self.comment.take() {
            self.builder.error(line, TextErrorKind::OpenComment);
            self.builder.add_comment(&text, line);
        }
    }

    /// Takes what is left of the line, up to the end of a game.
    fn read_rest(&mut self) -> Option<Game> {
        let line = mem::take(&mut self.line);
        let mut rest = &line[self.taken..];
        let game = self.read_text(&mut rest);
        self.taken = line.len() - rest.len();
        self.line = line;
        game
    }

    /// Takes tokens off `rest` up to the end of a game.
    fn read_text(&mut self, rest: &mut &str) -> Option<Game> {
        let number = self.lines.number();
        self.continue_comment(rest);
        loop {
            let (token, after) = Token::take(rest.trim_start());
            let token = token?;
            if matches!(token, Token::Tag(_)) && self.builder.has_moves() {
                return self.builder.finish(self.lines.offset());
            }
            *rest = after;
            match token {
                Token::OpenComment(text) => self.comment = Some((format!("{text} "), number)),
                Token::Result(text) if self.builder.take_result(text) => {
                    return self.builder.finish(self.lines.offset());
                }
                token => self.builder.add(token, number),
            }
        }
    }

    /// Takes what belongs to the comment that is open.
    fn continue_comment(&mut self, rest: &mut &str) {
        let Some((text, start)) = &mut self.comment else { return };
        match rest.split_once('}') {
            Some((last, after)) => {
                text.push_str(last);
                self.builder.add_comment(text, *start);
                self.comment = None;
                *rest = after;
            }
            None => {
                text.push_str(rest);
                text.push(' ');
                *rest = "";
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The smallest parts of a game.
#[derive(Debug)]
enum Token<'a> {
    Tag(Tag),
    BadTag(&'a str),
    Comment(&'a str),
    /// A comment that goes on in the next line.
    OpenComment(&'a str),
    OpenVariation,
    CloseVariation,
    Nag(u8),
    /// A move and the glyph that its `!` and `?` stand for.
    Move(&'a str, Option<u8>),
    Result(&'a str),
    /// Nothing: a move number, `e.p.`.
    Filler,
    Stray(&'a str),
}

impl<'a> Token<'a> {
    /// The first token of `text`, and what comes after it.
    fn take(text: &'a str) -> (Option<Self>, &'a str) {
        let Some(first) = text.chars().next() else { return (None, text) };
        let after = &text[first.len_utf8()..];
        let (token, after) = match first {
            ';' => (Self::Comment(after), ""),
            '{' => match after.split_once('}') {
                Some((comment, after)) => (Self::Comment(comment), after),
                None => (Self::OpenComment(after), ""),
            },
            '(' => (Self::OpenVariation, after),
            ')' => (Self::CloseVariation, after),
            '[' => match tag(after) {
                Some((tag, after)) => (Self::Tag(tag), after),
                None => (Self::BadTag(text), ""),
            },
            _ => {
                let ends = |letter: char| letter.is_whitespace() || "{}();[$".contains(letter);
                let end = after.find(ends).map_or(text.len(), |end| end + first.len_utf8());
                (Self::word(&text[..end]), &text[end..])
            }
        };
        (Some(token), after)
    }

    fn word(word: &'a str) -> Self {
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            return Self::Result(word);
        }
        let text = without_number(word);
        if text.is_empty() || text == "e.p." {
            return Self::Filler;
        }
        if let Some(number) = text.strip_prefix('$') {
            return number.parse().map_or(Self::Stray(word), Self::Nag);
        }
        let san = text.trim_end_matches(['!', '?']);
        let glyph = nag(&text[san.len()..]);
        match (san, glyph) {
            ("", Some(nag)) => Self::Nag(nag),
            _ if is_move(san) => Self::Move(san, glyph),
            _ => Self::Stray(word),
        }
    }
}

/// Whether a word looks like a move and like nothing else, such as a number or a
/// result, that it would be read as when it is written alone.
fn is_move(san: &str) -> bool {
    let letter = san.starts_with(char::is_alphabetic) && san != "e.p.";
    letter || san.starts_with("0-0") || san.starts_with('-')
}

/// `12.e4` and `12...e5` without the number; castling with zeros stays.
fn without_number(word: &str) -> &str {
    let text = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if text.is_empty() || text.starts_with('.') { text.trim_start_matches('.') } else { word }
}

/// The number of a glyph that is written with `!` and `?`.
fn nag(text: &str) -> Option<u8> {
    match text {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

/// The tag pair whose `[` has been taken, and what comes after its `]`.
fn tag(text: &str) -> Option<(Tag, &str)> {
    let (name, rest) = text.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()? {
                (_, escaped @ ('"' | '\\')) => value.push(escaped),
                (_, other) => value.extend(['\\', other]),
            },
            // A quotation mark that no bracket follows was not escaped.
            '"' => match rest[index + 1..].trim_start().strip_prefix(']') {
                Some(after) => return Some((Tag { name: name.to_owned(), value }, after)),
                None => value.push('"'),
            },
            letter => value.push(letter),
        }
    }
    None
}

/// The game at hand.
#[derive(Default)]
struct Builder {
    game: Game,
    /// Variations that are open, the innermost last, and the lines they began on.
    open: Vec<(Line, usize)>,
    /// Variations that are open and skipped.
    skipped: usize,
}

impl Builder {
    fn has_moves(&self) -> bool {
        !self.game.line.moves.is_empty()
    }

    fn error(&mut self, line: usize, kind: TextErrorKind) {
        self.begin(line);
        self.game.errors.push(TextError { line, kind });
    }

    fn begin(&mut self, line: usize) {
        if self.game.start == 0 {
            self.game.start = line;
        }
    }

    /// The line that moves are added to.
    fn current(&mut self) -> &mut Line {
        self.open.last_mut().map_or(&mut self.game.line, |(line, _)| line)
    }

    fn add(&mut self, token: Token<'_>, line: usize) {
        match token {
            Token::OpenVariation => self.open_variation(line),
            Token::CloseVariation => self.close_variation(line),
            _ if self.skipped > 0 => {}
            Token::Tag(tag) => {
                self.begin(line);
                self.game.tags.push(tag);
            }
            Token::Comment(text) | Token::OpenComment(text) => self.add_comment(text, line),
            Token::Nag(nag) => {
                if let Some(mv) = self.current().moves.last_mut() {
                    mv.nags.push(nag);
                }
            }
            Token::Move(san, nag) => {
                self.begin(line);
                let nags = nag.into_iter().collect();
                let mv = WrittenMove { line, nags, ..WrittenMove::new(san) };
                self.current().moves.push(mv);
            }
            // A result inside of a variation is a remark.
            Token::Result(_) | Token::Filler => {}
            Token::BadTag(text) => self.error(line, TextErrorKind::BadTag(excerpt(text))),
            Token::Stray(text) => self.error(line, TextErrorKind::Stray(excerpt(text))),
        }
    }

    /// Adds a comment that began on `line`. One before a game belongs to it.
    fn add_comment(&mut self, text: &str, line: usize) {
        let text = text.trim().to_owned();
        if text.is_empty() || self.skipped > 0 {
            return;
        }
        self.begin(line);
        let place = self.current();
        match place.moves.last_mut() {
            Some(mv) => mv.comments.push(text),
            None => place.comments.push(text),
        }
    }

    fn open_variation(&mut self, line: usize) {
        let replaces_a_move = !self.current().moves.is_empty();
        if self.skipped > 0 {
            self.skipped += 1;
        } else if replaces_a_move && self.open.len() < MAX_DEPTH {
            self.open.push((Line::default(), line));
        } else {
            self.error(line, TextErrorKind::SkippedVariation);
            self.skipped = 1;
        }
    }

    fn close_variation(&mut self, line: usize) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some((variation, _)) = self.open.pop() {
            // It was opened after a move.
            if let Some(mv) = self.current().moves.last_mut() {
                mv.variations.push(variation);
            }
        } else {
            self.error(line, TextErrorKind::Stray(")".to_owned()));
        }
    }

    /// Whether `text` ends the game.
    fn take_result(&mut self, text: &str) -> bool {
        let ends = self.game.start > 0 && self.open.is_empty() && self.skipped == 0;
        if ends {
            self.game.result = Some(text.to_owned());
        }
        ends
    }

    fn finish(&mut self, offset: u64) -> Option<Game> {
        if let Some(&(_, line)) = self.open.first() {
            self.error(line, TextErrorKind::OpenVariation);
        }
        while !self.open.is_empty() {
            self.close_variation(0);
        }
        self.skipped = 0;
        let game = Game { offset, ..mem::take(&mut self.game) };
        Some(game).filter(|game| game.start > 0)
    }
}

#[cfg(test)]
mod tests;

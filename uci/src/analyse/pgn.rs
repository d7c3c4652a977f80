//! Games of a PGN file: tags, main line, nothing else.
//!
//! Comments, variations, annotation glyphs and escaped lines are passed over
//! (S. J. Edwards, *PGN standard*, 1994, section 8). The crates that read PGN
//! are under licences that would bind the engine, and this is all that is
//! needed of them.

use std::io;

use super::lines::Lines;

/// One game.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The line on which it begins.
    pub line: usize,
    /// The position it starts from, if it is not the usual one.
    pub fen: Option<String>,
    /// Its moves as they are written, with their lines.
    pub moves: Vec<(String, usize)>,
    /// The bytes of the input up to its end.
    pub offset: u64,
}

/// Reads one game after the other.
pub struct Games<R> {
    lines: Lines<R>,
    game: Game,
    in_comment: bool,
    /// Variations that are open.
    depth: usize,
    /// Tokens of the line at hand, the first one last.
    pending: Vec<Token>,
}

#[derive(Debug)]
enum Token {
    Tag(String, String),
    Move(String),
    End,
}

impl<R: io::BufRead> Games<R> {
    pub fn new(lines: Lines<R>) -> Self {
        Self { lines, game: Game::default(), in_comment: false, depth: 0, pending: Vec::new() }
    }

    /// The next game; `None` after the last.
    pub fn next(&mut self) -> io::Result<Option<Game>> {
        loop {
            while let Some(token) = self.pending.pop() {
                if let Some(game) = self.take(token) {
                    return Ok(Some(game));
                }
            }
            let Some(line) = self.lines.next()? else {
                return Ok(self.finish());
            };
            self.read_line(&line);
            self.pending.reverse();
        }
    }

    /// Adds `token` to the game, and returns a game that it ends.
    fn take(&mut self, token: Token) -> Option<Game> {
        let is_new = self.game.line == 0;
        match token {
            Token::Tag(name, value) => {
                // Where the result is missing, the next tags begin a new game.
                let finished = (!self.game.moves.is_empty()).then(|| self.finish()).flatten();
                self.begin();
                if name == "FEN" {
                    self.game.fen = Some(value);
                }
                finished
            }
            Token::Move(text) => {
                self.begin();
                self.game.moves.push((text, self.lines.number()));
                None
            }
            Token::End if is_new => None,
            Token::End => self.finish(),
        }
    }

    fn begin(&mut self) {
        if self.game.line == 0 {
            self.game.line = self.lines.number();
        }
    }

    fn finish(&mut self) -> Option<Game> {
        self.game.offset = self.lines.offset();
        self.depth = 0;
        Some(std::mem::take(&mut self.game)).filter(|game| game.line > 0)
    }

    fn read_line(&mut self, line: &str) {
        if line.starts_with('%') {
            return;
        }
        let text = line.trim();
        if !self.in_comment && text.starts_with('[') {
            // A tag stands in no variation: one left open ends here.
            self.depth = 0;
            self.pending.extend(tag(text));
            return;
        }
        self.read_movetext(text);
    }

    fn read_movetext(&mut self, text: &str) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if self.in_comment {
                match rest.find('}') {
                    Some(end) => {
                        self.in_comment = false;
                        rest = &rest[end + 1..];
                    }
                    None => return,
                }
                continue;
            }
            let after = &rest[first.len_utf8()..];
            match first {
                ';' => return,
                '{' => self.in_comment = true,
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                _ if first.is_whitespace() => {}
                _ => {
                    let is_end = |letter: char| letter.is_whitespace() || "{}();".contains(letter);
                    let end = rest.find(is_end).unwrap_or(rest.len()).max(first.len_utf8());
                    if self.depth == 0 {
                        self.pending.extend(token(&rest[..end]));
                    }
                    rest = &rest[end..];
                    continue;
                }
            }
            rest = after;
        }
    }
}

/// `[Name "value"]`; nothing if it is not written so.
fn tag(text: &str) -> Option<Token> {
    let (name, value) = text.strip_prefix('[')?.split_once('"')?;
    let value = &value[..value.rfind('"')?];
    Some(Token::Tag(name.trim().to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// What a word of the movetext says; nothing for move numbers and signs.
fn token(word: &str) -> Option<Token> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
        return Some(Token::End);
    }
    let text = without_number(word);
    let says_nothing = text.is_empty()
        || text.starts_with('$')
        || text == "e.p."
        || text.chars().all(|letter| "!?".contains(letter));
    (!says_nothing).then(|| Token::Move(text.to_owned()))
}

/// `12.e4` and `12...e5` without the number; castling with zeros stays.
fn without_number(word: &str) -> &str {
    let text = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if text.is_empty() || text.starts_with('.') { text.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Game> {
        let mut games = Games::new(Lines::new(text.as_bytes()));
        std::iter::from_fn(|| games.next().expect("memory can be read")).collect()
    }

    fn moves(game: &Game) -> Vec<&str> {
        game.moves.iter().map(|(text, _)| text.as_str()).collect()
    }

    #[test]
    fn the_main_line_is_read_and_nothing_else() {
        let text = "\u{feff}[Event \"A \\\"quoted\\\" name\"]\n\
            [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n\
            % escaped e4 line\n\
            1. O-O {a comment (with e4)\nover lines} Kd7 $14 (1... Ke7 {x} (1... Kf8) 2. Re1+)\n\
            2.Rf7+!? ; Kxf7\n Ke8 ! 3. 0-0 1/2-1/2\n";
        let games = games(text);
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(moves(&games[0]), ["O-O", "Kd7", "Rf7+!?", "Ke8", "0-0"]);
        assert_eq!(games[0].moves[4].1, 8);
        assert_eq!(games[0].line, 1);
    }

    #[test]
    fn games_are_told_apart_with_and_without_results() {
        let text = "1. e4 e5 1-0 1. d4 *\n[White \"x\"]\n1... c5\n[White \"y\"]\n\n[White \"z\"]\n";
        let games = games(text);
        let all: Vec<Vec<&str>> = games.iter().map(moves).collect();
        assert_eq!(all, [vec!["e4", "e5"], vec!["d4"], vec!["c5"], vec![]]);
        assert_eq!(games.last().map(|game| game.offset), Some(text.len() as u64));
    }

    #[test]
    fn nonsense_gives_no_game_or_words_that_are_no_moves() {
        assert_eq!(games(""), []);
        assert_eq!(games("{ never closed\n 1. e4 *"), []);
        assert_eq!(games("* * 1-0 $5 12. ... !?"), []);
        assert_eq!(moves(&games("} ) e4 ((( Nf3")[0]), ["}", "e4"]);
    }
}

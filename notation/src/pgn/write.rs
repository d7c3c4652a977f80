//! From games to text.

use std::fmt;

use super::{Game, Line, WrittenMove};

/// Where lines of moves are broken; closing brackets may stand behind it.
const WIDTH: usize = 78;

/// The tags that every game has, in their order, and what they say when nothing is known
/// (PGN standard, section 8.1.1).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Writes the game in export format: the seven tags that every game has, the others in
/// their order, an empty line, the moves in lines of about 80 letters, an empty line.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.as_deref().or(self.tag("Result")).unwrap_or("*");
        for (name, unknown) in ROSTER {
            let value = if name == "Result" { result } else { self.tag(name).unwrap_or(unknown) };
            write_tag(f, name, value)?;
        }
        let is_in_roster = |name: &str| ROSTER.iter().any(|(known, _)| *known == name);
        for tag in self.tags.iter().filter(|tag| !is_in_roster(&tag.name)) {
            write_tag(f, &tag.name, &tag.value)?;
        }
        let mut words = Words::default();
        words.line(&self.line, self.first_ply());
        words.push(result);
        writeln!(f, "\n{}\n", words.text)
    }
}

impl Game {
    /// Half-moves before the first move, as its number and side say.
    fn first_ply(&self) -> usize {
        let Some(fen) = self.tag("FEN") else { return 0 };
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let number = fields.get(5).and_then(|text| text.parse::<usize>().ok()).unwrap_or(1);
        let number = number.clamp(1, usize::from(u16::MAX));
        2 * (number - 1) + usize::from(fields.get(1) == Some(&"b"))
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words with spaces or line ends between them.
#[derive(Default)]
struct Words {
    text: String,
    column: usize,
    /// What stands directly before the next word.
    prefix: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let word = std::mem::take(&mut self.prefix) + word;
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += length;
    }

    /// Adds `text` directly behind the last word.
    fn append(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    /// Moves of which the first has `ply` half-moves before it.
    fn line(&mut self, line: &Line, ply: usize) {
        line.comments.iter().for_each(|comment| self.comment(comment));
        let mut needs_number = true;
        for (mv, ply) in line.moves.iter().zip(ply..) {
            if ply % 2 == 0 {
                self.push(&format!("{}.", ply / 2 + 1));
            } else if needs_number {
                self.push(&format!("{}...", ply / 2 + 1));
            }
            self.written(mv, ply);
            needs_number = !mv.comments.is_empty() || !mv.variations.is_empty();
        }
    }

    fn written(&mut self, mv: &WrittenMove, ply: usize) {
        self.push(&mv.san);
        mv.nags.iter().for_each(|nag| self.push(&format!("${nag}")));
        mv.comments.iter().for_each(|comment| self.comment(comment));
        let is_empty = |line: &Line| line.moves.is_empty() && line.comments.is_empty();
        for variation in mv.variations.iter().filter(|&line| !is_empty(line)) {
            self.prefix.push('(');
            self.line(variation, ply);
            self.append(")");
        }
    }

    fn comment(&mut self, comment: &str) {
        // There is no way to write a closing brace inside a comment, and a line that begins
        // like a game would end it.
        let text = comment.replace('}', ")").replace("[Event", "(Event");
        self.prefix.push('{');
        let mut command = String::new();
        for word in text.split_whitespace() {
            // Not every reader takes a command that is broken into lines.
            if word.starts_with("[%") || !command.is_empty() {
                command.push_str(if command.is_empty() { "" } else { " " });
                command.push_str(word);
                if word.ends_with(']') {
                    self.push(&std::mem::take(&mut command));
                }
            } else {
                self.push(word);
            }
        }
        if !command.is_empty() {
            self.push(&command);
        }
        self.append("}");
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;

    fn read(text: &str) -> Game {
        let mut game =
            Reader::new(text.as_bytes()).read().expect("memory can be read").expect("a game");
        game.offset = 0;
        game
    }

    /// Without what depends on how the text is broken into lines.
    fn without_lines(line: &mut Line) {
        for mv in &mut line.moves {
            mv.line = 0;
            mv.variations.iter_mut().for_each(without_lines);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let long = "word ".repeat(40);
        let text = format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"A \\\"x\\\" \\\\\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\
            [FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n\
            {{first}} 7... Kd7 $1 {{{long}}} {{two}} (7... Ke7 8. O-O (8. Rh8 {{x}}) 8... Kd6) \
            8. O-O Ke6 1-0\n"
        );
        let mut game = read(&text);
        let written = game.to_string();
        let mut again = read(&written);
        without_lines(&mut game.line);
        without_lines(&mut again.line);
        assert_eq!(again, game);
        assert!(written.lines().all(|line| line.len() <= 80), "{written}");
        let written = written.replace('\n', " ");
        assert!(written.contains("(7... Ke7 8. O-O (8. Rh8 {x}) 8... Kd6) 8. O-O"), "{written}");
    }

    #[test]
    fn commands_are_not_broken_into_lines() {
        let comment = "{[%eval 0.31] [%clk 0:01:00] a remark} ";
        let text = format!("1. e4 {} e5 *", comment.repeat(20));
        let written = read(&text).to_string();
        assert!(written.lines().all(|line| !line.ends_with("[%eval")), "{written}");
        assert_eq!(written.matches("[%eval 0.31]").count(), 20);
        assert_eq!(read("1. e4 {[%clk never closed} e5 *").line.moves.len(), 2);
    }

    #[test]
    fn the_seven_tags_are_always_there() {
        let written = read("1. e4 {} ( ) *").to_string();
        assert_eq!(
            written,
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
            [Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
        );
    }
}

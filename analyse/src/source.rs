//! The positions of an input, whatever it is: FEN, EPD or PGN.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;

use clap::ValueEnum;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_notation::pgn::{self, Game};
use riposte_notation::{Epd, Lines};

/// A file or standard input.
pub type Input = Box<dyn BufRead + Send>;

/// How the input is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// PGN if the first line that is not empty says so, else FEN or EPD.
    #[default]
    Auto,
    /// One position per line, with or without EPD operations.
    #[value(alias = "epd")]
    Fen,
    /// Games: every position of each.
    Pgn,
}

/// One position to search, an error of the input, or a position with an illegal move.
#[derive(Debug)]
pub struct Item {
    /// From 0, bad ones included.
    pub index: usize,
    /// Its line in the input, from 1.
    pub line: usize,
    /// Where it stands in its game.
    pub in_game: Option<InGame>,
    /// The position with the moves that led to it.
    pub position: Option<Position>,
    /// Why there is no position, or no move from it.
    pub error: Option<String>,
    /// The bytes of the input up to here.
    pub offset: u64,
}

/// The place of a position in a game.
#[derive(Clone, Debug)]
pub struct InGame {
    /// The number of the game in the input, from 1.
    pub number: usize,
    /// Half-moves before the position.
    pub ply: usize,
    /// Whether no position of the game follows.
    pub is_last: bool,
    /// The game as it is written.
    pub game: Arc<Game>,
}

/// A position.
#[derive(Debug)]
pub struct Position {
    pub board: Board,
    /// The `id` of an EPD record.
    pub id: Option<String>,
    /// The move that was played in the game.
    pub played: Option<Move>,
}

/// Reads one position after the other.
pub struct Source<R> {
    reader: Reader<R>,
    /// Positions of the game at hand.
    pending: VecDeque<Item>,
    index: usize,
    game: usize,
}

enum Reader<R> {
    Records(Lines<R>),
    Games(Box<pgn::Reader<R>>),
}

impl<R: BufRead> Source<R> {
    /// Reads `reader` as `format`.
    pub fn new(mut reader: R, format: Format) -> io::Result<Self> {
        let is_pgn = match format {
            Format::Auto => looks_like_pgn(&mut reader)?,
            Format::Fen => false,
            Format::Pgn => true,
        };
        let reader = if is_pgn {
            Reader::Games(Box::new(pgn::Reader::new(reader)))
        } else {
            Reader::Records(Lines::new(reader))
        };
        Ok(Self { reader, pending: VecDeque::new(), index: 0, game: 0 })
    }

    /// The next position; `None` after the last.
    pub fn next(&mut self) -> io::Result<Option<Item>> {
        let item = match &mut self.reader {
            Reader::Records(lines) => next_record(lines)?,
            Reader::Games(games) => {
                while self.pending.is_empty() {
                    let Some(game) = games.read()? else { return Ok(None) };
                    self.game += 1;
                    self.pending = positions(game, self.game);
                }
                self.pending.pop_front()
            }
        };
        Ok(item.map(|item| {
            self.index += 1;
            Item { index: self.index - 1, ..item }
        }))
    }
}

/// A look at what comes, without taking it.
fn looks_like_pgn(reader: &mut impl BufRead) -> io::Result<bool> {
    let start = String::from_utf8_lossy(reader.fill_buf()?).into_owned();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let first_word = start.split_whitespace().next().unwrap_or_default();
    Ok(start.starts_with(['[', '{', ';', '%']) || first_word.starts_with("1."))
}

fn next_record<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Option<Item>> {
    while let Some(text) = lines.read()? {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let parsed = Epd::parse(text);
        let error = parsed.as_ref().err().map(ToString::to_string);
        let position = parsed.ok().map(|epd| Position {
            id: epd.operand("id").map(str::to_owned),
            board: epd.board,
            played: None,
        });
        let (line, offset) = (lines.number(), lines.offset());
        return Ok(Some(Item { index: 0, line, in_game: None, position, error, offset }));
    }
    Ok(None)
}

/// Every position of a game up to its end or its first illegal move.
fn positions(game: Game, number: usize) -> VecDeque<Item> {
    let game = Arc::new(game);
    let mut items = VecDeque::new();
    let mut push = |ply, line, position, error| {
        let in_game = Some(InGame { number, ply, is_last: false, game: game.clone() });
        items.push_back(Item { index: 0, line, in_game, position, error, offset: game.offset });
    };
    match game.replay() {
        Err(error) => push(0, game.start, None, Some(error.to_string())),
        Ok(replay) => {
            let mut board = replay.start;
            for (ply, (&mv, written)) in replay.moves.iter().zip(&game.line.moves).enumerate() {
                let position = Position { board: board.clone(), id: None, played: Some(mv) };
                push(ply, written.line, Some(position), None);
                board.make(mv);
            }
            let ply = replay.moves.len();
            let line = game.line.moves.get(ply).or(game.line.moves.last());
            let line = line.map_or(game.start, |written| written.line);
            let error = replay.error.map(|error| error.to_string());
            if error.is_some() || ply == 0 || board.has_legal_move() {
                push(ply, line, Some(Position { board, id: None, played: None }), error);
            }
        }
    }
    if let Some(last) = items.back_mut().and_then(|item: &mut Item| item.in_game.as_mut()) {
        last.is_last = true;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str, format: Format) -> Vec<Item> {
        let mut source = Source::new(text.as_bytes(), format).expect("memory can be read");
        std::iter::from_fn(|| source.next().expect("memory can be read")).collect()
    }

    #[test]
    fn records_are_numbered_by_line_and_bad_ones_stay() {
        let text = "# a comment\n\n\
            4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";\r\n\
            4k3/8/8/8/8/8/8/8 w - - 0 1\n\
            4k3/8/8/8/8/8/8/4K3 w - - 7 9";
        let items = items(text, Format::Auto);
        let places: Vec<_> = items.iter().map(|item| (item.index, item.line)).collect();
        assert_eq!(places, [(0, 3), (1, 4), (2, 5)]);
        let first = items[0].position.as_ref().expect("a position");
        assert_eq!(first.id.as_deref(), Some("castle"));
        assert!(items[1].position.is_none() && items[1].error.is_some());
        assert_eq!(items[2].offset, text.len() as u64);
        let last = items[2].position.as_ref().expect("a position");
        assert_eq!(last.board.halfmove_clock(), 7);
    }

    #[test]
    fn a_game_gives_every_position_up_to_its_first_error() {
        let items = items("1. e4 e5 2. Ke3 Nc6 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n", Format::Auto);
        let places: Vec<_> = items
            .iter()
            .flat_map(|item| &item.in_game)
            .map(|place| (place.number, place.ply, place.is_last))
            .collect();
        let games = [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (2, 3)];
        assert_eq!(places, games.map(|(game, ply)| (game, ply, (game, ply) == (1, 2) || ply == 3)));
        assert!(items[2].position.is_some(), "the position before the illegal move");
        let error = items[2].error.as_ref().expect("an error");
        assert!(error.starts_with("move 'Ke3': "), "{error}");
    }

    #[test]
    fn formats_are_recognised() {
        for text in ["[Event \"x\"]\n", "\n\n1. e4", "1.e4 e5", "\u{feff}{comment} 1. d4"] {
            assert!(looks_like_pgn(&mut text.as_bytes()).is_ok_and(|is_pgn| is_pgn), "{text}");
        }
        for text in ["", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1k6/8/8/8/8/8/8/4K3 w - - 0 1"] {
            assert!(looks_like_pgn(&mut text.as_bytes()).is_ok_and(|is_pgn| !is_pgn), "{text}");
        }
        assert_eq!(items("e4 e5", Format::Pgn).len(), 3);
    }
}

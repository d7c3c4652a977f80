//! Output at a terminal in place of the lines of UCI: a row for each report of the
//! search with moves in SAN, and a board in colour.

use std::fmt::Write;
use std::time::Duration;

use console::{Color as Paint, Style};
use riposte_board::Board;
use riposte_movegen::{Color, File, Move, Rank, Square};
use riposte_notation::numbered;
use riposte_search::wdl::pawns;
use riposte_search::{Bound, Info, Score};

use super::per_second;

/// The width of a terminal that does not report one.
const USUAL_WIDTH: usize = 80;

/// Columns of the number of a pv.
const PV_NUMBER_WIDTH: usize = 7;

/// Columns before the pv.
const PV_COLUMN: usize = 53;

/// How the terminal is written to.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    width: usize,
    is_coloured: bool,
}

impl Terminal {
    /// The terminal of standard output, if it is one.
    pub fn stdout() -> Option<Self> {
        let terminal = console::Term::stdout();
        terminal.is_term().then(|| Self {
            width: terminal.size_checked().map_or(USUAL_WIDTH, |(_, width)| usize::from(width)),
            // Respects NO_COLOR and terminals without colours.
            is_coloured: console::colors_enabled(),
        })
    }

    /// `text` in `style`, where there are colours.
    pub fn paint(self, text: &str, style: Style) -> String {
        if self.is_coloured {
            style.force_styling(true).apply_to(text).to_string()
        } else {
            text.to_owned()
        }
    }
}

/// A row for a report, with the column heads before the first.
pub fn row(info: &Info, board: &Board, terminal: Terminal, is_first: bool) -> String {
    let mut text = String::new();
    if is_first {
        text = terminal.paint(&heads(), Style::new().bold());
        text.push('\n');
    }
    let depth = format!("{}/{}", info.depth, info.selective_depth);
    let score = format!("{:>9}", score_text(info.score, info.bound));
    let score = terminal.paint(&score, score_style(info.score));
    // Writing to a `String` cannot fail.
    let _ = write!(
        text,
        "{depth:>7} {:>PV_NUMBER_WIDTH$} {score} {:>8} {:>8} {:>8} ",
        info.multi_pv,
        time_text(info.time),
        short_number(info.nodes),
        short_number(per_second(info.nodes, info.time)),
    );
    let room = terminal.width.saturating_sub(PV_COLUMN + 1).max(20);
    text.push_str(&cut(&numbered(board, &info.pv), room));
    text
}

fn heads() -> String {
    format!(
        "{:>7} {:>PV_NUMBER_WIDTH$} {:>9} {:>8} {:>8} {:>8} pv",
        "depth", "multipv", "score", "time", "nodes", "nps"
    )
}

/// The answer of a search as a sentence.
pub fn answer(board: &Board, best: Option<Move>, ponder: Option<Move>) -> String {
    let Some(best) = best else {
        return if board.in_check() { "Checkmate." } else { "Stalemate." }.to_owned();
    };
    let san = board.san(best);
    match ponder {
        None => format!("Best move: {san}"),
        Some(ponder) => {
            let mut after = board.clone();
            after.make(best);
            format!("Best move: {san}, expecting {}", after.san(ponder))
        }
    }
}

/// The board in colour, White below, and the side to move.
pub fn board_text(board: &Board, terminal: Terminal) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, " {} ", rank.digit());
        for file in File::ALL {
            text.push_str(&square_text(board, Square::at(file, rank), terminal));
        }
        text.push('\n');
    }
    text.push_str("    a  b  c  d  e  f  g  h\n\n");
    text.push_str(match board.side() {
        Color::White => "White to move",
        Color::Black => "Black to move",
    });
    if board.in_check() {
        text.push_str(", in check");
    }
    text
}

fn square_text(board: &Board, square: Square, terminal: Terminal) -> String {
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    let piece = board.piece_on(square);
    let empty = if terminal.is_coloured || is_light { ' ' } else { '.' };
    let letter = piece.map_or(empty, |piece| piece.letter());
    let is_threatened = board.in_check() && square == board.king(board.side());
    let ground = match (is_threatened, is_light) {
        (true, _) => Paint::Color256(167),
        (false, true) => Paint::Color256(180),
        (false, false) => Paint::Color256(137),
    };
    let ink = match piece.map(|piece| piece.color()) {
        Some(Color::White) => Paint::Color256(231),
        _ => Paint::Color256(16),
    };
    terminal.paint(&format!(" {letter} "), Style::new().bg(ground).fg(ink).bold())
}

/// `+0.31`, `#5` for a mate in five moves; `>` and `<` mark bounds.
fn score_text(score: Score, bound: Bound) -> String {
    let mark = match bound {
        Bound::Lower => ">",
        Bound::Upper => "<",
        Bound::Exact | Bound::None => "",
    };
    match score.mate_in() {
        Some(moves) => format!("{mark}#{moves}"),
        None => format!("{mark}{}", pawns(score)),
    }
}

/// The value of a piece, in colour for a terminal.
pub fn paint_value(text: &str, value: Score, terminal: Option<Terminal>) -> String {
    let style = if value >= Score::DRAW { Style::new().green() } else { Style::new().red() };
    terminal.map_or_else(|| text.to_owned(), |terminal| terminal.paint(text, style))
}

fn score_style(score: Score) -> Style {
    match score.raw() {
        50.. => Style::new().green(),
        -49..50 => Style::new(),
        _ => Style::new().red(),
    }
}

/// At most seven columns for any time below 100 hours.
fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.2}s", time.as_secs_f64()),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

/// A number with three digits or so: `815`, `12.4k`, `3.51G`.
fn short_number(number: u64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let value = number as f64;
    for (size, unit) in UNITS {
        if value >= size {
            let part = value / size;
            let digits = if part < 10.0 { 2 } else { usize::from(part < 100.0) };
            return format!("{part:.digits$}{unit}");
        }
    }
    number.to_string()
}

/// As many whole words of `text` as fit into `room` columns.
fn cut(text: &str, room: usize) -> String {
    if text.len() <= room {
        return text.to_owned();
    }
    let end = text[..=room.saturating_sub(3)].rfind(' ').unwrap_or(0);
    format!("{} ..", &text[..end])
}

#[cfg(test)]
mod tests {
    use riposte_search::Depth;

    use super::*;

    const PLAIN: Terminal = Terminal { width: 80, is_coloured: false };

    fn info(depth: i32, score: Score, line: &[&str]) -> Info {
        let mut board = Board::startpos();
        let pv = line.iter().map(|text| {
            let mv = board.parse_uci(text).expect("a legal move");
            board.make(mv);
            mv
        });
        Info {
            pv: pv.collect(),
            depth: Depth::new(depth),
            selective_depth: 20,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 1_234_567,
            time: Duration::from_millis(1500),
            permille_full: 0,
            tb_hits: 0,
            is_last: false,
        }
    }

    #[test]
    fn rows_stand_below_their_heads() {
        let board = Board::startpos();
        let first = info(12, Score::DRAW, &["e2e4", "e7e5"]);
        assert_eq!(
            row(&first, &board, PLAIN, true),
            "  depth multipv     score     time    nodes      nps pv\n\
             \x20 12/20       1     +0.00    1.50s    1.23M     823k 1.e4 e5"
        );
        assert_eq!(heads().find(" pv"), Some(PV_COLUMN - 1));
        let mate = info(13, Score::mating(riposte_search::Ply::new(5)), &[]);
        assert!(row(&mate, &board, PLAIN, false).starts_with("  13/20       1        #3 "));
    }

    #[test]
    fn long_lines_are_cut_between_moves() {
        assert_eq!(cut("1.e4 e5 2.Nf3", 13), "1.e4 e5 2.Nf3");
        assert_eq!(cut("1.e4 e5 2.Nf3", 12), "1.e4 e5 ..");
        assert_eq!(cut("1.e4 e5 2.Nf3", 10), "1.e4 e5 ..");
        assert_eq!(cut("1.e4 e5 2.Nf3", 9), "1.e4 ..");
    }

    #[test]
    fn numbers_are_short() {
        let texts: Vec<String> = [0, 999, 1000, 12_345, 999_999, 5_000_000_000, u64::MAX]
            .into_iter()
            .map(short_number)
            .collect();
        assert_eq!(texts, ["0", "999", "1.00k", "12.3k", "1000k", "5.00G", "18446744T"]);
        assert_eq!(time_text(Duration::from_secs(61)), "1m01s");
        assert_eq!(time_text(Duration::from_secs(7322)), "2h02m");
    }

    #[test]
    fn the_board_needs_no_colour() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4R2K b - - 0 1").expect("a good FEN");
        let text = board_text(&board, PLAIN);
        assert!(text.contains(" 1  .     .     R     .  K \n"), "{text}");
        assert!(text.ends_with("Black to move, in check"), "{text}");
        let coloured = board_text(&board, Terminal { is_coloured: true, ..PLAIN });
        assert!(coloured.contains("\u{1b}["), "{coloured}");
    }

    #[test]
    fn the_answer_is_a_sentence() {
        let board = Board::startpos();
        let best = board.parse_uci("g1f3").ok();
        assert_eq!(answer(&board, best, None), "Best move: Nf3");
        let mut after = board.clone();
        best.into_iter().for_each(|mv| after.make(mv));
        let reply = after.parse_uci("d7d5").ok();
        assert_eq!(answer(&board, best, reply), "Best move: Nf3, expecting d5");
        assert_eq!(answer(&board, None, None), "Stalemate.");
    }
}

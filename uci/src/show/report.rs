//! Reports of a search as lines of UCI or rows at a terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::wdl::{WdlPermille, centipawns};
use riposte_search::{Bound, Depth, Info, MateVerdict, Score, Sink};

use super::per_second;
use super::terminal::{self, Terminal};
use crate::output::Output;

/// How long a search runs before it reports its current move. Before that the lines
/// would come faster than they can be read.
const QUIET_TIME: Duration = Duration::from_secs(3);

/// After this iteration none is reported sooner than [`PAUSE`] after another. Such
/// depths come fast only in trivial positions, and hundreds of lines at once would
/// delay the client.
const DEEP: Depth = Depth::new(40);
const PAUSE: Duration = Duration::from_millis(20);

/// How reports are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether castling is written as the king taking its own rook.
    pub chess960: bool,
    /// Whether scores come with WDL.
    pub wdl: bool,
}

/// What was reported so far.
#[derive(Debug, Default)]
struct Shown {
    depth: Depth,
    time: Duration,
    /// The last report of each pv without its counters: rank, depth, score, bound and pv.
    blocks: Vec<(usize, Depth, Score, Bound, Vec<Move>)>,
}

impl Shown {
    /// Whether `info` is reported: not too soon, and not like the last report of its pv. A
    /// search repeats that before its answer.
    fn admits(&mut self, info: &Info) -> bool {
        let is_new = info.depth > DEEP && info.depth != self.depth && !info.is_last;
        let block = (info.multi_pv, info.depth, info.score, info.bound, info.pv.clone());
        if is_new && info.time.saturating_sub(self.time) < PAUSE || self.blocks.contains(&block) {
            return false;
        }
        (self.depth, self.time) = (info.depth, info.time);
        self.blocks.retain(|(multi_pv, ..)| *multi_pv != info.multi_pv);
        self.blocks.push(block);
        true
    }
}

/// Prints what a search of one position reports.
pub struct Reporter {
    output: Arc<Output>,
    board: Board,
    style: Style,
    start: Instant,
    shown: Mutex<Shown>,
    /// Where rows are printed in place of UCI lines.
    terminal: Option<Terminal>,
}

impl Reporter {
    /// For a search of `board` that starts now.
    pub fn new(output: Arc<Output>, board: Board, style: Style) -> Self {
        let terminal = output.terminal();
        Self { output, board, style, start: Instant::now(), shown: Mutex::default(), terminal }
    }

    fn move_text(&self, mv: Move) -> String {
        self.board.uci(mv, self.style.chess960)
    }
}

impl Sink for Reporter {
    fn info(&self, info: &Info) {
        let mut shown = self.shown.lock();
        let is_first = shown.blocks.is_empty();
        if !shown.admits(info) {
            return;
        }
        match self.terminal {
            None => self.output.line(info_line(info, &self.board, self.style)),
            Some(terminal) => {
                self.output.line(terminal::row(info, &self.board, terminal, is_first));
            }
        }
    }

    fn current_move(&self, depth: Depth, mv: Move, number: usize) {
        if self.terminal.is_none() && self.start.elapsed() >= QUIET_TIME {
            let mv = self.move_text(mv);
            self.output
                .line(format_args!("info depth {depth} currmove {mv} currmovenumber {number}"));
        }
    }

    fn message(&self, text: &str) {
        self.output.message(text);
    }

    fn mate_verdict(&self, moves: u32, verdict: MateVerdict) {
        let verdict = match verdict {
            MateVerdict::Proved => "proved",
            MateVerdict::Refuted => "refuted, there is none",
            MateVerdict::Unknown => "unknown, the search ended before",
        };
        self.output.message(format_args!("mate in {moves}: {verdict}"));
    }

    fn best_move(&self, best: Option<Move>, ponder: Option<Move>) {
        // Before the line, so that the session is informed when the client reads it. The
        // session waits for this call to return.
        self.output.finished(false);
        if self.terminal.is_some() {
            return self.output.line(terminal::answer(&self.board, best, ponder));
        }
        match (best, ponder) {
            (None, _) => self.output.line("bestmove (none)"),
            (Some(best), None) => {
                self.output.line(format_args!("bestmove {}", self.move_text(best)));
            }
            (Some(best), Some(ponder)) => {
                let mut after = self.board.clone();
                after.make(best);
                let ponder = after.uci(ponder, self.style.chess960);
                self.output.line(format_args!("bestmove {} ponder {ponder}", self.move_text(best)));
            }
        }
    }
}

/// One `info` line with all fields of a pv.
pub fn info_line(info: &Info, board: &Board, style: Style) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.selective_depth,
        info.multi_pv,
        score_text(info.score)
    );
    line.push_str(match info.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    });
    if style.wdl {
        let WdlPermille { win, draw, loss } = WdlPermille::new(info.score, board);
        // Writing to a `String` cannot fail.
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        info.nodes,
        per_second(info.nodes, info.time),
        info.permille_full,
        info.tb_hits,
        info.time.as_millis()
    );
    if !info.pv.is_empty() {
        line.push_str(" pv");
        let mut board = board.clone();
        for &mv in &info.pv {
            line.push(' ');
            line.push_str(&board.uci(mv, style.chess960));
            board.make(mv);
        }
    }
    line
}

/// `cp N` or `mate N`.
pub fn score_text(score: Score) -> String {
    match score.mate_in() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", centipawns(score)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a pawn or so for white.
    fn info(bound: Bound, board: &Board) -> Info {
        let e4 = board.parse_uci("e2e4").expect("a move of the starting position");
        Info {
            depth: Depth::new(7),
            selective_depth: 12,
            multi_pv: 1,
            score: Score::cp(50),
            bound,
            nodes: 123_456,
            time: Duration::from_millis(250),
            permille_full: 3,
            tb_hits: 0,
            is_last: false,
            pv: vec![e4],
        }
    }

    fn line(bound: Bound, score: Score) -> String {
        let board = Board::startpos();
        info_line(&Info { score, ..info(bound, &board) }, &board, Style::default())
    }

    #[test]
    fn a_line_has_every_field_in_the_order_of_the_protocol() {
        assert_eq!(
            line(Bound::Exact, Score::DRAW),
            "info depth 7 seldepth 12 multipv 1 score cp 0 nodes 123456 nps 493824 \
             hashfull 3 tbhits 0 time 250 pv e2e4"
        );
    }

    #[test]
    fn wdl_follows_the_score_and_adds_up() {
        let board = Board::startpos();
        let info = Info { score: Score::cp(50), ..info(Bound::Exact, &board) };
        let line = info_line(&info, &board, Style { wdl: true, ..Style::default() });
        let wdl = line.split(" wdl ").nth(1).expect("WDL after the score");
        let sum: u32 =
            wdl.split(' ').take(3).map(|part| part.parse::<u32>().expect("a number")).sum();
        assert_eq!(sum, 1000, "{line}");
        assert!(!info_line(&info, &board, Style::default()).contains("wdl"));
    }

    #[test]
    fn bounds_and_mates_are_marked() {
        assert!(line(Bound::Lower, Score::DRAW).contains(" score cp 0 lowerbound nodes "));
        assert!(line(Bound::Upper, Score::DRAW).contains(" score cp 0 upperbound nodes "));
        assert_eq!(score_text(Score::mating(riposte_search::Ply::new(3))), "mate 2");
        assert_eq!(score_text(Score::mated(riposte_search::Ply::new(0))), "mate 0");
        assert_eq!(score_text(Score::mated(riposte_search::Ply::new(4))), "mate -2");
    }

    #[test]
    fn a_fast_search_always_prints_its_last_report() {
        let line = info(Bound::Exact, &Board::startpos());
        let mut shown = Shown::default();
        let mut admits = |depth, multi_pv, millis, is_last| {
            let (depth, time) = (Depth::new(depth), Duration::from_millis(millis));
            shown.admits(&Info { depth, multi_pv, time, is_last, ..line.clone() })
        };
        assert!(
            (1..=40).all(|depth| admits(depth, 1, 1, false)),
            "an ordinary depth is always reported"
        );
        assert!(!admits(41, 1, 20, false), "too soon");
        assert!(admits(42, 1, 21, false) && admits(42, 2, 21, false), "with its other pvs");
        assert!(!admits(43, 1, 40, false));
        assert!(admits(43, 1, 40, true));
    }

    #[test]
    fn a_block_is_shown_once_and_a_bound_is_followed_by_its_score() {
        let board = Board::startpos();
        let mut shown = Shown::default();
        let line = |multi_pv, bound| Info { multi_pv, ..info(bound, &board) };
        assert!(shown.admits(&line(1, Bound::Lower)) && shown.admits(&line(1, Bound::Exact)));
        assert!(shown.admits(&line(2, Bound::Exact)), "another pv");
        for multi_pv in [1, 2] {
            let last = Info { nodes: 200_000, is_last: true, ..line(multi_pv, Bound::Exact) };
            assert!(!shown.admits(&last), "only the counters have changed");
        }
        assert!(shown.admits(&Info { pv: vec![], ..line(1, Bound::Exact) }));
    }

    #[test]
    fn castling_in_a_line_follows_the_option() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a good FEN");
        let castle = board.parse_uci("e1g1").expect("a legal move");
        let mut info = Info { pv: vec![castle], ..info(Bound::Exact, &Board::startpos()) };
        let chess960 = Style { chess960: true, ..Style::default() };
        assert!(info_line(&info, &board, Style::default()).ends_with(" pv e1g1"));
        assert!(info_line(&info, &board, chess960).ends_with(" pv e1h1"));
        info.pv.clear();
        assert!(info_line(&info, &board, chess960).ends_with(" time 250"));
    }
}

//! What is written about a position: one object of JSON in one line.

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_notation::words;
use riposte_search::wdl::{WdlPermille, centipawns};
use riposte_search::{Found, Info, Score};
use serde::{Deserialize, Serialize};

use crate::source::{Item, Position};
use crate::work::Settings;

/// One line of the output. `fen`, `index` and `error` are read back when an
/// analysis is resumed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// The number of the position in the input, from 0, bad ones included.
    pub index: usize,
    /// Its line in the input, from 1.
    pub line: usize,
    /// The number of its game, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// Half-moves of the game before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The `id` of an EPD record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The move that was played in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<MoveText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(flatten)]
    pub analysis: Option<Analysis>,
    /// Why there is no position, or no move from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A move in both notations.
#[derive(Debug, Serialize, Deserialize)]
pub struct MoveText {
    pub uci: String,
    pub san: String,
}

/// What the search found, for the side to move.
#[derive(Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// Null in a position without a legal move.
    pub best: Option<MoveText>,
    #[serde(flatten)]
    pub first: Variation,
    pub nodes: u64,
    /// Positions answered by tablebases, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tbhits: Option<u64>,
    pub time_ms: u64,
    pub pv: Line,
    /// The best line and the next best ones, if more than one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<RankedLine>>,
}

/// What was found about one line.
#[derive(Debug, Serialize, Deserialize)]
pub struct Variation {
    pub score: ScoreText,
    /// WDL in thousandths.
    pub wdl: [u32; 3],
    pub depth: i32,
    pub seldepth: u32,
}

/// One of several lines.
#[derive(Debug, Serialize, Deserialize)]
pub struct RankedLine {
    #[serde(flatten)]
    pub variation: Variation,
    pub pv: Line,
}

/// Hundredths of a pawn, or moves to mate, negative if the side to move is
/// mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreText {
    Cp(i32),
    Mate(i32),
}

impl From<Score> for ScoreText {
    fn from(score: Score) -> Self {
        score.mate_in().map_or_else(|| Self::Cp(centipawns(score)), Self::Mate)
    }
}

impl Variation {
    fn new(info: &Info, board: &Board) -> Self {
        let wdl = WdlPermille::new(info.score, board);
        Self {
            score: info.score.into(),
            wdl: [wdl.win, wdl.draw, wdl.loss],
            depth: info.depth.plies(),
            seldepth: info.selective_depth,
        }
    }
}

/// A line of play in both notations.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    pub uci: Vec<String>,
    pub san: Vec<String>,
}

impl Line {
    fn new(start: &Board, moves: &[Move], chess960: bool) -> Self {
        let mut board = start.clone();
        let mut uci = Vec::with_capacity(moves.len());
        for &mv in moves {
            uci.push(board.uci(mv, chess960));
            board.make(mv);
        }
        Self { uci, san: words(start, moves) }
    }
}

impl Record {
    /// What is known of `item` without a search.
    pub fn new(item: &Item, chess960: bool) -> Self {
        let mut record = Self {
            index: item.index,
            line: item.line,
            game: item.in_game.as_ref().map(|place| place.number),
            ply: item.in_game.as_ref().map(|place| place.ply),
            id: None,
            fen: None,
            played: None,
            analysis: None,
            error: item.error.clone(),
        };
        if let Some(position) = &item.position {
            record.id.clone_from(&position.id);
            record.fen = Some(position.board.fen());
            record.played = position.played.map(|mv| move_text(position, mv, chess960));
        }
        record
    }

    /// Adds what a search of `position` found.
    pub fn add(&mut self, position: &Position, found: &Found, settings: &Settings) {
        let chess960 = settings.chess960;
        let first = &found.pvs[0];
        let ranked = |info: &Info| RankedLine {
            variation: Variation::new(info, &position.board),
            pv: Line::new(&position.board, &info.pv, chess960),
        };
        self.analysis = Some(Analysis {
            best: found.best.map(|mv| move_text(position, mv, chess960)),
            first: Variation::new(first, &position.board),
            nodes: first.nodes,
            tbhits: (!settings.tablebases.tables.is_empty()).then_some(first.tb_hits),
            time_ms: u64::try_from(first.time.as_millis()).unwrap_or(u64::MAX),
            pv: Line::new(&position.board, &first.pv, chess960),
            lines: (settings.multi_pv > 1).then(|| found.pvs.iter().map(ranked).collect()),
        });
    }

    /// Whether `other` is about the same position of the same input.
    pub fn is_about(&self, other: &Self) -> bool {
        self.index == other.index && self.fen == other.fen && self.error == other.error
    }
}

fn move_text(position: &Position, mv: Move, chess960: bool) -> MoveText {
    MoveText { uci: position.board.uci(mv, chess960), san: position.board.san(mv) }
}

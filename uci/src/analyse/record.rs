//! What is written about a position: one object of JSON in one line.

use riposte_movegen::Move;
use riposte_search::wdl::{Chances, centipawns};
use riposte_search::{Info, Score};
use serde::{Deserialize, Serialize};

use super::source::{Item, Position};
use crate::san;

/// One line of the output. `fen`, `index` and `error` are read back when an
/// analysis is resumed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// The number of the position in the input, from 0, bad ones included.
    pub index: usize,
    /// Its line in the input, from 1.
    line: usize,
    /// The number of its game, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    /// Half-moves of the game before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// The `id` of an EPD record.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// The move that was played in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<MoveText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(flatten)]
    analysis: Option<Analysis>,
    /// Why there is no position.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A move in both notations.
#[derive(Debug, Serialize, Deserialize)]
struct MoveText {
    uci: String,
    san: String,
}

/// What the search found, for the side to move.
#[derive(Debug, Serialize, Deserialize)]
struct Analysis {
    /// Null in a position without a legal move.
    best: Option<MoveText>,
    score: ScoreText,
    /// Chances to win, to draw and to lose, in thousandths.
    wdl: [u32; 3],
    depth: i32,
    seldepth: u32,
    nodes: u64,
    time_ms: u64,
    pv: Line,
}

/// Hundredths of a pawn, or moves to mate, negative if the side to move is
/// mated.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScoreText {
    Cp(i32),
    Mate(i32),
}

impl From<Score> for ScoreText {
    fn from(score: Score) -> Self {
        score.mate_in().map_or_else(|| Self::Cp(centipawns(score)), Self::Mate)
    }
}

/// A line of play in both notations.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    uci: Vec<String>,
    san: Vec<String>,
}

impl Record {
    /// What is known of `item` without a search.
    pub fn new(item: &Item, chess960: bool) -> Self {
        let mut record = Self {
            index: item.index,
            line: item.line,
            game: item.in_game.map(|(game, _)| game),
            ply: item.in_game.map(|(_, ply)| ply),
            id: None,
            fen: None,
            played: None,
            analysis: None,
            error: None,
        };
        match &item.content {
            Err(fault) => record.error = Some(fault.clone()),
            Ok(position) => {
                record.id.clone_from(&position.id);
                record.fen = Some(position.board.fen());
                record.played = position.played.map(|mv| move_text(position, mv, chess960));
            }
        }
        record
    }

    /// Adds what a search of `position` found.
    pub fn add(&mut self, position: &Position, best: Option<Move>, info: &Info, chess960: bool) {
        let mut board = position.board.clone();
        let mut uci = Vec::new();
        for &mv in &info.pv {
            uci.push(board.uci(mv, chess960));
            board.make(mv);
        }
        let chances = Chances::new(info.score, &position.board);
        self.analysis = Some(Analysis {
            best: best.map(|mv| move_text(position, mv, chess960)),
            score: info.score.into(),
            wdl: [chances.win, chances.draw, chances.loss],
            depth: info.depth.plies(),
            seldepth: info.selective_depth,
            nodes: info.nodes,
            time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            pv: Line { uci, san: san::words(&position.board, &info.pv) },
        });
    }

    /// The line of the input, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The fault of an item that is no position.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Whether `other` is about the same position of the same input.
    pub fn is_about(&self, other: &Self) -> bool {
        self.index == other.index && self.fen == other.fen && self.error == other.error
    }
}

fn move_text(position: &Position, mv: Move, chess960: bool) -> MoveText {
    MoveText { uci: position.board.uci(mv, chess960), san: position.board.san(mv) }
}

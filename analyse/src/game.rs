//! A game with what was found about each of its positions.

mod clock;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use riposte_board::Board;
use riposte_movegen::{Color, Move};
use riposte_notation::pgn::Game;
use serde::Serialize;

use crate::judge::{self, Judgement};
use crate::openings::{Opening, Openings};
use crate::record::{Record, ScoreText, Variation};
use crate::work::Done;
use clock::Clocks;

/// A move is the only good one if the next best is so many percentage points of winning
/// chance worse.
const ONLY_MOVE: f64 = 15.0;

/// Moments of a game that are pointed out, at most.
const MOMENTS: usize = 8;

/// Gathers the positions of one game after the other.
pub struct Collector {
    pub openings: Openings,
    engine: String,
    records: Vec<Record>,
}

impl Collector {
    /// Opening names come from `openings`; `engine` says who analysed, and how.
    pub fn new(openings: Openings, engine: String) -> Self {
        Self { openings, engine, records: Vec::new() }
    }

    /// Takes the next position; returns the game that it ends.
    pub fn add(&mut self, done: Done) -> Option<Analysed> {
        let place = done.in_game?;
        self.records.push(done.record);
        place.is_last.then(|| {
            let records = std::mem::take(&mut self.records);
            let mut game = Analysed::new(place.number, place.game, &records, &self.openings);
            game.engine.clone_from(&self.engine);
            game
        })
    }
}

/// A finished game. Its serialisation is the data of its page.
#[derive(Debug, Serialize)]
pub struct Analysed {
    /// Its number in the input, from 1.
    pub number: usize,
    /// The game as it was written.
    #[serde(skip)]
    pub source: Arc<Game>,
    /// Who analysed, and how.
    pub engine: String,
    /// Tag pairs in their order.
    pub tags: Vec<(String, String)>,
    /// White and black.
    pub sides: [Side; 2],
    /// The result as it was written, or `*`.
    pub result: String,
    /// The last named position of the game.
    pub opening: Option<Opening>,
    /// The position it starts from as FEN; empty if it is not legal.
    pub start: String,
    /// The positions, one more than moves; none if the first is not legal.
    pub positions: Vec<Position>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// Why the game could not be read to its end.
    pub error: Option<String>,
}

/// A side of the game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Side {
    pub name: String,
    pub elo: Option<String>,
    /// 0 to 100.
    pub accuracy: Option<f64>,
    /// Mean loss of winning chance per move in percentage points.
    pub loss: Option<f64>,
    /// Inaccuracies, mistakes and blunders.
    pub errors: [usize; 3],
}

/// A position. The score and the winning chance are White's.
#[derive(Debug, Serialize)]
pub struct Position {
    /// The number of the move that is due.
    pub number: u32,
    /// Whether White is to move.
    pub white: bool,
    pub check: bool,
    pub score: Option<ScoreText>,
    /// 0 to 100, a draw counting half.
    pub chance: Option<f64>,
    /// The engine's own WDL in thousandths.
    pub wdl: Option<[u32; 3]>,
    pub depth: Option<i32>,
    /// The best lines, the best first.
    pub lines: Vec<PageLine>,
    /// How the game ends here, if it must.
    pub ending: Option<&'static str>,
}

/// A line of play.
#[derive(Debug, Serialize)]
pub struct PageLine {
    pub score: ScoreText,
    pub chance: f64,
    pub san: Vec<String>,
    pub uci: Vec<String>,
}

/// A move of the game.
#[derive(Debug, Default, Serialize)]
pub struct Ply {
    pub san: String,
    pub uci: String,
    /// What the author of the game remarked.
    pub comment: String,
    /// Seconds left after the move.
    pub clock: Option<f64>,
    /// Seconds that the move took.
    pub spent: Option<f64>,
    /// Winning chance that the move lost, in percentage points.
    pub loss: Option<f64>,
    /// 0 to 100.
    pub accuracy: Option<f64>,
    pub judgement: Option<Judgement>,
    /// Whether the engine would have played it.
    pub best: bool,
    /// Why the position before the move is worth a second look.
    pub moment: Option<Moment>,
}

/// What makes a position critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Moment {
    /// A mistake or blunder was made.
    Error,
    /// There was one good move, and it was found.
    Only,
}

impl Analysed {
    pub fn new(number: usize, source: Arc<Game>, records: &[Record], openings: &Openings) -> Self {
        let mut game = Self {
            number,
            engine: String::new(),
            tags: source.tags.iter().map(|t| (t.name.clone(), t.value.clone())).collect(),
            sides: [side(&source, "White"), side(&source, "Black")],
            result: result(&source),
            opening: None,
            start: String::new(),
            positions: Vec::new(),
            plies: Vec::new(),
            error: error(records),
            source: source.clone(),
        };
        let Ok(replay) = source.replay() else { return game };
        game.start = replay.start.fen();
        let mut board = replay.start;
        let mut clocks = Clocks::new(&source, board.side());
        for (index, &mv) in replay.moves.iter().enumerate() {
            game.positions.push(position(&board, records.get(index)));
            let written = &source.line.moves[index];
            let (clock, spent) = clocks.next(written);
            game.plies.push(Ply {
                san: board.san(mv),
                uci: board.uci(mv, true),
                comment: written.remarks(),
                clock,
                spent,
                best: records.get(index).is_some_and(is_best),
                ..Ply::default()
            });
            board.make(mv);
            if let Some(opening) = openings.of(&board) {
                game.opening = Some(opening.clone());
            }
        }
        game.positions.push(position(&board, records.get(replay.moves.len())));
        game.judge();
        game.find_moments(&replay.moves);
        game
    }

    /// Says what each move lost, and adds it up.
    fn judge(&mut self) {
        for (index, ply) in self.plies.iter_mut().enumerate() {
            let (before, after) = (&self.positions[index], &self.positions[index + 1]);
            let (Some(chance), Some(next)) = (before.chance, after.chance) else { continue };
            let lost = if before.white { chance - next } else { next - chance };
            // The engine's own move is never called a mistake: a deeper look at its
            // consequences may have changed the score.
            let loss = if ply.best { 0.0 } else { lost.max(0.0) };
            ply.loss = Some(loss);
            ply.accuracy = Some(judge::accuracy(loss));
            ply.judgement = Judgement::of(loss);
        }
        for (side, is_white) in self.sides.iter_mut().zip([true, false]) {
            let own = || {
                let all = self.plies.iter().zip(&self.positions);
                all.filter(|(_, position)| position.white == is_white).map(|(ply, _)| ply)
            };
            let accuracies: Vec<f64> = own().filter_map(|ply| ply.accuracy).collect();
            side.accuracy = judge::side_accuracy(&accuracies);
            let lost: Vec<f64> = own().filter_map(|ply| ply.loss).collect();
            side.loss = (!lost.is_empty()).then(|| lost.iter().sum::<f64>() / lost.len() as f64);
            side.errors = Judgement::ALL
                .map(|judgement| own().filter(|ply| ply.judgement == Some(judgement)).count());
        }
    }

    /// Marks the positions in which most was at stake.
    fn find_moments(&mut self, moves: &[Move]) {
        let mut found: Vec<(f64, usize, Moment)> = Vec::new();
        for (index, ply) in self.plies.iter().enumerate() {
            if ply.judgement >= Some(Judgement::Mistake) {
                found.push((ply.loss.unwrap_or_default(), index, Moment::Error));
            }
            let takes_back = index > 0 && moves[index].to() == moves[index - 1].to();
            let gap = self.positions[index].gap();
            if ply.best && !takes_back && gap >= ONLY_MOVE {
                found.push((gap, index, Moment::Only));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, index, moment) in found.into_iter().take(MOMENTS) {
            self.plies[index].moment = Some(moment);
        }
    }
}

impl Position {
    /// Percentage points between the best move and the next best one. Negative if a later
    /// look at the best move found it worse.
    fn gap(&self) -> f64 {
        match self.lines.as_slice() {
            [best, next, ..] if self.white => best.chance - next.chance,
            [best, next, ..] => next.chance - best.chance,
            _ => 0.0,
        }
    }
}

impl ScoreText {
    /// The score for White of a position with this score for the side to move.
    fn for_white(self, side: Color) -> Self {
        match (side, self) {
            (Color::White, score) => score,
            (Color::Black, Self::Cp(centipawns)) => Self::Cp(-centipawns),
            (Color::Black, Self::Mate(moves)) => Self::Mate(-moves),
        }
    }
}

fn side(game: &Game, color: &str) -> Side {
    let name = game.tag(color).filter(|name| !name.trim().is_empty() && *name != "?");
    Side {
        name: name.unwrap_or(color).to_owned(),
        elo: game
            .tag(&format!("{color}Elo"))
            .filter(|elo| elo.parse::<u32>().is_ok())
            .map(Into::into),
        ..Side::default()
    }
}

fn result(game: &Game) -> String {
    game.result.as_deref().or(game.tag("Result")).unwrap_or("*").to_owned()
}

fn error(records: &[Record]) -> Option<String> {
    let record = records.iter().find(|record| record.error.is_some())?;
    record.error.as_ref().map(|error| format!("line {}: {error}", record.line))
}

fn is_best(record: &Record) -> bool {
    let best = record.analysis.as_ref().and_then(|analysis| analysis.best.as_ref());
    best.is_some_and(|best| record.played.as_ref().is_some_and(|played| played.uci == best.uci))
}

fn position(board: &Board, record: Option<&Record>) -> Position {
    let side = board.side();
    let chance_of = |score: ScoreText| {
        let own = judge::chance(score);
        if side == Color::White { own } else { 100.0 - own }
    };
    let mut position = Position {
        number: board.fullmove_number(),
        white: side == Color::White,
        check: board.in_check(),
        score: None,
        chance: None,
        wdl: None,
        depth: None,
        lines: Vec::new(),
        ending: None,
    };
    if !board.has_legal_move() {
        let (score, ending) = if board.in_check() {
            (ScoreText::Mate(0), "checkmate")
        } else {
            (ScoreText::Cp(0), "stalemate")
        };
        // Nothing remains to be mated in.
        position.score = Some(score).filter(|_| !board.in_check());
        (position.chance, position.ending) = (Some(chance_of(score)), Some(ending));
        return position;
    }
    let Some(analysis) = record.and_then(|record| record.analysis.as_ref()) else {
        return position;
    };
    let Variation { score, mut wdl, depth, .. } = analysis.first;
    if side == Color::Black {
        wdl.reverse();
    }
    position.score = Some(score.for_white(side));
    position.chance = Some(chance_of(score));
    (position.wdl, position.depth) = (Some(wdl), Some(depth));
    let line = |score: ScoreText, pv: &crate::record::Line| PageLine {
        score: score.for_white(side),
        chance: chance_of(score),
        san: pv.san.clone(),
        uci: pv.uci.clone(),
    };
    position.lines = match &analysis.lines {
        Some(lines) => {
            lines.iter().map(|ranked| line(ranked.variation.score, &ranked.pv)).collect()
        }
        None => vec![line(score, &analysis.pv)],
    };
    position.lines.retain(|line| !line.uci.is_empty());
    position
}

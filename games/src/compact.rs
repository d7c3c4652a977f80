//! Games in a tenth of the bytes: what is stored is how far each move and score is from
//! what a model of games expects. [`super::blocks`] puts them into files.
//!
//! The model adapts to the games of one block, from nothing, so blocks do not depend on
//! each other. Moves, results, endings and start positions are exact. Scores come back
//! within two units; those that are proved exactly, and none changes between ordinary
//! (below 10,000), large and proved.
//!
//! Everything in this folder is the format: whatever changes what a number is coded as
//! needs a new [version](super::blocks).
mod coder;
mod mixer;
mod moves;
mod order;
mod scores;
mod start;

use riposte_movegen::{Color, Square};

use self::coder::{BitCoder, Decoder, Encoder};
use self::mixer::Mixer;
use self::moves::{Moves, Scene};
use self::scores::{Past, Scores};
use self::start::Starts;
use super::game::MAX_MOVES;
use super::{Ending, Fault, Game, Played, end_by_rules, header};

/// The bytes that hold `games`.
pub fn encode(games: &[Game]) -> Vec<u8> {
    let mut coder = Encoder::new();
    let mut model = Model::new();
    for game in games {
        // A game that is there makes no error.
        let _ = model.code(&mut coder, Some(game));
    }
    coder.finish()
}

/// The `count` games that `bytes` hold. Bytes from elsewhere give other games or an
/// error.
///
/// # Errors
///
/// The [`Fault`] of a start position.
pub fn decode(bytes: &[u8], count: usize) -> Result<Vec<Game>, Fault> {
    let mut coder = Decoder::new(bytes);
    let mut model = Model::new();
    (0..count).map(|_| model.code(&mut coder, None)).collect()
}

/// The state after the games so far.
struct Model {
    starts: Starts,
    ends: Mixer<2>,
    moves: Moves,
    scores: Scores,
}

/// Half-moves are distinguished in eights up to this many.
const STAGES: usize = 64;
/// Scores are distinguished in steps of 64 up to this many.
const LEVELS: usize = 40;

impl Model {
    fn new() -> Self {
        let endings = Ending::ALL.len();
        Self {
            starts: Starts::new(),
            ends: Mixer::new([endings * LEVELS * 2, endings * STAGES], endings),
            moves: Moves::new(),
            scores: Scores::new(),
        }
    }

    /// Codes the game, or decodes one if there is none.
    fn code(&mut self, coder: &mut impl BitCoder, game: Option<&Game>) -> Result<Game, Fault> {
        let head = game.map_or([0; header::SIZE], |game| {
            header::encode(&game.start, game.outcome, game.ending)
        });
        let (start, outcome, ending) = header::decode(&self.starts.code(coder, &head))?;
        let mut found = Game { start: start.clone(), outcome, ending, moves: Vec::new() };
        let mut board = start;
        let mut past = Past::default();
        let mut squares: [Option<(Square, Square)>; 2] = [None; 2];
        while found.moves.len() < MAX_MOVES && board.has_legal_move() {
            let index = found.moves.len();
            let wanted = game.and_then(|game| game.moves.get(index)).copied();
            let is_over = ending.is_by_rules() && end_by_rules(&board).is_some();
            if !self.goes_on(coder, &found, is_over, wanted.is_some()) {
                break;
            }
            let sign = if board.side() == Color::White { 1 } else { -1 };
            let score = wanted.map_or(0, |played| sign * i32::from(played.score));
            let score = (sign * self.scores.code(coder, &mut past, score)) as i16;
            let [own, last] = squares;
            let scene = Scene { last, own: own.map(|(_, to)| to), mood: past.mood() };
            let wanted = wanted.map(|played| played.mv);
            let Some(mv) = self.moves.code(coder, &board, scene, wanted) else { break };
            found.moves.push(Played { mv, score });
            squares = [last, Some((mv.from(), mv.to()))];
            board.make(mv);
        }
        Ok(found)
    }

    /// Whether another move follows.
    fn goes_on(&mut self, coder: &mut impl BitCoder, game: &Game, over: bool, bit: bool) -> bool {
        let ending = game.ending as usize;
        let score = game.moves.last().map_or(0, |played| played.score.unsigned_abs());
        let level = usize::from(score / 64).min(LEVELS - 1);
        let stage = (game.moves.len() / 8).min(STAGES - 1);
        let contexts = [(ending * LEVELS + level) * 2 + usize::from(over), ending * STAGES + stage];
        self.ends.code(coder, contexts, ending, bit)
    }
}

#[cfg(test)]
mod tests;

//! One game of the engine against itself.

use std::sync::Arc;

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::{Color, Move};
use riposte_search::{Engine, EngineError, Evaluation, Info, Limits, Score, Sink};

use super::adjudicate::{Judge, Rules};
use super::opening;
use crate::games::{Ending, Game, Outcome, Played, end_by_rules};
use crate::random::Random;

/// Half-moves after which a game is given up as a draw. Some readers of the
/// format take no more than 512.
const LONGEST: usize = 500;

/// Nodes for judging an opening, and the score up to which it is fair enough.
const OPENING_NODES: u64 = 5000;
const OPENING_SCORE: i32 = 1000;

/// A search may overrun its soft limit by this factor before it is cut short.
const HARD_FACTOR: u64 = 8;

/// What makes a game what it is, besides its number.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub seed: u64,
    pub nodes: u64,
    pub chess960_share: f64,
    pub rules: Rules,
    /// Megabytes of the transposition table.
    pub hash: usize,
    pub evaluation: Evaluation,
}

/// An engine that plays both sides.
pub struct Player {
    engine: Engine,
    recipe: Recipe,
    answer: Arc<Answer>,
}

impl Player {
    /// # Errors
    ///
    /// When the engine gets no memory or no thread.
    pub fn new(recipe: Recipe) -> Result<Self, EngineError> {
        let mut engine = Engine::new()?;
        engine.set_hash(recipe.hash)?;
        engine.set_evaluation(recipe.evaluation.clone());
        Ok(Self { engine, recipe, answer: Arc::default() })
    }

    /// Plays the game with this number, which always comes out the same.
    /// `None` if `quit` said so before a move.
    pub fn play(&mut self, number: u64, quit: impl Fn() -> bool) -> Option<Game> {
        let mut random = Random::stream(self.recipe.seed, number);
        self.engine.new_game();
        let start = self.opening(&mut random, &quit)?;
        let adjudicates = !random.chance(self.recipe.rules.play_out);
        let mut judge = Judge::new(self.recipe.rules);
        let mut board = start.clone();
        let mut moves = Vec::with_capacity(LONGEST);
        let (outcome, ending) = loop {
            if let Some(end) = end_by_rules(&board) {
                break end;
            }
            if moves.len() == LONGEST {
                break (Outcome::Draw, Ending::TooLong);
            }
            if quit() {
                return None;
            }
            let (mv, score) = self.think(&board, self.recipe.nodes)?;
            let score = from_white(score, board.side());
            moves.push(Played { mv, score });
            let verdict = judge.hear(score, board.fullmove_number());
            board.make(mv);
            if let Some(end) = verdict.filter(|_| adjudicates) {
                // The move on the board may have ended the game otherwise.
                break end_by_rules(&board).unwrap_or(end);
            }
        };
        Some(Game { start, outcome, ending, moves })
    }

    /// Draws openings until one is fair.
    fn opening(&mut self, random: &mut Random, quit: impl Fn() -> bool) -> Option<Board> {
        while !quit() {
            let Some(board) = opening::draw(random, self.recipe.chess960_share) else { continue };
            let (_, score) = self.think(&board, OPENING_NODES)?;
            if score.raw().abs() <= OPENING_SCORE {
                return Some(board);
            }
        }
        None
    }

    /// The engine's move and the score of the position for the side to move.
    fn think(&mut self, board: &Board, nodes: u64) -> Option<(Move, Score)> {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
            ..Limits::default()
        };
        self.engine.set_position(board.clone());
        self.engine.go(limits, Arc::<Answer>::clone(&self.answer));
        self.engine.wait();
        let (best, score) = *self.answer.0.lock();
        best.map(|mv| (mv, score))
    }
}

/// What the last search said last.
#[derive(Default)]
struct Answer(Mutex<(Option<Move>, Score)>);

impl Sink for Answer {
    fn info(&self, info: &Info) {
        self.0.lock().1 = info.score;
    }

    fn best_move(&self, best: Option<Move>, _: Option<Move>) {
        self.0.lock().0 = best;
    }
}

/// White's view of a score of `side`. Scores fit, as mate is 32,000.
fn from_white(score: Score, side: Color) -> i16 {
    let raw = if side == Color::White { score.raw() } else { -score.raw() };
    raw.clamp(-Score::MATE.raw(), Score::MATE.raw()) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites() {
        assert_eq!(from_white(Score::cp(31), Color::White), 31);
        assert_eq!(from_white(Score::cp(31), Color::Black), -31);
        assert_eq!(from_white(-Score::MATE, Color::Black), 32_000);
    }
}

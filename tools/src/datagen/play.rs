//! One game of the engine against itself.

use riposte_board::Board;
use riposte_search::lab::Release;
use riposte_search::{EngineError, Evaluation};

use crate::games::Game;
use crate::play::adjudicate::{Judge, Rules};
use crate::play::{Thinker, opening, play, soft_nodes};
use crate::random::Random;

/// Nodes for judging an opening, and the score up to which it is fair enough.
const OPENING_NODES: u64 = 1000;
const OPENING_SCORE: i32 = 1000;

/// What makes a game what it is, besides its number.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub seed: u64,
    pub nodes: u64,
    pub chess960_share: f64,
    pub rules: Rules,
    /// Share of the games that are played to the end by the rules alone.
    pub play_out: f64,
    /// Megabytes of the transposition table.
    pub hash: usize,
    pub evaluation: Evaluation,
}

/// An engine that plays both sides.
pub struct Player {
    thinker: Thinker,
    recipe: Recipe,
}

impl Player {
    /// # Errors
    ///
    /// When the engine gets no memory or no thread.
    pub fn new(recipe: Recipe) -> Result<Self, EngineError> {
        Ok(Self { thinker: Thinker::new(Release, recipe.hash, &recipe.evaluation)?, recipe })
    }

    /// Plays the game with this number, which always comes out the same.
    /// `None` if `quit` said so before a move.
    pub fn play(&mut self, number: u64, quit: impl Fn() -> bool) -> Option<Game> {
        let mut random = Random::stream(self.recipe.seed, number);
        self.thinker.new_game();
        let start = self.opening(&mut random, &quit)?;
        let adjudicates = !random.chance(self.recipe.play_out);
        let judge = adjudicates.then(|| Judge::new(self.recipe.rules));
        let nodes = self.recipe.nodes;
        play(&start, judge, |board| {
            if quit() {
                return None;
            }
            self.thinker.think(board, soft_nodes(nodes))
        })
    }

    /// Draws openings until one is fair.
    fn opening(&mut self, random: &mut Random, quit: impl Fn() -> bool) -> Option<Board> {
        while !quit() {
            let Some(board) = opening::draw(random, self.recipe.chess960_share) else { continue };
            let (_, score) = self.thinker.think(&board, soft_nodes(OPENING_NODES))?;
            if score.raw().abs() <= OPENING_SCORE {
                return Some(board);
            }
        }
        None
    }
}

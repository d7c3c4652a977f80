//! One game of the engine against itself.

use clap::Args;
use riposte_board::Board;
use riposte_games::{Game, Played};
use riposte_movegen::Move;
use riposte_search::params::Release;
use riposte_search::{EngineError, Evaluation, Score, Solo};
use riposte_trainer::random::Random;
use riposte_trainer::usable::unfit;

use super::labels::Labels;
use super::starts::Starts;
use crate::play::adjudicate::{Judge, Rules};
use crate::play::{from_white, opening, play, soft_nodes};

/// Most openings are far from balance and are seen to be by a search of this part of
/// the nodes, with a bound this many times as wide.
const GLANCE_PART: u64 = 10;
const GLANCE_FACTOR: i32 = 2;

/// What makes a game what it is, besides its number.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub seed: u64,
    pub nodes: u64,
    /// Nodes of a search of a position that the trainer leaves out.
    pub unfit_nodes: u64,
    pub chess960_share: f64,
    pub balance: Balance,
    /// Share of the openings that the engine plays.
    pub played_share: f64,
    /// Positions to start from in place of openings.
    pub starts: Option<Starts>,
    pub rules: Rules,
    /// Share of the games that are played to the end by the rules alone.
    pub play_out: f64,
    pub labels: Labels,
    /// Megabytes of each side's transposition table.
    pub hash: usize,
    pub evaluation: Evaluation,
}

/// Which openings are near enough to balance.
#[derive(Clone, Copy, Debug, Args)]
pub struct Balance {
    /// Largest score of an opening, in the units of the search.
    #[arg(long, value_name = "SCORE", default_value_t = 200)]
    pub opening_score: u16,
    /// Nodes after which the search of an opening starts no further iteration, and those of
    /// its moves if the engine plays them.
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub opening_nodes: u64,
}

/// Two engines, one for each side: neither profits from what the other has searched, as
/// in a game between two programs.
pub struct Player {
    sides: [Solo; 2],
    recipe: Recipe,
}

impl Player {
    /// # Errors
    ///
    /// When the engine gets no memory or no thread.
    pub fn new(recipe: Recipe) -> Result<Self, EngineError> {
        let engine = || Solo::new(Release, recipe.hash, &recipe.evaluation);
        Ok(Self { sides: [engine()?, engine()?], recipe })
    }

    /// Plays the game with this number, which always comes out the same.
    /// `None` if `quit` said so before a move.
    pub fn play(&mut self, number: u64, quit: impl Fn() -> bool) -> Option<Game> {
        let mut random = Random::stream(self.recipe.seed, number);
        self.sides.iter_mut().for_each(Solo::new_game);
        let start = self.opening(&mut random, &quit)?;
        let adjudicates = !random.chance(self.recipe.play_out);
        let judge = adjudicates.then(|| Judge::new(self.recipe.rules));
        let think = |board: &Board| if quit() { None } else { self.think(board) };
        let mut game = play(&start, judge, think)?;
        let labels = self.recipe.labels;
        labels.set(&mut game, &mut random, |board, nodes| {
            if quit() { None } else { self.sides[0].search(board, soft_nodes(nodes)) }
        })?;
        Some(game)
    }

    /// The move and score of a position. A first search sees whether the trainer will use it;
    /// only then a second one, which begins with what the first left in the TT, goes on.
    fn think(&mut self, board: &Board) -> Option<(Move, Score)> {
        let side = &mut self.sides[board.side().index()];
        let mut nodes = self.recipe.nodes;
        if self.recipe.unfit_nodes < nodes {
            let (mv, score) = side.search(board, soft_nodes(self.recipe.unfit_nodes))?;
            if unfit(board, Played { mv, score: from_white(score, board.side()) }).is_some() {
                return Some((mv, score));
            }
            nodes -= self.recipe.unfit_nodes;
        }
        side.search(board, soft_nodes(nodes))
    }

    /// Draws openings until one is near balance. What the first side keeps of their searches
    /// is the same each time: it comes from this game's random numbers only.
    fn opening(&mut self, random: &mut Random, quit: impl Fn() -> bool) -> Option<Board> {
        while !quit() {
            let drawn = match &self.recipe.starts {
                Some(starts) => starts.draw(random).and_then(|it| opening::wander(it, 2, random)),
                None => self.draw_opening(random),
            };
            let Some(board) = drawn else { continue };
            if self.is_balanced(&board) {
                return Some(board);
            }
        }
        None
    }

    fn draw_opening(&mut self, random: &mut Random) -> Option<Board> {
        let Recipe { played_share, chess960_share, .. } = self.recipe;
        // Without such openings a seed gives the games that it gave before there were any.
        if played_share > 0.0 && random.chance(played_share) {
            // These moves get no score, and most openings are thrown away.
            let nodes = self.recipe.nodes.min(self.recipe.balance.opening_nodes);
            let think = |board: &Board| {
                let side = &mut self.sides[board.side().index()];
                side.search(board, soft_nodes(nodes)).map(|(mv, _)| mv)
            };
            opening::draw_played(random, chess960_share, think)
        } else {
            opening::draw(random, chess960_share)
        }
    }

    fn is_balanced(&mut self, board: &Board) -> bool {
        let Balance { opening_score, opening_nodes } = self.recipe.balance;
        let bound = i32::from(opening_score);
        let mut is_within = |nodes: u64, bound: i32| {
            let found = self.sides[0].search(board, soft_nodes(nodes));
            found.is_some_and(|(_, score)| score.raw().abs() <= bound)
        };
        is_within((opening_nodes / GLANCE_PART).max(1), GLANCE_FACTOR * bound)
            && is_within(opening_nodes, bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: u64 = 400;
    const UNFIT_NODES: u64 = 30;

    fn recipe(unfit_nodes: u64) -> Recipe {
        Recipe {
            seed: 1,
            nodes: NODES,
            unfit_nodes,
            chess960_share: 0.0,
            balance: Balance { opening_score: 200, opening_nodes: 800 },
            played_share: 0.0,
            starts: None,
            rules: Rules { win_score: 1000, draw_score: 8 },
            play_out: 0.0,
            labels: Labels { label_nodes: None, label_share: 0.0 },
            hash: 1,
            evaluation: Evaluation::default(),
        }
    }

    /// What `searches` of these nodes, one after the other, think of a position at the end.
    fn after(searches: &[u64], fen: &str) -> Option<(Move, Score)> {
        let mut solo = Solo::new(Release, 1, &Evaluation::default()).unwrap();
        let board = Board::from_fen(fen).unwrap();
        searches.iter().fold(None, |_, &nodes| solo.search(&board, soft_nodes(nodes)))
    }

    fn thought(unfit_nodes: u64, fen: &str) -> Option<(Move, Score)> {
        Player::new(recipe(unfit_nodes)).unwrap().think(&Board::from_fen(fen).unwrap())
    }

    #[test]
    fn openings_are_played_or_random() {
        for (played_share, fullmove) in [(0.0, 5), (1.0, 9)] {
            let mut player = Player::new(Recipe { played_share, ..recipe(UNFIT_NODES) }).unwrap();
            for number in 0..5 {
                let mut random = Random::stream(1, number);
                let board = player.opening(&mut random, || false).unwrap();
                assert_eq!(board.fullmove_number(), fullmove);
            }
        }
    }

    #[test]
    fn positions_that_the_trainer_leaves_out_get_fewer_nodes() {
        // Before ply 16 the trainer uses nothing, after it this position.
        let [early, used] = [2, 20].map(|number| {
            format!("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 {number}")
        });
        assert_ne!(after(&[UNFIT_NODES], &early), after(&[NODES], &early));
        assert_eq!(thought(UNFIT_NODES, &early), after(&[UNFIT_NODES], &early));
        assert_eq!(thought(UNFIT_NODES, &used), after(&[UNFIT_NODES, NODES - UNFIT_NODES], &used));
        assert_eq!(thought(NODES, &early), after(&[NODES], &early));
    }
}

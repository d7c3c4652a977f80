//! Labels: scores of searches that follow the game and are for training only.
//!
//! Games of few nodes give many positions, but the score of each is hardly more than what the
//! network says by itself. So some positions are searched again with more nodes once the game
//! is over, from its end to its start: what a search finds stays in the TT for the positions
//! before. All others of the game keep no score.

use clap::Args;
use riposte_board::Board;
use riposte_games::{Game, Played};
use riposte_movegen::Move;
use riposte_search::Score;
use riposte_trainer::random::Random;
use riposte_trainer::usable::{SCORE_LIMIT, unfit};

use crate::play::from_white;

/// Weight of what later positions say in a label, as in the trainer's λ-returns, and in what
/// a position without a label passes on to those before.
const LABEL_LAMBDA: f64 = 0.3;
const SCORE_LAMBDA: f64 = 0.5;

/// Centipawns in which scores are mixed: that much is an expected result of 1/(1+1/e).
const SCALE: f64 = 250.0;

/// Which positions get a label.
#[derive(Clone, Copy, Debug, Args)]
pub struct Labels {
    /// Nodes after which the search of a label starts no further iteration. Labels are for
    /// training; the other positions of these games have no score.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub label_nodes: Option<u64>,
    /// Share of the positions fit for training that get a label.
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, requires = "label_nodes",
          value_parser = crate::share)]
    pub label_share: f64,
}

impl Labels {
    /// Gives labels to positions of a finished game and takes the scores of all others.
    /// `search` finds move and score with so many nodes; `None` as soon as it does not.
    pub fn set(
        &self,
        game: &mut Game,
        random: &mut Random,
        mut search: impl FnMut(&Board, u64) -> Option<(Move, Score)>,
    ) -> Option<()> {
        let Some(nodes) = self.label_nodes else { return Some(()) };
        let mut boards = Vec::with_capacity(game.moves.len());
        game.replay(|board, _| boards.push(board.clone()));
        let mut later = 0.5 + 0.5 * f64::from(game.outcome.sign());
        for (board, played) in boards.iter().zip(&mut game.moves).rev() {
            let is_fit = unfit(board, *played).is_none();
            if !(is_fit && random.chance(self.label_share)) {
                later = mix(expected(played.score), later, SCORE_LAMBDA);
                played.score = Played::UNSCORED;
                continue;
            }
            let (mv, score) = search(board, nodes)?;
            let score = from_white(score, board.side());
            later = mix(expected(score), later, LABEL_LAMBDA);
            let is_fit = unfit(board, Played { mv, score }).is_none();
            played.score = if is_fit { label(later) } else { Played::UNSCORED };
        }
        Some(())
    }
}

fn mix(own: f64, later: f64, lambda: f64) -> f64 {
    own + lambda * (later - own)
}

/// White's expected result for a score of white.
fn expected(score: i16) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

/// The inverse of [`expected`], within what the trainer uses.
fn label(expected: f64) -> i16 {
    let limit = f64::from(SCORE_LIMIT) - 1.0;
    let score = SCALE * (expected / (1.0 - expected)).ln();
    score.clamp(-limit, limit).round() as i16
}

#[cfg(test)]
mod tests {
    use riposte_games::{Ending, Outcome};

    use super::*;

    /// Knights that go out and back, with these scores of white.
    fn game(scores: &[i16]) -> Game {
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 20";
        let start = Board::from_fen(fen).unwrap();
        let mut board = start.clone();
        let mut moves = Vec::new();
        for (&score, text) in scores.iter().zip(["d2b1", "f6e8", "b1d2", "e8f6"]) {
            let mv = board.parse_uci(text).unwrap();
            moves.push(Played { mv, score });
            board.make(mv);
        }
        Game { start, outcome: Outcome::Draw, ending: Ending::Unknown, moves }
    }

    /// The scores of `game` after labels by a search that finds `found` for the side to move.
    fn labelled(share: f64, game: &Game, found: Score) -> Vec<i16> {
        let labels = Labels { label_nodes: Some(300), label_share: share };
        let mut game = game.clone();
        let quiet = |board: &Board| {
            let moves = board.legal_moves();
            moves.into_iter().find(|&mv| !board.is_noisy(mv)).unwrap()
        };
        labels.set(&mut game, &mut Random::stream(1, 1), |board, nodes| {
            assert_eq!(nodes, 300);
            Some((quiet(board), found))
        });
        game.moves.iter().map(|played| played.score).collect()
    }

    #[test]
    fn a_label_counts_more_than_what_comes_later() {
        let scores = labelled(1.0, &game(&[0; 4]), Score::cp(100));
        // The last is Black's, who sees 100: White's -100, and 30 % of a draw.
        assert_eq!(scores[3], -70);
        assert!(scores[2] > 30 && scores[2] < 70, "{scores:?}");
    }

    #[test]
    fn other_positions_have_no_score_but_count() {
        assert_eq!(labelled(0.0, &game(&[50; 4]), Score::cp(0)), [Played::UNSCORED; 4]);
        let share = 0.5;
        let [low, high] =
            [-200, 200].map(|score| labelled(share, &game(&[score; 4]), Score::cp(0)));
        let is_set: Vec<bool> = low.iter().map(|&score| score != Played::UNSCORED).collect();
        assert!(is_set[..3].contains(&true) && is_set.contains(&false), "{is_set:?}");
        assert!(low.iter().zip(&high).all(|(low, high)| low <= high));
        assert_ne!(low, high);
    }

    #[test]
    fn without_nodes_the_scores_stay() {
        let labels = Labels { label_nodes: None, label_share: 1.0 };
        let mut game = game(&[1, 2, 3, 4]);
        assert!(labels.set(&mut game, &mut Random::stream(1, 1), |_, _| None).is_some());
        assert_eq!(game.moves[3].score, 4);
    }
}

//! Scores that take later positions of the game into account.
//!
//! A search of few nodes overlooks what comes a few moves later; the searches of the next
//! positions see it. The λ-return of Sutton ("Learning to Predict by the Methods of
//! Temporal Differences", 1988) mixes both: the own score counts `1 - λ`, the one `k`
//! plies later `(1 - λ)λᵏ`, and the result of the game takes what is left.

use riposte_games::Game;

/// The largest score that a mixture gets, in centipawns.
const LIMIT: f64 = 10_000.0;

/// Whether some positions have no score: those of the others are labels. The result of such a
/// game of few nodes says little.
pub fn is_labelled(game: &Game) -> bool {
    game.moves.iter().any(|played| played.scored().is_none())
}

/// The λ-returns of all positions of a game, as white's centipawns. Scores are mixed as
/// expected results; `scale` is the number of centipawns for which that is `1/(1+1/e)`.
/// With a `lambda` of 0 the scores are those of the game, and so they are where some
/// positions have none: in labels, later scores are mixed already.
pub fn lambda_returns(game: &Game, lambda: f64, scale: f64) -> Vec<i16> {
    if lambda == 0.0 || is_labelled(game) {
        return game.moves.iter().map(|played| played.score).collect();
    }
    let mut expected = 0.5 + 0.5 * f64::from(game.outcome.sign());
    let mut returns = vec![0; game.moves.len()];
    for (value, played) in returns.iter_mut().zip(&game.moves).rev() {
        let own = 1.0 / (1.0 + (-f64::from(played.score) / scale).exp());
        expected = own + lambda * (expected - own);
        let score = scale * (expected / (1.0 - expected)).ln();
        *value = score.clamp(-LIMIT, LIMIT).round() as i16;
    }
    returns
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;
    use riposte_games::{Ending, Outcome, Played};

    use super::*;

    fn game(scores: &[i16], outcome: Outcome) -> Game {
        let start = Board::startpos();
        let mv = start.legal_moves()[0];
        let moves = scores.iter().map(|&score| Played { mv, score }).collect();
        Game { start, outcome, ending: Ending::Unknown, moves }
    }

    #[test]
    fn without_lambda_the_scores_stay() {
        let scores = [31, -20_000, 12_345];
        assert_eq!(lambda_returns(&game(&scores, Outcome::Draw), 0.0, 400.0), scores);
    }

    #[test]
    fn labels_stay() {
        let scores = [31, Played::UNSCORED, 200];
        assert_eq!(lambda_returns(&game(&scores, Outcome::Draw), 0.5, 400.0), scores);
    }

    #[test]
    fn later_scores_count_less_and_less() {
        let returns = |scores: &[i16]| lambda_returns(&game(scores, Outcome::Draw), 0.5, 400.0);
        let none = returns(&[0, 0, 0, 0]);
        assert_eq!(none, [0, 0, 0, 0]);
        let [next, later] = [returns(&[0, 200, 0, 0])[0], returns(&[0, 0, 200, 0])[0]];
        assert!(next > later && later > 0, "{next} {later}");
        // Half of the next position's share: an expected result of 0.5 + 0.1225 / 4.
        assert_eq!(next, 49);
        assert_eq!(returns(&[0, 200])[1], 98);
    }

    #[test]
    fn the_result_takes_the_rest() {
        let won = lambda_returns(&game(&[0, 0], Outcome::WhiteWin), 0.5, 400.0);
        assert_eq!(won, [204, 439]);
        let lost = lambda_returns(&game(&[0, 0], Outcome::BlackWin), 0.5, 400.0);
        assert_eq!(lost, [-204, -439]);
        let limit = lambda_returns(&game(&[30_000; 3], Outcome::WhiteWin), 0.9, 400.0);
        assert_eq!(limit, [10_000; 3]);
    }
}

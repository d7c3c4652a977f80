//! How far adjudication can be trusted: games that went on after a verdict of some rule
//! show whether the verdict was right.

use std::fmt;

use riposte_games::{Ending, Game, Outcome};

use super::percent;
use crate::play::adjudicate::{Judge, Rules};

/// No score is as large.
const NEVER: u16 = u16::MAX;

/// The rules that are looked at: wins at several scores, then draws.
const RULES: [Rules; 7] = [
    Rules { win_score: 600, draw_score: 0 },
    Rules { win_score: 800, draw_score: 0 },
    Rules { win_score: 1000, draw_score: 0 },
    Rules { win_score: 1500, draw_score: 0 },
    Rules { win_score: 2000, draw_score: 0 },
    Rules { win_score: NEVER, draw_score: 8 },
    Rules { win_score: NEVER, draw_score: 20 },
];

/// The verdicts of all rules on a set of games.
#[derive(Clone, Debug, Default)]
pub struct Verdicts([Count; RULES.len()]);

/// The verdicts of one rule.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Games that went on after the verdict.
    games: u64,
    /// Those of them that ended otherwise.
    wrong: u64,
    /// Positions after the verdict.
    positions: u64,
}

impl Verdicts {
    /// Counts the verdicts on a game in which every position has a score.
    pub fn add(&mut self, game: &Game) {
        if game.moves.iter().any(|played| played.scored().is_none()) {
            return;
        }
        for (count, rules) in self.0.iter_mut().zip(RULES) {
            let Some((moves, outcome)) = verdict(game, rules) else { continue };
            let later = game.moves.len() - moves;
            // A game that ends by the verdict itself shows nothing.
            let is_adjudicated =
                matches!(game.ending, Ending::WinAdjudicated | Ending::DrawAdjudicated);
            if later == 0 && is_adjudicated {
                continue;
            }
            count.games += 1;
            count.wrong += u64::from(outcome != game.outcome);
            count.positions += later as u64;
        }
    }

    /// Writes a line for each rule that games went on after.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, positions: u64) -> fmt::Result {
        if self.0.iter().all(|count| count.games == 0) {
            return Ok(());
        }
        writeln!(f, "verdicts that would have ended games earlier:")?;
        for (count, rules) in self.0.iter().zip(RULES).filter(|(count, _)| count.games > 0) {
            let rule = if rules.win_score == NEVER {
                format!("draw at {}", rules.draw_score)
            } else {
                format!("win at {}", rules.win_score)
            };
            let (wrong, later) =
                (percent(count.wrong, count.games), percent(count.positions, positions));
            writeln!(
                f,
                "  {rule:<12} {:>8} games, {wrong:>7} ended otherwise, {later:>7} of all positions came after",
                count.games
            )?;
        }
        Ok(())
    }
}

/// The first verdict of `rules` and the number of moves before it.
fn verdict(game: &Game, rules: Rules) -> Option<(usize, Outcome)> {
    let mut judge = Judge::new(rules);
    let mut number = game.start.fullmove_number();
    let mut side = game.start.side();
    for (index, played) in game.moves.iter().enumerate() {
        let found = judge.hear(played.score, number);
        // A rule for wins says nothing of draws.
        if let Some((outcome, ending)) = found
            && (ending == Ending::WinAdjudicated || rules.win_score == NEVER)
        {
            return Some((index + 1, outcome));
        }
        number += u32::from(side == riposte_movegen::Color::Black);
        side = !side;
    }
    None
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;
    use riposte_games::Played;

    use super::*;

    /// A game of moves of the kings with these scores.
    fn game(scores: &[i16], outcome: Outcome, ending: Ending) -> Game {
        let start = Board::from_fen("7k/8/8/8/8/8/8/KQ6 w - - 0 60").unwrap();
        let mut board = start.clone();
        let moves = scores.iter().map(|&score| {
            let mv = board.legal_moves()[0];
            board.make(mv);
            Played { mv, score }
        });
        let moves = moves.collect();
        Game { start, outcome, ending, moves }
    }

    #[test]
    fn only_games_that_went_on_count() {
        let mut verdicts = Verdicts::default();
        verdicts.add(&game(&[900; 4], Outcome::WhiteWin, Ending::WinAdjudicated));
        assert!(verdicts.0.iter().all(|count| count.games == 0));
        verdicts.add(&game(&[900; 6], Outcome::Draw, Ending::Repetition));
        verdicts.add(&game(&[900; 5], Outcome::WhiteWin, Ending::Checkmate));
        let [_, at_800, at_1000, ..] = verdicts.0;
        assert_eq!((at_800.games, at_800.wrong, at_800.positions), (2, 1, 3));
        assert_eq!(at_1000.games, 0);
    }

    #[test]
    fn a_rule_for_wins_calls_no_draw() {
        let level = game(&[0; 20], Outcome::Draw, Ending::FiftyMoves);
        assert_eq!(verdict(&level, RULES[0]), None);
        assert_eq!(verdict(&level, RULES[5]), Some((12, Outcome::Draw)));
    }
}

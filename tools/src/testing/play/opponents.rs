//! Two players that play each other.

use std::time::Duration;

use riposte_board::Board;
use riposte_games::{Game, Outcome};
use riposte_movegen::Color;
use riposte_notation::pgn;
use riposte_search::params::Masked;

use super::adjudicate::{Judge, Rules};
use super::clock::{Clocks, Pace};
use super::player::{Player, PlayerError, PlayerSpec};
use super::score_sheet::ScoreSheet;
use super::tally::{GameResult, PairResult, Points};
use super::{Openings, play};

/// What both sides have in common.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The limit on every move.
    pub pace: Pace,
    /// Megabytes of each side's transposition table.
    pub hash: usize,
    /// Time per move that a player keeps back for the way to the clock.
    pub overhead: Duration,
    /// When a game is called won or drawn.
    pub rules: Rules,
}

/// The two games of an opening, the one in which the tested side has white first.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What came out.
    pub result: PairResult,
    /// The games, without the names of the players.
    pub games: [pgn::Game; 2],
    /// Those of them that were not lost on time.
    pub played: Vec<Game>,
}

/// One game of a pair.
struct Finished {
    result: GameResult,
    sheet: pgn::Game,
    /// `None` if it was lost on time.
    game: Option<Game>,
}

/// Two players, and where their games start.
pub struct Opponents {
    tested: Player,
    other: Player,
    openings: Openings,
    terms: Terms,
}

impl Opponents {
    /// # Errors
    ///
    /// When a player cannot be made.
    pub fn new(
        [tested, other]: [&PlayerSpec; 2],
        openings: Openings,
        terms: Terms,
    ) -> Result<Self, PlayerError> {
        let player = |spec| Player::new(spec, terms.hash, terms.overhead);
        let mut players = [player(tested)?, player(other)?];
        players.iter_mut().for_each(|it| it.set_nodes_per_ms(terms.pace.nodes_per_ms()));
        let [tested, other] = players;
        Ok(Self { tested, other, openings, terms })
    }

    /// What they search by from now on, where they are the tools' engine.
    pub fn set_labs(&mut self, tested: &Masked, other: &Masked) {
        self.tested.set_lab(tested);
        self.other.set_lab(other);
    }

    /// Pair `number`. `None` if `quit` said so before a move.
    ///
    /// # Errors
    ///
    /// When a player cannot play on.
    pub fn pair(
        &mut self,
        number: u64,
        quit: impl Fn() -> bool,
    ) -> Result<Option<Pair>, PlayerError> {
        let Some(start) = self.openings.at(number, &quit) else { return Ok(None) };
        let Some(first) = self.game(&start, Color::White, &quit)? else { return Ok(None) };
        let Some(second) = self.game(&start, Color::Black, &quit)? else { return Ok(None) };
        Ok(Some(Pair {
            result: [first.result, second.result],
            games: [first.sheet, second.sheet],
            played: first.game.into_iter().chain(second.game).collect(),
        }))
    }

    fn game(
        &mut self,
        start: &Board,
        tested: Color,
        quit: impl Fn() -> bool,
    ) -> Result<Option<Finished>, PlayerError> {
        self.tested.new_game(start)?;
        self.other.new_game(start)?;
        let mut clocks = Clocks::new(self.terms.pace, tested);
        let mut position = position(start);
        let mut sheet = ScoreSheet::default();
        let mut stop = None;
        let game = play(start, Some(Judge::new(self.terms.rules)), |board| {
            if quit() {
                return None;
            }
            let side = board.side();
            let player = if side == tested { &mut self.tested } else { &mut self.other };
            let reply = match player.think(board, &position, &clocks.limits(side), &quit) {
                Ok(reply) => reply?,
                Err(error) => {
                    stop = Some(Err(error));
                    return None;
                }
            };
            if !clocks.spend(side, reply.taken) {
                stop = Some(Ok(side));
                return None;
            }
            sheet.add(board, &reply);
            position.push(' ');
            position.push_str(&board.uci(reply.mv, start.is_chess960()));
            Some((reply.mv, reply.score))
        });
        let result = |outcome, on_time| GameResult { points: points(outcome, tested), on_time };
        match (game, stop) {
            (Some(game), _) => Ok(Some(Finished {
                result: result(game.outcome, false),
                sheet: sheet.finish(&game),
                game: Some(game),
            })),
            (None, None) => Ok(None),
            (None, Some(Ok(late))) => Ok(Some(Finished {
                result: result(Outcome::win(!late), true),
                sheet: sheet.finish_late(start, late),
                game: None,
            })),
            (None, Some(Err(error))) => Err(error),
        }
    }
}

/// What the protocol calls a game that begins at `start`.
fn position(start: &Board) -> String {
    let fen = if start.is_chess960() { start.shredder_fen() } else { start.fen() };
    format!("fen {fen} moves")
}

fn points(outcome: Outcome, side: Color) -> Points {
    if outcome == Outcome::Draw {
        Points::Drawn
    } else if outcome == Outcome::win(side) {
        Points::Won
    } else {
        Points::Lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_the_tested_sides() {
        assert_eq!(points(Outcome::WhiteWin, Color::White), Points::Won);
        assert_eq!(points(Outcome::WhiteWin, Color::Black), Points::Lost);
        assert_eq!(points(Outcome::Draw, Color::Black), Points::Drawn);
    }
}

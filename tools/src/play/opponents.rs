//! Two searches that play each other.

use riposte_board::Board;
use riposte_movegen::Color;
use riposte_search::lab::Masked;
use riposte_search::{EngineError, Evaluation};

use super::adjudicate::{Judge, Rules};
use super::tally::Points;
use super::{Effort, Thinker, play};
use crate::games::Outcome;

/// What both sides have in common.
#[derive(Clone, Debug)]
pub struct Terms {
    pub nodes: u64,
    /// Megabytes of each side's transposition table.
    pub hash: usize,
    pub evaluation: Evaluation,
    pub rules: Rules,
}

/// Two engines, each with its own memory.
pub struct Opponents {
    tested: Thinker<Masked>,
    other: Thinker<Masked>,
    terms: Terms,
}

impl Opponents {
    /// # Errors
    ///
    /// When an engine gets no memory or no thread.
    pub fn new(terms: Terms) -> Result<Self, EngineError> {
        let thinker = || Thinker::new(Masked::default(), terms.hash, &terms.evaluation);
        Ok(Self { tested: thinker()?, other: thinker()?, terms })
    }

    /// What they search by from now on.
    pub fn set_labs(&mut self, tested: Masked, other: Masked) {
        self.tested.set_lab(tested);
        self.other.set_lab(other);
    }

    /// A game with each colour from `start`; it comes out the same every time.
    /// `None` if `quit` said so before a move.
    pub fn pair(&mut self, start: &Board, quit: impl Fn() -> bool) -> Option<[Points; 2]> {
        Some([self.game(start, Color::White, &quit)?, self.game(start, Color::Black, &quit)?])
    }

    fn game(&mut self, start: &Board, tested: Color, quit: impl Fn() -> bool) -> Option<Points> {
        self.tested.new_game();
        self.other.new_game();
        let judge = Judge::new(self.terms.rules);
        let game = play(start, Some(judge), |board| {
            if quit() {
                return None;
            }
            let thinker = if board.side() == tested { &mut self.tested } else { &mut self.other };
            thinker.think(board, Effort::Exact(self.terms.nodes))
        })?;
        Some(points(game.outcome, tested))
    }
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

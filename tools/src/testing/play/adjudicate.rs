//! Ending games whose result is clear.

use riposte_games::{Ending, Outcome};
use riposte_movegen::Color;

/// When a game is called won or drawn. Scores in the units of the search.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Rules {
    /// A game is won when both sides see this score or more for four plies.
    #[arg(long, value_name = "SCORE", default_value_t = 2000)]
    pub win_score: u16,
    /// From move 40 on, a game is drawn when no side sees more than this for
    /// twelve plies.
    #[arg(long, value_name = "SCORE", default_value_t = 8)]
    pub draw_score: u16,
}

const WIN_PLIES: u32 = 4;
const DRAW_PLIES: u32 = 12;
const FIRST_DRAW_MOVE: u32 = 40;

/// Watches the scores of one game.
pub struct Judge {
    rules: Rules,
    /// Plies in a row at which white, black was winning.
    winning: [u32; 2],
    level: u32,
}

impl Judge {
    pub fn new(rules: Rules) -> Self {
        Self { rules, winning: [0; 2], level: 0 }
    }

    /// Takes note of white's score at the full move `number`; the result if
    /// it is clear now.
    pub fn hear(&mut self, score: i16, number: u32) -> Option<(Outcome, Ending)> {
        for color in Color::ALL {
            let own = if color == Color::White { i32::from(score) } else { -i32::from(score) };
            let plies = &mut self.winning[color.index()];
            *plies = if own >= i32::from(self.rules.win_score) { *plies + 1 } else { 0 };
            if *plies >= WIN_PLIES {
                return Some((Outcome::win(color), Ending::WinAdjudicated));
            }
        }
        let is_level = score.unsigned_abs() <= self.rules.draw_score;
        self.level = if is_level && number >= FIRST_DRAW_MOVE { self.level + 1 } else { 0 };
        (self.level >= DRAW_PLIES).then_some((Outcome::Draw, Ending::DrawAdjudicated))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { win_score: 2000, draw_score: 8 };

    #[test]
    fn a_win_needs_four_plies_in_a_row() {
        let mut judge = Judge::new(RULES);
        for score in [-2000, -2100, -3000, -1999, -2000, -2500, -31_990] {
            assert_eq!(judge.hear(score, 20), None);
        }
        assert_eq!(judge.hear(-2000, 20), Some((Outcome::BlackWin, Ending::WinAdjudicated)));
    }

    #[test]
    fn scores_of_both_signs_are_no_win() {
        let mut judge = Judge::new(RULES);
        for _ in 0..8 {
            assert_eq!(judge.hear(2500, 20), None);
            assert_eq!(judge.hear(-2500, 20), None);
        }
    }

    #[test]
    fn a_draw_needs_twelve_late_plies() {
        let mut judge = Judge::new(RULES);
        (0..30).for_each(|_| assert_eq!(judge.hear(0, 39), None));
        (0..11).for_each(|_| assert_eq!(judge.hear(-8, 40), None));
        assert_eq!(judge.hear(9, 45), None);
        (0..11).for_each(|_| assert_eq!(judge.hear(8, 46), None));
        assert_eq!(judge.hear(3, 52), Some((Outcome::Draw, Ending::DrawAdjudicated)));
    }
}

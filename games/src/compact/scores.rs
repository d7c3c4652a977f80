//! The model of scores: how far each is from what the scores before let expect.

use super::coder::BitCoder;
use super::mixer::{Mixer, Numbers};

/// Scores below are coded in steps; others are clamped.
const LARGE: i32 = 10_000;
/// From here on scores are proved and coded exactly.
const PROVED: i32 = 31_000;
/// Mate in 0, which stands where there is no score ([`crate::Played::UNSCORED`]).
const MATE: i32 = 32_000;

/// Scores that are not proved come back within half of this.
const STEP: i32 = 4;

/// What a score says: nothing final, a large or a proved advantage for the side to move
/// or for the other.
const CLASSES: usize = 5;

fn class(score: i32) -> usize {
    let size = match score.abs() {
        ..LARGE => return 0,
        LARGE..PROVED => 1,
        _ => 3,
    };
    size + usize::from(score < 0)
}

/// Number of bits, at most `most`.
fn length(number: i32, most: usize) -> usize {
    ((u32::BITS - number.unsigned_abs().leading_zeros()) as usize).min(most)
}

/// The scores of the game so far, for the side to move now.
#[derive(Clone, Copy, Default)]
pub struct Past {
    /// The own score before, and the other side's after it.
    own: i32,
    other: i32,
    /// How far the own score before was from what was expected, in steps.
    surprise: i32,
    other_surprise: i32,
    plies: usize,
}

impl Past {
    /// After one more score, for the other side.
    fn next(self, score: i32, surprise: i32) -> Self {
        Self {
            own: -self.other,
            other: -score,
            surprise: self.other_surprise,
            other_surprise: surprise,
            plies: self.plies + 1,
        }
    }

    fn expected(&self) -> i32 {
        let expected = match self.plies {
            0 => 0,
            1 => self.other,
            _ => (self.own + self.other) / 2,
        };
        expected.clamp(-LARGE, LARGE)
    }

    /// How the last score compares with what was expected; below 8.
    pub fn mood(&self) -> usize {
        let size = length(self.other_surprise, 7) / 2;
        if self.other_surprise < 0 { 4 + size } else { size }
    }
}

pub struct Scores {
    classes: Mixer<2>,
    steps: Numbers<3>,
    large: Numbers<1>,
    mates: Numbers<1>,
}

impl Scores {
    pub fn new() -> Self {
        Self {
            classes: Mixer::new([CLASSES * CLASSES * 8, 16 * 8], 8),
            steps: Numbers::new([26 * 4, 14 * 3, 10 * 10]),
            large: Numbers::new([CLASSES]),
            mates: Numbers::new([CLASSES]),
        }
    }

    /// Codes a score for the side to move; what comes back is at most [`STEP`] from it,
    /// and `past` is brought up to date.
    pub fn code(&mut self, coder: &mut impl BitCoder, past: &mut Past, score: i32) -> i32 {
        let expected = past.expected();
        let class = self.code_class(coder, past, class(score));
        let sign = if class.is_multiple_of(2) { -1 } else { 1 };
        let (found, surprise) = match class {
            0 => {
                let step =
                    self.code_step(coder, past, (score - expected + STEP / 2).div_euclid(STEP));
                ((expected + STEP * step).clamp(1 - LARGE, LARGE - 1), step)
            }
            1 | 2 => {
                let steps = (score.abs() - LARGE) as u32 / STEP as u32;
                let steps = self.large.unsigned(coder, [class], steps) as i32;
                (sign * (LARGE + STEP * steps).min(PROVED - 1), 0)
            }
            _ => {
                let plies = self.mates.unsigned(coder, [class], (MATE - score.abs()) as u32) as i32;
                (sign * (MATE - plies).max(PROVED), 0)
            }
        };
        // That a position has no score says nothing of the next one.
        let seen = if found.abs() == MATE { expected } else { found };
        *past = past.next(seen, surprise);
        found
    }

    fn code_class(&mut self, coder: &mut impl BitCoder, past: &Past, wanted: usize) -> usize {
        let before = class(past.own) * CLASSES + class(past.other);
        let size = length(past.expected(), 15);
        let mut code = |node: usize, bit| {
            self.classes.code(coder, [before * 8 + node, size * 8 + node], node, bit)
        };
        if !code(0, wanted != 0) {
            return 0;
        }
        let is_proved = code(1, wanted > 2);
        let is_lost = code(2 + usize::from(is_proved), wanted.is_multiple_of(2));
        1 + 2 * usize::from(is_proved) + usize::from(is_lost)
    }

    fn code_step(&mut self, coder: &mut impl BitCoder, past: &Past, step: i32) -> i32 {
        let change = past.other - past.own;
        let change_size = length(change / 4, 12) + if change < 0 { 13 } else { 0 };
        let stage = (past.plies / 2).min(3);
        let expected = past.expected();
        let side = (expected.signum() + 1) as usize;
        let contexts = [
            change_size * 4 + stage,
            length(expected / 2, 13) * 3 + side,
            length(past.surprise, 9) * 10 + length(past.other_surprise, 9),
        ];
        self.steps.signed(coder, contexts, step)
    }
}

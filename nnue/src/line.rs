//! A line of play as the network sees it: which position was evaluated at which ply.

use riposte_board::Board;

use crate::features::Features;

/// Plies for which room is made at once; more are added when a line is longer.
pub(crate) const ROOM: usize = 128;

/// How many plies before the current one may have a similar position.
const NEAR: usize = 3;

/// A position that differs on so many squares is similar enough.
const SIMILAR: u32 = 6;

/// The position that was evaluated last at a ply, on this line of play or another.
#[derive(Clone, Debug)]
struct Step {
    features: Features,
    /// The key of its board.
    key: u64,
}

impl Step {
    /// The empty board, the key of which no position has.
    const EMPTY: Self = Self { features: Features::EMPTY, key: 0 };
}

/// The plies of a line. It does not depend on the size of the network.
#[derive(Clone, Debug)]
pub struct Line {
    steps: Vec<Step>,
    top: usize,
}

impl Line {
    /// Starts with empty boards.
    pub(crate) fn new() -> Self {
        Self { steps: vec![Step::EMPTY; ROOM], top: 0 }
    }

    /// Goes back to the start.
    pub(crate) fn reset(&mut self) {
        self.top = 0;
    }

    /// Opens the next ply.
    #[inline]
    pub(crate) fn push(&mut self) {
        self.top += 1;
        if self.top == self.steps.len() {
            self.steps.push(Step::EMPTY);
        }
    }

    /// Goes back one ply; does nothing where the line starts.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The ply of the current position.
    #[inline]
    pub(crate) fn top(&self) -> usize {
        self.top
    }

    /// Whether the position on the board is the one evaluated last at the current ply.
    #[inline]
    pub(crate) fn is_known(&self, board: &Board) -> bool {
        self.steps[self.top].key == board.key()
    }

    /// A ply from which few inputs change, of the current one and those before it, with
    /// the inputs there. Its position need not be one of the line: another move from the
    /// same position often changes less than the moves since the last ply of the line
    /// that was evaluated.
    #[inline]
    pub(crate) fn most_similar(&self, features: &Features) -> (usize, &Features) {
        let mut best = (self.top, u32::MAX);
        let before = self.top.saturating_sub(1);
        let others = (self.top.saturating_sub(NEAR)..before).rev();
        for ply in [before, self.top].into_iter().chain(others) {
            let differences = features.differences(&self.steps[ply].features).len();
            if differences < best.1 {
                best = (ply, differences);
            }
            if differences <= SIMILAR {
                break;
            }
        }
        (best.0, &self.steps[best.0].features)
    }

    /// The position on the board has been evaluated at the current ply.
    #[inline]
    pub(crate) fn set_known(&mut self, board: &Board, features: Features) {
        self.steps[self.top] = Step { features, key: board.key() };
    }
}

//! One search thread's own memory.

use riposte_board::Board;

use crate::eval::{Evaluation, Evaluator};
use crate::ordering::history::Histories;
use crate::params::Lab;
use crate::rules::reductions::Reductions;
use crate::tree::stack::Stack;

/// What a thread keeps between searches: its history tables and its settings.
/// Nothing of it is seen by other threads.
pub(crate) struct Worker<L: Lab> {
    pub(crate) id: usize,
    pub(crate) lab: L,
    pub(crate) histories: Histories<L>,
    pub(crate) reductions: Reductions,
    /// Follows the line of play with its values.
    pub(crate) evaluator: Evaluator,
    /// The line of play that is being searched.
    pub(crate) stack: Stack,
    /// What the last search counted.
    pub(crate) stats: L::Stats,
}

impl<L: Lab> Worker<L> {
    pub(crate) fn new(id: usize, lab: L) -> Self {
        Self {
            id,
            reductions: Reductions::new(&lab, id),
            histories: Histories::new(&lab),
            evaluator: Evaluator::new(&Evaluation::PieceSquare, &Board::startpos()),
            stack: Stack::new(),
            stats: L::Stats::default(),
            lab,
        }
    }

    /// Whether this thread keeps the clock and speaks for all.
    #[inline]
    pub(crate) fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Searches by `lab` from now on.
    pub(crate) fn set_lab(&mut self, lab: L) {
        self.reductions = Reductions::new(&lab, self.id);
        self.histories.set_lab(&lab);
        self.lab = lab;
    }

    /// Forgets the game.
    pub(crate) fn new_game(&mut self) {
        self.histories.clear();
    }
}

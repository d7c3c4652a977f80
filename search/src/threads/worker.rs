//! The memory of one search thread.

use riposte_board::Board;
use riposte_eval::{Evaluation, Evaluator};
use riposte_ordering::Histories;
use riposte_params::Lab;

use crate::rules::reductions::Reductions;
use crate::tree::stack::Stack;

/// The memory that a thread keeps between searches: histories and parameters. Not shared.
pub(crate) struct Worker<L: Lab> {
    pub(crate) id: usize,
    pub(crate) lab: L,
    pub(crate) histories: Histories,
    pub(crate) reductions: Reductions,
    /// The evaluation, following the current variation.
    pub(crate) evaluator: Evaluator,
    /// The search stack.
    pub(crate) stack: Stack,
    /// Statistics of the last search.
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

    /// Whether this thread keeps the clock and answers.
    #[inline]
    pub(crate) fn is_main(&self) -> bool {
        self.id == 0
    }

    /// Searches by `lab` from now on.
    pub(crate) fn set_lab(&mut self, lab: L) {
        self.reductions = Reductions::new(&lab, self.id);
        self.lab = lab;
        self.new_game();
    }

    /// Starts with empty histories.
    pub(crate) fn new_game(&mut self) {
        self.histories.clear(&self.lab);
    }
}

//! Whole searches.

use std::sync::Arc;

use riposte_board::Board;
use riposte_search::{Engine, Evaluation, Limits, Silent};

/// An engine with one thread and the network that Riposte carries.
pub struct Searcher(Engine);

impl Searcher {
    /// A fresh engine with so large a table.
    ///
    /// # Panics
    ///
    /// When the system refuses memory or a thread.
    pub fn new(megabytes: usize) -> Self {
        let mut engine = Engine::new().expect("an engine");
        engine.set_evaluation(Evaluation::embedded().expect("the network of the engine"));
        engine.set_hash(megabytes).expect("memory for the table of a bench");
        Self(engine)
    }

    /// Searches every position anew.
    pub fn run(&mut self, boards: &[Board], limits: &Limits) {
        for board in boards {
            self.0.new_game();
            self.0.set_position(board.clone());
            self.0.go(limits.clone(), Arc::new(Silent));
            self.0.wait();
        }
    }
}

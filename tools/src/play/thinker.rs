//! An engine that is asked for one move after the other.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::params::{Lab, Release};
use riposte_search::{Engine, EngineError, Evaluation, Info, Limits, Score, Sink};

/// A search may overrun its soft limit by this factor before it is cut short.
const HARD_FACTOR: u64 = 8;

/// No iteration starts after so many nodes: every score is of a finished one.
/// A comparison of searches needs exact limits instead: of two with the same soft
/// limit the one whose iterations grow faster spends more.
pub fn soft_nodes(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
        ..Limits::default()
    }
}

/// An engine in this process.
pub struct Thinker<L: Lab = Release> {
    engine: Engine<L>,
    answer: Arc<Answer>,
}

impl<L: Lab> Thinker<L> {
    /// An engine that searches by `lab` and judges by `evaluation`, with `hash`
    /// megabytes of memory.
    ///
    /// # Errors
    ///
    /// When the engine gets no memory or no thread.
    pub fn new(lab: L, hash: usize, evaluation: &Evaluation) -> Result<Self, EngineError> {
        let mut engine = Engine::with_lab(lab)?;
        engine.set_hash(hash)?;
        engine.set_evaluation(evaluation.clone());
        Ok(Self { engine, answer: Arc::default() })
    }

    /// Searches by `lab` from now on.
    pub fn set_lab(&mut self, lab: L) {
        self.engine.set_lab(lab);
    }

    /// Time per move that is kept back where a clock runs.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.engine.set_move_overhead(overhead);
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The engine's move and the score of the position for the side to move.
    /// `None` if there is no move.
    pub fn think(&mut self, board: &Board, limits: Limits) -> Option<(Move, Score)> {
        self.engine.set_position(board.clone());
        self.engine.go(limits, Arc::<Answer>::clone(&self.answer));
        self.engine.wait();
        let (best, score) = *self.answer.0.lock();
        best.map(|mv| (mv, score))
    }
}

/// What the last search said last.
#[derive(Default)]
struct Answer(Mutex<(Option<Move>, Score)>);

impl Sink for Answer {
    fn info(&self, info: &Info) {
        self.0.lock().1 = info.score;
    }

    fn best_move(&self, best: Option<Move>, _: Option<Move>) {
        self.0.lock().0 = best;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_limit_has_a_hard_one_behind_it() {
        let soft = soft_nodes(500);
        assert_eq!((soft.soft_nodes, soft.nodes), (Some(500), Some(4000)));
    }
}

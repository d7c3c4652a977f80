//! Searches of the engine with other settings than the release's.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::params::{Counted, Masked};
use riposte_search::stats::Counters;
use riposte_search::{Engine, Evaluation, Limits};

use riposte_tools::setting::Setting;

/// An engine whose settings change from search to search.
pub struct Searcher(Engine<Counted<Masked>>);

/// The result of a search.
pub struct Outcome {
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Time until the last iteration was complete.
    pub time: Duration,
    /// The move it would play.
    pub best: Option<Move>,
    /// The statistics of the search.
    pub counters: Counters,
}

impl Searcher {
    /// An engine that evaluates with `evaluation`.
    ///
    /// # Errors
    ///
    /// A text that says what the system refused.
    pub fn new(evaluation: &Evaluation) -> Result<Self, String> {
        let engine = Engine::with_lab(Counted(Masked::default()));
        let mut engine = engine.map_err(|error| error.to_string())?;
        engine.set_evaluation(evaluation.clone());
        Ok(Self(engine))
    }

    /// Searches `board` by `setting` to `depth`, from an empty memory.
    ///
    /// # Errors
    ///
    /// A text that describes the error of the setting.
    pub fn search(
        &mut self,
        setting: &Setting,
        board: &Board,
        depth: u32,
    ) -> Result<Outcome, String> {
        let engine = &mut self.0;
        engine.set_lab(Counted(setting.lab()?));
        engine.new_game();
        engine.set_position(board.clone());
        let found = engine.search(Limits::depth(depth), &AtomicBool::new(false));
        let last = &found.pvs[0];
        let counters = engine.statistics();
        Ok(Outcome { nodes: last.nodes, time: last.time, best: found.best, counters })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_changed_its_settings_searches_as_a_new_one() {
        let evaluation = Evaluation::PieceSquare;
        let settings = Setting::all();
        let board = Board::startpos();
        let mut used = Searcher::new(&evaluation).unwrap();
        for setting in [&settings[1], &settings[settings.len() - 1], &settings[0]] {
            let mut fresh = Searcher::new(&evaluation).unwrap();
            let own = used.search(setting, &board, 6).unwrap();
            let other = fresh.search(setting, &board, 6).unwrap();
            assert_eq!((own.nodes, own.best), (other.nodes, other.best), "{}", setting.name());
            assert_eq!(own.counters, other.counters, "{}", setting.name());
        }
    }
}

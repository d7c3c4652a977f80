//! Searches whose reports are kept.

use std::sync::Arc;

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::params::Lab;
use riposte_search::{Engine, Info, Limits, Sink};

/// Records everything that a search reports.
#[derive(Default)]
pub struct Recorder {
    pub infos: Mutex<Vec<Info>>,
    pub answers: Mutex<Vec<(Option<Move>, Option<Move>)>>,
}

impl Sink for Recorder {
    fn info(&self, info: &Info) {
        self.infos.lock().push(info.clone());
    }

    fn best_move(&self, best: Option<Move>, ponder: Option<Move>) {
        self.answers.lock().push((best, ponder));
    }
}

impl Recorder {
    pub fn last(&self) -> Info {
        self.infos.lock().last().cloned().expect("every search reports at least once")
    }

    pub fn best(&self) -> Option<Move> {
        let answers = self.answers.lock();
        assert_eq!(answers.len(), 1, "one answer for one go");
        answers[0].0
    }
}

pub fn start<L: Lab>(engine: &mut Engine<L>, fen: &str, limits: Limits) -> Arc<Recorder> {
    engine.set_position(Board::from_fen(fen).expect("the test's own position"));
    let recorder = Arc::new(Recorder::default());
    engine.go(limits, recorder.clone());
    recorder
}

pub fn search(fen: &str, limits: Limits) -> Arc<Recorder> {
    let mut engine = Engine::new().expect("16 MB and a thread");
    let recorder = start(&mut engine, fen, limits);
    engine.wait();
    recorder
}

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

//! Searches whose caller waits for the answer.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use riposte_movegen::Move;
use riposte_params::Lab;

use crate::engine::Engine;
use crate::info::{Info, Sink};
use crate::limits::Limits;

/// How often a running search checks whether it was cancelled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The last report of each pv, the best first: at least one, also in a position without a
    /// legal move.
    pub pvs: Vec<Info>,
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// Messages for the user, such as the names of damaged files.
    pub messages: Vec<String>,
}

impl<L: Lab> Engine<L> {
    /// Searches the position and returns when the search is over, at the latest some
    /// milliseconds after another thread has set `cancel`. The result is then what was found
    /// until that moment. Without a limit, only `cancel` ends the search.
    pub fn search(&mut self, limits: Limits, cancel: &AtomicBool) -> Found {
        let listener = Arc::new(Listener::default());
        self.go(limits, listener.clone());
        while !self.wait_until(Instant::now() + POLL_INTERVAL) {
            if cancel.load(Ordering::Relaxed) {
                self.stop();
            }
        }
        mem::take(&mut *listener.0.lock())
    }
}

/// Keeps the last report of each pv, and the answer.
#[derive(Default)]
struct Listener(Mutex<Found>);

impl Sink for Listener {
    fn info(&self, info: &Info) {
        let pvs = &mut self.0.lock().pvs;
        match pvs.binary_search_by_key(&info.multi_pv, |pv| pv.multi_pv) {
            Ok(index) => pvs[index] = info.clone(),
            Err(index) => pvs.insert(index, info.clone()),
        }
    }

    fn message(&self, text: &str) {
        self.0.lock().messages.push(text.to_owned());
    }

    fn best_move(&self, best: Option<Move>, _: Option<Move>) {
        self.0.lock().best = best;
    }
}

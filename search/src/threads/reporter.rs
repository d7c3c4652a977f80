//! Serialises output: exactly one `bestmove`, and no `info` after it.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use crate::info::Sink;

/// The sink of one search, and whether the search is answered.
pub(crate) struct Reporter {
    sink: Arc<dyn Sink>,
    /// Held during every call of the sink.
    answered: Mutex<bool>,
    done: Condvar,
}

impl Reporter {
    pub(crate) fn new(sink: Arc<dyn Sink>) -> Self {
        Self { sink, answered: Mutex::new(false), done: Condvar::new() }
    }

    /// Calls `report` unless the search is answered.
    pub(crate) fn with_sink(&self, report: impl FnOnce(&dyn Sink)) {
        let answered = self.answered.lock();
        if !*answered {
            report(&*self.sink);
        }
    }

    /// Calls `answer`, which ends the search, unless it is answered. Unless it `waits`, it
    /// gives up if the sink is in use: a sink may end the search from within a call.
    /// Returns whether the search is answered.
    pub(crate) fn finish(&self, waits: bool, answer: impl FnOnce(&dyn Sink)) -> bool {
        let free = if waits { Some(self.answered.lock()) } else { self.answered.try_lock() };
        let Some(mut answered) = free else { return false };
        if !*answered {
            answer(&*self.sink);
            *answered = true;
            self.done.notify_all();
        }
        true
    }

    /// Blocks until the search is answered.
    pub(crate) fn wait(&self) {
        let mut answered = self.answered.lock();
        while !*answered {
            self.done.wait(&mut answered);
        }
    }

    /// Blocks until the search is answered or `end` is reached. Returns whether it is
    /// answered.
    pub(crate) fn wait_until(&self, end: Instant) -> bool {
        let Some(mut answered) = self.answered.try_lock_until(end) else { return false };
        while !*answered {
            if self.done.wait_until(&mut answered, end).timed_out() {
                return *answered;
            }
        }
        true
    }
}

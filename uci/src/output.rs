//! Standard output, shared by the session and its searches.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::Sender;
use parking_lot::Mutex;

/// What reaches the session from its own threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The search has only its answer left to print, or the job that ran in
    /// place of one has ended.
    Finished,
    /// Nobody reads the output any more.
    OutputLost,
}

/// Writes whole lines, each visible to the client at once.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    events: Sender<Event>,
    lost: AtomicBool,
}

impl Output {
    /// Lines go to standard output; the loss of it is told to `events`.
    pub fn stdout(events: Sender<Event>) -> Arc<Self> {
        Arc::new(Self {
            writer: Mutex::new(Box::new(io::stdout())),
            events,
            lost: AtomicBool::new(false),
        })
    }

    /// Writes one line, or several that must not be torn apart.
    pub fn line(&self, text: impl fmt::Display) {
        let text = format!("{text}\n");
        let mut writer = self.writer.lock();
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        drop(writer);
        if written.is_err() && !self.lost.swap(true, Ordering::Relaxed) {
            // Fails only when the session has ended, and then it is known.
            let _ = self.events.send(Event::OutputLost);
        }
    }

    /// Writes one line of free text, as UCI marks it.
    pub fn message(&self, text: impl fmt::Display) {
        self.line(format_args!("info string {text}"));
    }

    /// Tells the session [`Event::Finished`].
    pub fn finished(&self) {
        let _ = self.events.send(Event::Finished);
    }
}

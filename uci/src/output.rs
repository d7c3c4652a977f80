//! Standard output, shared by the session and its searches.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::Sender;
use parking_lot::Mutex;

use crate::show::terminal::Terminal;

/// Events from the session's threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The search has only its answer left to print, or the job that ran in
    /// place of one has ended.
    Finished { had_errors: bool },
    /// The output is closed.
    OutputLost,
}

/// Writes whole lines, each visible to the client at once.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    events: Sender<Event>,
    /// The terminal, if the output is one.
    terminal: Option<Terminal>,
    /// Whether `uci` was received.
    uses_uci: AtomicBool,
}

impl Output {
    /// Lines go to standard output; `events` receives its loss.
    pub fn stdout(events: Sender<Event>) -> Arc<Self> {
        Arc::new(Self {
            writer: Mutex::new(Box::new(io::stdout())),
            events,
            terminal: Terminal::stdout(),
            uses_uci: AtomicBool::new(false),
        })
    }

    /// Writes one line, or several that stay together.
    pub fn line(&self, text: impl fmt::Display) {
        let text = format!("{text}\n");
        let mut writer = self.writer.lock();
        let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        drop(writer);
        if written.is_err() {
            // Fails only when the session has ended.
            let _ = self.events.send(Event::OutputLost);
        }
    }

    /// The terminal, if it has not switched to UCI.
    pub fn terminal(&self) -> Option<Terminal> {
        self.terminal.filter(|_| !self.uses_uci.load(Ordering::Relaxed))
    }

    /// Follows the protocol from now on, at a terminal too.
    pub fn use_uci(&self) {
        self.uses_uci.store(true, Ordering::Relaxed);
    }

    /// Writes one line of free text, for programs as `info string`.
    pub fn message(&self, text: impl fmt::Display) {
        match self.terminal() {
            Some(_) => self.line(text),
            None => self.line(format_args!("info string {text}")),
        }
    }

    /// Sends [`Event::Finished`] to the session.
    pub fn finished(&self, had_errors: bool) {
        let _ = self.events.send(Event::Finished { had_errors });
    }
}

//! Standard output, shared by the session and its searches.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::Sender;
use parking_lot::Mutex;

use crate::person::Terminal;

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
    /// The terminal, where a person sits in front of it.
    terminal: Option<Terminal>,
    /// Whether UCI was asked for, person or not.
    speaks_uci: AtomicBool,
}

impl Output {
    /// Lines go to standard output; the loss of it is told to `events`.
    pub fn stdout(events: Sender<Event>) -> Arc<Self> {
        Arc::new(Self {
            writer: Mutex::new(Box::new(io::stdout())),
            events,
            lost: AtomicBool::new(false),
            terminal: Terminal::stdout(),
            speaks_uci: AtomicBool::new(false),
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

    /// The terminal, if a person reads there who has not asked for UCI.
    pub fn person(&self) -> Option<Terminal> {
        self.terminal.filter(|_| !self.speaks_uci.load(Ordering::Relaxed))
    }

    /// From now on there is a program on the other side, or somebody who wants to
    /// see what one would.
    pub fn speak_uci(&self) {
        self.speaks_uci.store(true, Ordering::Relaxed);
    }

    /// Writes one line of free text, marked as UCI does for programs.
    pub fn message(&self, text: impl fmt::Display) {
        match self.person() {
            Some(_) => self.line(text),
            None => self.line(format_args!("info string {text}")),
        }
    }

    /// Tells the session [`Event::Finished`].
    pub fn finished(&self) {
        let _ = self.events.send(Event::Finished);
    }
}

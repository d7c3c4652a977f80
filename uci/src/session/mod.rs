//! One conversation with a client: which commands are carried out at once, which
//! wait for the end of a search, and when the conversation ends.

mod execute;
mod go;
pub mod options;

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::{self, Receiver};
use crossbeam::select;
use riposte_notation::MAX_LINE;
use riposte_search::{Engine, EngineError, Evaluation};

use crate::about;
use crate::command::Command;
use crate::input::Input;
use crate::output::{Event, Output};
use options::StrengthOptions;

/// A command of the client, or the end of the input: exit after everything before it.
type Request = Option<Command>;

/// What runs beside the session.
enum Running {
    /// A search; `waits` when only `stop` (or `ponderhit`) can end it.
    Search { waits: bool, infinite: bool },
    /// `perft`, `bench` and the like, on a thread of its own.
    Job { cancel: Arc<AtomicBool> },
}

/// Whether the session continues or ends.
type Flow = ControlFlow<()>;

/// The parameters of the engine. They are options only in a build made for tuning
/// (`--features tuning`), because players have no use for them.
#[cfg(feature = "tuning")]
type SessionLab = riposte_search::params::Masked;
#[cfg(not(feature = "tuning"))]
type SessionLab = riposte_search::params::Release;

/// The engine and everything that a client can change about it.
pub struct Session {
    engine: Engine<SessionLab>,
    lab: SessionLab,
    output: Arc<Output>,
    events: Receiver<Event>,
    running: Option<Running>,
    /// Requests that came during a search and wait for its end.
    waiting: VecDeque<Request>,
    chess960: bool,
    shows_wdl: bool,
    strength: StrengthOptions,
    debug: bool,
    had_errors: bool,
    /// The folders of the tablebases in use.
    syzygy_path: String,
}

impl Session {
    /// A session that writes to standard output.
    ///
    /// # Errors
    ///
    /// When the system refuses the memory or the thread of the smallest engine.
    pub fn new() -> Result<Self, EngineError> {
        let (sender, events) = channel::unbounded();
        let output = Output::stdout(sender);
        let mut engine = Engine::with_lab(SessionLab::default())?;
        match Evaluation::load(Evaluation::DEFAULT) {
            Ok(evaluation) => engine.set_evaluation(evaluation),
            Err(error) => {
                output.message(format_args!("{error}; evaluating without a network"));
            }
        }
        Ok(Self {
            engine,
            lab: SessionLab::default(),
            output,
            events,
            running: None,
            waiting: VecDeque::new(),
            chess960: false,
            shows_wdl: false,
            strength: StrengthOptions::DEFAULT,
            debug: false,
            had_errors: false,
            syzygy_path: String::new(),
        })
    }

    /// Greets a user at a terminal. Programs send `uci`.
    pub fn greet(&self) {
        if self.output.terminal().is_some() {
            let name = about::NAME;
            self.output.line(format_args!("{name}, a chess engine. 'help' lists the commands."));
        }
    }

    /// Answers `input` until it ends or has `quit`. Returns whether something was refused.
    pub fn run(mut self, input: &Receiver<Input>) -> bool {
        // After the end of the input its channel would always be ready.
        let nothing = channel::never();
        let mut input = input;
        loop {
            let flow = select! {
                recv(input) -> received => {
                    let received = received.unwrap_or(Input::End);
                    if received == Input::End {
                        input = &nothing;
                    }
                    self.handle_input(received)
                }
                recv(self.events) -> event => {
                    event.map_or(Break(()), |event| self.handle_event(event))
                }
            };
            if flow.is_break() {
                break;
            }
        }
        self.stop_running();
        self.engine.wait();
        self.had_errors
    }

    fn handle_input(&mut self, input: Input) -> Flow {
        // A search whose answer the client has seen has ended here too.
        while let Ok(event) = self.events.try_recv() {
            self.handle_event(event)?;
        }
        match input {
            Input::Line(line) => match Command::parse(&line) {
                Ok(Some(command)) => return self.handle(Some(command)),
                Ok(None) => {}
                Err(error) => self.refuse(error),
            },
            Input::TooLong => {
                self.refuse(format_args!("a line of more than {MAX_LINE} bytes was ignored"));
            }
            Input::End => return self.handle(None),
        }
        Continue(())
    }

    fn handle_event(&mut self, event: Event) -> Flow {
        match event {
            Event::OutputLost => Break(()),
            Event::Finished { had_errors } => {
                self.had_errors |= had_errors;
                self.running = None;
                // The search still prints its answer.
                self.engine.wait();
                // If a request starts the next search, the others wait again, in
                // the same order.
                for request in std::mem::take(&mut self.waiting) {
                    self.handle(request)?;
                }
                Continue(())
            }
        }
    }

    /// Reports an error; nothing changes.
    fn refuse(&mut self, error: impl fmt::Display) {
        self.had_errors = true;
        self.output.message(error);
    }

    /// Reports the error of an `outcome`.
    fn accept(&mut self, outcome: Result<(), impl fmt::Display>) {
        if let Err(error) = outcome {
            self.refuse(error);
        }
    }

    fn handle(&mut self, request: Request) -> Flow {
        match request {
            Some(Command::Quit) => return Break(()),
            request if self.running.is_some() => self.handle_while_running(request),
            Some(command) => self.execute(command),
            None => return Break(()),
        }
        Continue(())
    }

    /// During a search: `stop` and `ponderhit` act on it, queries are answered, and
    /// everything else waits for its end.
    fn handle_while_running(&mut self, request: Request) {
        match request {
            Some(Command::Stop) => {
                self.stop_running();
                self.repeat_for_waiting_search(Command::Stop);
            }
            Some(Command::PonderHit) => {
                self.ponder_hit();
                self.repeat_for_waiting_search(Command::PonderHit);
            }
            Some(command) if is_answered_at_once(&command) => self.execute(command),
            Some(Command::Display) if self.waiting.is_empty() => {
                self.execute(Command::Display);
            }
            None => {
                // There can be no `stop` any more.
                if matches!(self.running, Some(Running::Search { waits: true, .. })) {
                    self.stop_running();
                }
                self.waiting.push_back(None);
            }
            Some(command) => {
                if self.debug {
                    self.output.message("the command waits until the search has ended");
                }
                self.waiting.push_back(Some(command));
            }
        }
    }

    /// A `stop` after a `go` that still waits applies to that search too. Otherwise
    /// an infinite search would start later and never end.
    fn repeat_for_waiting_search(&mut self, command: Command) {
        let is_go = |request: &Request| matches!(request, Some(Command::Go(_)));
        if self.waiting.iter().any(is_go) {
            self.waiting.push_back(Some(command));
        }
    }

    fn stop_running(&mut self) {
        match &mut self.running {
            Some(Running::Search { .. }) => self.engine.stop(),
            Some(Running::Job { cancel }) => cancel.store(true, Ordering::Relaxed),
            None => {}
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(Running::Search { waits, infinite }) = &mut self.running {
            *waits = *infinite;
            self.engine.ponder_hit();
        }
    }
}

/// Whether a command neither changes the search nor depends on requests that wait.
fn is_answered_at_once(command: &Command) -> bool {
    matches!(
        command,
        Command::IsReady
            | Command::Uci
            | Command::Debug(_)
            | Command::Compiler
            | Command::License
            | Command::Version
            | Command::Help(_)
    )
}

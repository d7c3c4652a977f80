//! One conversation with a client: what is answered at once, what waits for a
//! search to end, and when it is over.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam::channel::{self, Receiver};
use crossbeam::select;
use riposte_board::Board;
use riposte_movegen::Color;
use riposte_notation::{excerpt, from_fen};
use riposte_search::params::spsa_lines;
use riposte_search::{Engine, EngineError, Evaluation, Limits};

use crate::bench::{self, Plan};
use crate::command::{BenchRequest, Command, GenFensRequest, GoRequest};
use crate::input::{Input, MAX_LINE};
use crate::options::{self, OPTIONS, OptionError, Setting};
use crate::output::{Event, Output};
use crate::position::PositionError;
use crate::report::{Reporter, Style};
use crate::syzygy::{self, SyzygySetting};
use crate::tuning::SessionLab;
use crate::weakness::Weakness;
use crate::{about, display, genfens, help, network, opinion, perft, person, position, tuning};

/// What the session was asked, in the order in which it was asked.
enum Request {
    Command(Command),
    /// The input has ended: leave when everything before it is done.
    End,
}

/// What runs beside the session.
enum Running {
    /// A search; `waits` when only `stop` (or `ponderhit`) can end it.
    Search { waits: bool, infinite: bool },
    /// `perft` or `bench`, on a thread of its own.
    Job { cancel: Arc<AtomicBool> },
}

/// Whether the session goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Leave,
}

/// How a session went.
pub struct Outcome {
    /// Whether something in the input was refused.
    pub had_faults: bool,
}

/// The engine and everything that a client can change about it.
pub struct Session {
    engine: Engine<SessionLab>,
    lab: SessionLab,
    output: Arc<Output>,
    events: Receiver<Event>,
    running: Option<Running>,
    /// Requests that came during a search and have to wait for its end.
    waiting: VecDeque<Request>,
    chess960: bool,
    shows_chances: bool,
    weakness: Weakness,
    debug: bool,
    had_faults: bool,
    /// Set by a job that found something wrong.
    job_found_fault: Arc<AtomicBool>,
    /// The folders of the tablebases in use.
    syzygy_path: String,
}

impl Session {
    /// A session that writes to standard output.
    ///
    /// # Errors
    ///
    /// When the machine refuses what the smallest engine needs.
    pub fn new() -> Result<Self, EngineError> {
        let (sender, events) = channel::unbounded();
        let output = Output::stdout(sender);
        let mut engine = Engine::with_lab(SessionLab::default())?;
        match network::load(network::DEFAULT) {
            Ok(evaluation) => engine.set_evaluation(evaluation),
            Err(fault) => output.message(format_args!("{fault}; judging without a network")),
        }
        Ok(Self {
            engine,
            lab: SessionLab::default(),
            output,
            events,
            running: None,
            waiting: VecDeque::new(),
            chess960: false,
            shows_chances: false,
            weakness: Weakness::default(),
            debug: false,
            had_faults: false,
            job_found_fault: Arc::default(),
            syzygy_path: String::new(),
        })
    }

    /// Tells a person who this is. Programs ask.
    pub fn greet(&self) {
        if self.output.person().is_some() {
            let name = about::NAME;
            self.output.line(format_args!("{name}, a chess engine. 'help' lists the commands."));
        }
    }

    /// Answers `input` until it ends or says `quit`.
    pub fn run(mut self, input: &Receiver<Input>) -> Outcome {
        // After its end the channel of the input would always be ready.
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
                    event.map_or(Flow::Leave, |event| self.handle_event(event))
                }
            };
            if flow == Flow::Leave {
                break;
            }
        }
        self.stop_running();
        self.engine.wait();
        let found_fault = self.job_found_fault.load(Ordering::Relaxed);
        Outcome { had_faults: self.had_faults || found_fault }
    }

    fn handle_input(&mut self, input: Input) -> Flow {
        // What the client has already seen the end of has ended here too.
        while let Ok(event) = self.events.try_recv() {
            if self.handle_event(event) == Flow::Leave {
                return Flow::Leave;
            }
        }
        match input {
            Input::Line(line) => match Command::parse(&line) {
                Ok(Some(command)) => self.handle(Request::Command(command)),
                Ok(None) => Flow::Continue,
                Err(fault) => self.refuse(fault),
            },
            Input::TooLong => {
                self.refuse(format_args!("a line of more than {MAX_LINE} bytes was ignored"))
            }
            Input::End => self.handle(Request::End),
        }
    }

    fn handle_event(&mut self, event: Event) -> Flow {
        match event {
            Event::OutputLost => Flow::Leave,
            Event::Finished => {
                self.running = None;
                // The search still says its last word.
                self.engine.wait();
                // What waited may start the next search, and then the rest
                // waits again, in the same order.
                for request in std::mem::take(&mut self.waiting) {
                    if self.handle(request) == Flow::Leave {
                        return Flow::Leave;
                    }
                }
                Flow::Continue
            }
        }
    }

    /// Reports a fault. The state is left as it was.
    fn refuse(&mut self, fault: impl fmt::Display) -> Flow {
        self.had_faults = true;
        self.output.message(fault);
        Flow::Continue
    }

    fn handle(&mut self, request: Request) -> Flow {
        if self.running.is_some() {
            return self.handle_while_running(request);
        }
        match request {
            Request::Command(command) => self.execute(command),
            Request::End => Flow::Leave,
        }
    }

    /// A running search is told what is for it, questions are answered, and
    /// everything else waits for its end.
    fn handle_while_running(&mut self, request: Request) -> Flow {
        match request {
            Request::Command(Command::Stop) => {
                self.stop_running();
                self.repeat_for_waiting_search(Command::Stop);
            }
            Request::Command(Command::PonderHit) => {
                self.ponder_hit();
                self.repeat_for_waiting_search(Command::PonderHit);
            }
            Request::Command(command) if is_answered_at_once(&command) => {
                return self.execute(command);
            }
            Request::Command(Command::Display) if self.waiting.is_empty() => {
                return self.execute(Command::Display);
            }
            Request::End => {
                // Nobody is left who could say `stop`.
                if matches!(self.running, Some(Running::Search { waits: true, .. })) {
                    self.stop_running();
                }
                self.waiting.push_back(Request::End);
            }
            request @ Request::Command(_) => {
                if self.debug {
                    self.output.message("the command waits until the search has ended");
                }
                self.waiting.push_back(request);
            }
        }
        Flow::Continue
    }

    /// A `stop` behind a `go` that still waits is for that search too: without
    /// it, a search that never ends by itself would run on.
    fn repeat_for_waiting_search(&mut self, command: Command) {
        let is_go = |request: &Request| matches!(request, Request::Command(Command::Go(_)));
        if self.waiting.iter().any(is_go) {
            self.waiting.push_back(Request::Command(command));
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

    fn execute(&mut self, command: Command) -> Flow {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => self.engine.new_game(),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::Position { fen, moves } => {
                return self.set_position(position::set_up(fen.as_deref(), &moves));
            }
            Command::Go(request) => self.go(*request),
            // There is no search: the client was a moment late.
            Command::Stop | Command::PonderHit => {}
            Command::Quit => return Flow::Leave,
            Command::Debug(on) => self.debug = on,
            Command::Display => self.display(),
            Command::Eval => self.evaluate(),
            Command::Flip => {
                let flipped = display::flipped_fen(&self.engine.board().fen());
                return self.set_position(from_fen(&flipped).map_err(PositionError::from));
            }
            Command::Perft { depth, fen } => return self.perft(depth, fen.as_deref()),
            Command::Bench(request) => return self.bench(&request),
            Command::ExportNet(file) => return self.export_network(&file),
            Command::TbCheck(path) => return self.check_tables(path.as_deref()),
            Command::Spsa => self.output.line(spsa_lines().trim_end()),
            Command::Compiler => self.output.line(about::compiler()),
            Command::License => self.output.line(about::LICENSE),
            Command::Version => self.output.line(about::NAME),
            Command::GenFens(request) => return self.genfens(&request),
            Command::SaveHash(file) => return self.save_hash(&file),
            Command::LoadHash(file) => return self.load_hash(&file),
            Command::Help(topic) => return self.help(topic.as_deref()),
        }
        Flow::Continue
    }

    fn display(&self) {
        let board = self.engine.board();
        if let Some(terminal) = self.output.person() {
            self.output.line(person::board_text(board, terminal));
            return self.output.line(display::facts(board, self.chess960));
        }
        self.output.line(display::board_text(board, self.chess960));
    }

    fn introduce(&self) {
        self.output.speak_uci();
        use fmt::Write;

        let mut text = format!("id name {}\nid author {}\n", about::NAME, about::AUTHOR);
        for option in OPTIONS {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "{option}");
        }
        text.push_str(&tuning::announcement());
        text.push_str("uciok");
        self.output.line(text);
    }

    fn set_option(&mut self, name: &str, value: &str) -> Flow {
        match options::check(name, value) {
            Ok(Setting::Hash(megabytes)) => {
                let before = self.engine.tt().megabytes();
                let outcome = self.engine.set_hash(megabytes);
                if outcome.is_ok() && megabytes != before {
                    let pages = self.engine.tt().pages();
                    self.output.message(format_args!("hash table of {megabytes} MB, {pages}"));
                }
                return self.accept(outcome);
            }
            Ok(Setting::Threads(threads)) => {
                let outcome = self.engine.set_threads(threads);
                return self.accept(outcome);
            }
            Ok(Setting::MultiPv(lines)) => self.engine.set_multi_pv(lines),
            // Only a declaration: `go ponder` says when to ponder.
            Ok(Setting::Ponder(_)) => {}
            Ok(Setting::MoveOverhead(time)) => self.engine.set_move_overhead(time),
            Ok(Setting::Chess960(on)) => self.chess960 = on,
            Ok(Setting::ShowWdl(on)) => self.shows_chances = on,
            Ok(Setting::ClearHash) => self.engine.clear_hash(),
            Ok(Setting::EvalFile(name)) => {
                let outcome = network::load(&name).map(|evaluation| self.use_network(evaluation));
                return self.accept(outcome);
            }
            Ok(Setting::Syzygy(setting)) => return self.set_syzygy(setting),
            Ok(Setting::Deterministic(on)) => self.engine.set_deterministic(on),
            Ok(Setting::LimitStrength(on)) => self.change_weakness(|it| it.is_on = on),
            Ok(Setting::Elo(elo)) => self.change_weakness(|it| it.elo = elo),
            Ok(Setting::StrengthSeed(seed)) => self.change_weakness(|it| it.seed = seed),
            Ok(Setting::NodesTime(rate)) => self.engine.set_nodes_per_ms(rate),
            Err(fault @ OptionError::Unknown(_)) => return self.set_tunable(name, value, &fault),
            Err(fault) => return self.refuse(fault),
        }
        Flow::Continue
    }

    fn use_network(&mut self, evaluation: Evaluation) {
        if !evaluation.is_same(self.engine.evaluation()) {
            self.output.message(format_args!("positions are judged by {evaluation}"));
            self.engine.set_evaluation(evaluation);
        }
    }

    /// Writes the network in use to a file.
    fn export_network(&mut self, file: &str) -> Flow {
        match network::save(self.engine.evaluation(), file) {
            Ok(()) => self.output.message(format_args!("the network was written to '{file}'")),
            Err(fault) => return self.refuse(fault),
        }
        Flow::Continue
    }

    fn change_weakness(&mut self, change: impl FnOnce(&mut Weakness)) {
        change(&mut self.weakness);
        self.engine.set_strength(self.weakness.strength());
    }

    /// An option of the search itself, or, in a build for playing, none at all.
    fn set_tunable(&mut self, name: &str, value: &str, unknown: &OptionError) -> Flow {
        match tuning::set(&mut self.engine, &mut self.lab, name, value) {
            None => self.refuse(unknown),
            Some(outcome) => self.accept(outcome),
        }
    }

    fn set_position(&mut self, board: Result<Board, PositionError>) -> Flow {
        let outcome = board.map(|board| self.engine.set_position(board));
        self.accept(outcome)
    }

    /// Reports the fault of an `outcome` that is one.
    fn accept(&mut self, outcome: Result<(), impl fmt::Display>) -> Flow {
        match outcome {
            Ok(()) => Flow::Continue,
            Err(fault) => self.refuse(fault),
        }
    }

    /// Castling in the position at hand is written as the option says; where
    /// the two-square move of the king would be ambiguous, always as Chess960
    /// does.
    fn writes_chess960(&self) -> bool {
        self.chess960 || self.engine.board().is_chess960()
    }

    fn go(&mut self, request: GoRequest) {
        for fault in &request.faults {
            self.refuse(fault);
        }
        let mut limits = request.limits;
        for text in &request.search_moves {
            match self.engine.board().parse_uci(text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(fault) => {
                    let text = excerpt(text);
                    self.refuse(format_args!("go: searchmoves '{text}': {fault}"));
                }
            }
        }
        complete(&mut limits, self.engine.board().side());
        self.running =
            Some(Running::Search { waits: limits.waits_for_stop(), infinite: limits.infinite });
        let board = self.engine.board().clone();
        let style = Style { chess960: self.writes_chess960(), chances: self.shows_chances };
        let reporter = Reporter::new(self.output.clone(), board, style);
        self.engine.go(limits, Arc::new(reporter));
    }

    fn evaluate(&self) {
        let (engine, terminal) = (&self.engine, self.output.person());
        let own = engine.evaluate();
        self.output.line(opinion::text(engine.evaluation(), engine.board(), own, terminal));
    }

    fn perft(&mut self, depth: u32, fen: Option<&str>) -> Flow {
        if depth > perft::MAX_DEPTH {
            return self
                .refuse(format_args!("perft: the depth must be at most {}", perft::MAX_DEPTH));
        }
        let board = match fen.map(from_fen).transpose() {
            Ok(board) => board.unwrap_or_else(|| self.engine.board().clone()),
            Err(fault) => return self.refuse(PositionError::from(fault)),
        };
        let chess960 = self.chess960 || board.is_chess960();
        self.start_job("perft", move |output, cancel| {
            perft::divide(board, depth, chess960, output, cancel);
        })
    }

    fn bench(&mut self, request: &BenchRequest) -> Flow {
        match Plan::new(request, self.engine.evaluation().clone()) {
            Ok(plan) => {
                self.start_job("bench", move |output, cancel| bench::run(plan, output, cancel))
            }
            Err(fault) => self.refuse(fault),
        }
    }

    fn set_syzygy(&mut self, setting: SyzygySetting) -> Flow {
        let path = match &setting {
            SyzygySetting::Path(path) => Some(path.clone()),
            _ => None,
        };
        let mut tablebases = self.engine.tablebases().clone();
        let (opened, outcome) = syzygy::apply(setting, &mut tablebases);
        for fault in &opened.faults {
            self.refuse(format_args!("SyzygyPath: {fault}"));
        }
        if let Some(summary) = opened.summary {
            self.output.message(summary);
        }
        if let (Ok(()), Some(path)) = (&outcome, path) {
            self.syzygy_path = path;
        }
        self.engine.set_tablebases(tablebases);
        self.accept(outcome)
    }

    fn check_tables(&mut self, path: Option<&str>) -> Flow {
        let check = match syzygy::Check::new(path, &self.syzygy_path) {
            Ok(check) => check,
            Err(fault) => return self.refuse(fault),
        };
        let found_fault = self.job_found_fault.clone();
        self.start_job("tbcheck", move |output, cancel| {
            if !check.run(output, cancel) {
                found_fault.store(true, Ordering::Relaxed);
            }
        })
    }

    fn genfens(&mut self, request: &GenFensRequest) -> Flow {
        match genfens::Plan::new(request, self.engine.evaluation().clone()) {
            Ok(plan) => {
                self.start_job("genfens", move |output, cancel| genfens::run(plan, output, cancel))
            }
            Err(fault) => self.refuse(fault),
        }
    }

    fn save_hash(&mut self, file: &str) -> Flow {
        match self.engine.save_hash(Path::new(file)) {
            Ok(()) => {
                let megabytes = self.engine.tt().megabytes();
                self.output.message(format_args!(
                    "the hash table of {megabytes} MB was saved to '{file}'"
                ));
            }
            Err(fault) => return self.refuse(format_args!("Save Hash: '{file}': {fault}")),
        }
        Flow::Continue
    }

    fn load_hash(&mut self, file: &str) -> Flow {
        match self.engine.load_hash(Path::new(file)) {
            Ok(()) => self.output.message(format_args!("the hash table was loaded from '{file}'")),
            Err(fault) => return self.refuse(format_args!("Load Hash: '{file}': {fault}")),
        }
        Flow::Continue
    }

    fn help(&mut self, topic: Option<&str>) -> Flow {
        let Some(topic) = topic else {
            self.output.line(help::overview());
            return Flow::Continue;
        };
        match help::about(topic) {
            Some(text) => self.output.line(text),
            None => return self.refuse(format_args!("help: no command '{}'", excerpt(topic))),
        }
        Flow::Continue
    }

    fn start_job(
        &mut self,
        name: &str,
        job: impl FnOnce(&Output, &AtomicBool) + Send + 'static,
    ) -> Flow {
        let cancel = Arc::new(AtomicBool::new(false));
        let output = self.output.clone();
        let job_cancel = cancel.clone();
        let started: io::Result<_> = thread::Builder::new().name(name.into()).spawn(move || {
            job(&output, &job_cancel);
            output.finished();
        });
        match started {
            Ok(_) => {
                self.running = Some(Running::Job { cancel });
                Flow::Continue
            }
            Err(fault) => self.refuse(format_args!("{name}: {fault}")),
        }
    }
}

/// Makes `limits` say what they mean: without any limit the search is
/// infinite, and a client that gives only the other side's clock still waits for
/// an answer, so the clocks are then taken to be equal.
fn complete(limits: &mut Limits, side: Color) {
    limits.infinite |= !is_limited(limits);
    let (own, other) = (side.index(), (!side).index());
    if limits.time[own].is_none() && limits.time[other].is_some() {
        limits.time[own] = limits.time[other];
        limits.increment[own] = limits.increment[other];
    }
}

/// Whether the search can come to an end by itself once no one ponders.
fn is_limited(limits: &Limits) -> bool {
    limits.time.iter().any(Option::is_some)
        || limits.move_time.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
}

/// Whether a command neither touches the search nor depends on what waits.
fn is_answered_at_once(command: &Command) -> bool {
    matches!(
        command,
        Command::IsReady
            | Command::Quit
            | Command::Uci
            | Command::Debug(_)
            | Command::Compiler
            | Command::License
            | Command::Version
            | Command::Help(_)
    )
}

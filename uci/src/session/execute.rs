//! Each command carried out.

use std::fmt::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use riposte_board::Board;
use riposte_notation::{excerpt, from_fen};
use riposte_search::params::spsa_lines;

use super::{Flow, Running, Session};
use crate::command::Command;
use crate::jobs::{bench, genfens, perft};
use crate::options::OPTIONS;
use crate::output::Output;
use crate::position::{self, PositionError};
use crate::show::{display, eval, terminal};
use crate::tablebases::Check;
use crate::{about, help, network, tuning};

impl Session {
    pub(super) fn execute(&mut self, command: Command) -> Flow {
        let evaluation = self.engine.evaluation();
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
            Command::Quit => return Flow::Exit,
            Command::Debug(on) => self.debug = on,
            Command::Display => self.display(),
            Command::Eval => {
                let (board, terminal) = (self.engine.board(), self.output.terminal());
                self.output.line(eval::text(evaluation, board, self.engine.evaluate(), terminal));
            }
            Command::Flip => {
                let flipped = display::flipped_fen(&self.engine.board().fen());
                return self.set_position(from_fen(&flipped).map_err(PositionError::from));
            }
            Command::Perft { depth, fen } => {
                let plan =
                    perft::Plan::new(self.engine.board(), depth, fen.as_deref(), self.chess960);
                return self.start_job("perft", plan, perft::run);
            }
            Command::Bench(request) => {
                let plan = bench::Plan::new(&request, evaluation.clone());
                return self.start_job("bench", plan, bench::run);
            }
            Command::GenFens(request) => {
                let plan = genfens::Plan::new(&request, evaluation.clone());
                return self.start_job("genfens", plan, genfens::run);
            }
            Command::TbCheck(path) => {
                let check = Check::new(path.as_deref(), &self.syzygy_path);
                return self.start_job("tbcheck", check, Check::run);
            }
            Command::ExportNet(file) => {
                let outcome = network::save(evaluation, &file);
                let done = format_args!("the network was written to '{file}'").to_string();
                return self.report(outcome, done);
            }
            Command::Spsa => self.output.line(spsa_lines().trim_end()),
            Command::Compiler => self.output.line(about::compiler()),
            Command::License => self.output.line(about::LICENSE),
            Command::Version => self.output.line(about::NAME),
            Command::SaveHash(file) => return self.save_hash(&file),
            Command::LoadHash(file) => return self.load_hash(&file),
            Command::Help(None) => self.output.line(help::overview()),
            Command::Help(Some(topic)) => match help::about(&topic) {
                Some(text) => self.output.line(text),
                None => {
                    return self.refuse(format_args!("help: no command '{}'", excerpt(&topic)));
                }
            },
        }
        Flow::Continue
    }

    fn introduce(&self) {
        self.output.use_uci();
        let mut text = format!("id name {}\nid author {}\n", about::NAME, about::AUTHOR);
        for option in OPTIONS {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "{option}");
        }
        text.push_str(&tuning::announcement());
        text.push_str("uciok");
        self.output.line(text);
    }

    fn display(&self) {
        let board = self.engine.board();
        match self.output.terminal() {
            Some(terminal) => {
                self.output.line(terminal::board_text(board, terminal));
                self.output.line(display::facts(board, self.chess960));
            }
            None => self.output.line(display::board_text(board, self.chess960)),
        }
    }

    fn set_position(&mut self, board: Result<Board, PositionError>) -> Flow {
        let outcome = board.map(|board| self.engine.set_position(board));
        self.accept(outcome)
    }

    /// Prints the message `done`, or the error.
    fn report(&mut self, outcome: Result<(), impl fmt::Display>, done: String) -> Flow {
        let outcome = outcome.map(|()| self.output.message(done));
        self.accept(outcome)
    }

    fn save_hash(&mut self, file: &str) -> Flow {
        let outcome = self.engine.save_hash(Path::new(file));
        let outcome = outcome.map_err(|error| format!("Save Hash: '{file}': {error}"));
        let megabytes = self.engine.tt().megabytes();
        self.report(outcome, format!("the hash table of {megabytes} MB was saved to '{file}'"))
    }

    fn load_hash(&mut self, file: &str) -> Flow {
        let outcome = self.engine.load_hash(Path::new(file));
        let outcome = outcome.map_err(|error| format!("Load Hash: '{file}': {error}"));
        self.report(outcome, format!("the hash table was loaded from '{file}'"))
    }

    /// Runs `plan` on a thread of its own until it is finished or cancelled; `run`
    /// returns whether it found no error.
    fn start_job<P: Send + 'static>(
        &mut self,
        name: &str,
        plan: Result<P, impl fmt::Display>,
        run: fn(P, &Output, &AtomicBool) -> bool,
    ) -> Flow {
        let plan = match plan {
            Ok(plan) => plan,
            Err(error) => return self.refuse(error),
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let (output, failed) = (self.output.clone(), self.job_failed.clone());
        let job_cancel = cancel.clone();
        let started = thread::Builder::new().name(name.into()).spawn(move || {
            if !run(plan, &output, &job_cancel) {
                failed.store(true, Ordering::Relaxed);
            }
            output.finished();
        });
        let outcome = started.map(|_| self.running = Some(Running::Job { cancel }));
        self.accept(outcome.map_err(|error| format!("{name}: {error}")))
    }
}

//! Each command carried out.

use std::fmt::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use riposte_board::Board;
use riposte_notation::{excerpt, flipped_fen, from_fen, set_up};
use riposte_search::params;

use super::options::{OPTIONS, announcement};
use super::{Running, Session};
use crate::command::Command;
use crate::jobs::{Planned, bench, genfens, perft, tbcheck};
use crate::show::report::score_text;
use crate::show::{display, terminal};
use crate::{about, help};

impl Session {
    pub(super) fn execute(&mut self, command: Command) {
        let evaluation = self.engine.evaluation();
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => self.engine.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { fen, moves } => {
                self.set_position("position", set_up(fen.as_deref(), &moves));
            }
            Command::Go(request) => self.go(*request),
            // There is no search: the client was a moment late.
            Command::Stop | Command::PonderHit => {}
            // Ends the session before it comes here.
            Command::Quit => {}
            Command::Debug(on) => self.debug = on,
            Command::Display => self.display(),
            Command::Eval => self.show_evaluation(),
            Command::Flip => {
                self.set_position("flip", from_fen(&flipped_fen(&self.engine.board().fen())));
            }
            Command::Perft { depth, fen } => {
                let board = self.engine.board();
                self.start_job("perft", perft::plan(board, depth, fen.as_deref(), self.chess960));
            }
            Command::Bench(request) => {
                self.start_job("bench", bench::plan(*request, evaluation.clone()));
            }
            Command::GenFens(request) => {
                self.start_job("genfens", genfens::plan(&request, evaluation.clone()));
            }
            Command::TbCheck(path) => {
                self.start_job("tbcheck", tbcheck::plan(path.as_deref(), &self.syzygy_path));
            }
            Command::ExportNet(file) => {
                let outcome = evaluation.save(Path::new(&file));
                self.report("export_net", &file, outcome, "the network was written to");
            }
            Command::Spsa => self.output.line(params::spsa_lines().trim_end()),
            Command::Compiler => self.output.line(about::compiler()),
            Command::License => self.output.line(about::LICENSE),
            Command::Version => self.output.line(about::NAME),
            Command::SaveHash(file) => {
                let outcome = self.engine.save_hash(Path::new(&file));
                let megabytes = self.engine.tt().megabytes();
                let done = format!("the hash table of {megabytes} MB was saved to");
                self.report("Save Hash", &file, outcome, &done);
            }
            Command::LoadHash(file) => {
                let outcome = self.engine.load_hash(Path::new(&file));
                self.report("Load Hash", &file, outcome, "the hash table was loaded from");
            }
            Command::Help(None) => self.output.line(help::overview()),
            Command::Help(Some(topic)) => match help::about(&topic) {
                Some(text) => self.output.line(text),
                None => self.refuse(format_args!("help: no command '{}'", excerpt(&topic))),
            },
        }
    }

    fn introduce(&self) {
        self.output.use_uci();
        let mut text = format!("id name {}\nid author {}\n", about::NAME, about::AUTHOR);
        for option in OPTIONS {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "{}", announcement(option));
        }
        if cfg!(feature = "tuning") {
            text.push_str(&params::option_lines());
        }
        text.push_str("uciok");
        self.output.line(text);
    }

    fn display(&self) {
        let board = self.engine.board();
        let drawing = match self.output.terminal() {
            Some(terminal) => terminal::board_text(board, terminal),
            None => display::drawing(board),
        };
        self.output.line(format_args!("{drawing}\n{}", display::facts(board, self.chess960)));
    }

    fn show_evaluation(&self) {
        let terminal = self.output.terminal();
        let paint = |text: &str, value| terminal::paint_value(text, value, terminal);
        let trace = self.engine.evaluation().trace_text(self.engine.board(), &paint);
        let own = score_text(self.engine.evaluate());
        self.output.line(format_args!("{trace}static evaluation for the side to move: {own}"));
    }

    fn set_position(&mut self, name: &str, board: Result<Board, impl fmt::Display>) {
        let outcome = board.map(|board| self.engine.set_position(board));
        self.accept(outcome.map_err(|error| format!("{name}: {error}")));
    }

    /// Prints what was `done` with `file`, or the error of the command `name`.
    fn report(
        &mut self,
        name: &str,
        file: &str,
        outcome: Result<(), impl fmt::Display>,
        done: &str,
    ) {
        let file = excerpt(file);
        match outcome {
            Ok(()) => self.output.message(format_args!("{done} '{file}'")),
            Err(error) => self.refuse(format_args!("{name}: '{file}': {error}")),
        }
    }

    /// Runs `job` on a thread of its own until it is finished or cancelled.
    fn start_job(&mut self, name: &str, job: Planned) {
        let job = match job {
            Ok(job) => job,
            Err(error) => return self.refuse(format_args!("{name}: {error}")),
        };
        let cancel = Arc::new(AtomicBool::new(false));
        let (output, job_cancel) = (self.output.clone(), cancel.clone());
        let started = thread::Builder::new().name(name.into()).spawn(move || {
            let had_errors = !job(&output, &job_cancel);
            output.finished(had_errors);
        });
        let outcome = started.map(|_| self.running = Some(Running::Job { cancel }));
        self.accept(outcome.map_err(|error| format!("{name}: {error}")));
    }
}

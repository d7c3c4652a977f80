//! `bench`: searches a fixed set of positions. The number of nodes is the
//! engine's signature: it changes if and only if what the engine does changes.

use std::fs;
use std::io;
use std::num::TryFromIntError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{self, RecvTimeoutError, Sender};
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_notation::{BadFen, records};
use riposte_search::{DEFAULT_HASH, Engine, EngineError, Evaluation, Info, Limits, Sink};
use thiserror::Error;

use crate::command::{BenchRequest, BenchUnit};
use crate::options::{self, OptionError, Setting};
use crate::output::Output;
use crate::report::per_second;

/// Positions of every phase of the game, with combinations, Chess960 and the
/// situations in which simple rules about pruning fail.
const POSITIONS: &str = include_str!("bench/positions.fen");

/// Iterations per position when nothing is said: some seconds in all.
const DEPTH: u64 = 14;

/// How often a running search looks whether the bench was stopped.
const PATIENCE: Duration = Duration::from_millis(20);

/// A checked request, and a fresh engine for it, so that the signature depends
/// on nothing that the session did before.
pub struct Plan {
    engine: Engine,
    limits: Limits,
    boards: Vec<Board>,
}

/// Why a bench was not begun. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error("bench: {0}")]
    Option(#[from] OptionError),
    #[error("bench: {0}")]
    Engine(#[from] EngineError),
    #[error("bench: file '{file}': {fault}")]
    File { file: String, fault: io::Error },
    #[error("bench: line {line} of the positions: {fault}")]
    Position { line: usize, fault: BadFen },
    #[error("bench: file '{0}' has no position")]
    Empty(String),
}

impl Plan {
    /// The plan for `request`, with its values checked as if they had been set
    /// as options, judging positions by `evaluation`.
    pub fn new(request: &BenchRequest, evaluation: Evaluation) -> Result<Self, PlanError> {
        let (file, text) = match &request.file {
            None => ("default", POSITIONS.to_owned()),
            Some(file) => (file.as_str(), read(file)?),
        };
        let boards = read_positions(&text)?;
        if boards.is_empty() {
            return Err(PlanError::Empty(file.to_owned()));
        }
        let limit = request.limit.unwrap_or(DEPTH).max(1);
        let mut engine = Engine::new()?;
        engine.set_evaluation(evaluation);
        engine.set_hash(size("Hash", request.hash.unwrap_or(DEFAULT_HASH as u64))?)?;
        engine.set_threads(size("Threads", request.threads.unwrap_or(1))?)?;
        Ok(Self { engine, limits: limits(request.unit, limit), boards })
    }
}

fn read(file: &str) -> Result<String, PlanError> {
    fs::read_to_string(file).map_err(|fault| PlanError::File { file: file.to_owned(), fault })
}

/// The value of a spin option, checked by the option's own limits.
fn size(option: &str, value: u64) -> Result<usize, OptionError> {
    match options::check(option, &value.to_string())? {
        Setting::Hash(size) | Setting::Threads(size) => Ok(size),
        _ => Ok(1),
    }
}

fn limits(unit: BenchUnit, limit: u64) -> Limits {
    match unit {
        BenchUnit::Depth => Limits::depth(saturate(u32::try_from(limit), u32::MAX)),
        BenchUnit::Nodes => Limits::nodes(limit),
        BenchUnit::MoveTime => Limits {
            move_time: Some(saturate(i64::try_from(limit), i64::MAX)),
            ..Limits::default()
        },
    }
}

fn saturate<T>(value: Result<T, TryFromIntError>, most: T) -> T {
    value.unwrap_or(most)
}

/// One position per line; see [`records`].
fn read_positions(text: &str) -> Result<Vec<Board>, PlanError> {
    records(text)
        .map(|(line, epd)| {
            epd.map(|epd| epd.board).map_err(|fault| PlanError::Position { line, fault })
        })
        .collect()
}

/// Counts the nodes of a search and tells when it has ended.
struct Counter {
    nodes: AtomicU64,
    ended: Sender<()>,
}

impl Sink for Counter {
    fn info(&self, info: &Info) {
        self.nodes.store(info.nodes, Ordering::Relaxed);
    }

    fn best_move(&self, _: Option<Move>, _: Option<Move>) {
        // The receiver waits for exactly this.
        let _ = self.ended.send(());
    }
}

/// Searches every position of `plan` and prints the sum of the nodes and the
/// speed, unless `cancel` is set before the end.
pub fn run(plan: Plan, output: &Output, cancel: &AtomicBool) {
    let Plan { mut engine, limits, boards } = plan;
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (index, board) in boards.iter().enumerate() {
        engine.new_game();
        engine.set_position(board.clone());
        let start = Instant::now();
        let searched = search(&mut engine, &limits, cancel);
        if cancel.load(Ordering::Relaxed) {
            output.message("bench was stopped");
            return;
        }
        time += start.elapsed();
        nodes += searched;
        let number = index + 1;
        let count = boards.len();
        output.message(format_args!("position {number}/{count} nodes {searched} fen {board}"));
    }
    output.line(format_args!("{} ms", time.as_millis()));
    output.line(format_args!("{nodes} nodes"));
    output.line(format_args!("{} nps", per_second(nodes, time)));
}

/// The nodes of one search.
fn search(engine: &mut Engine, limits: &Limits, cancel: &AtomicBool) -> u64 {
    let (sender, ended) = channel::bounded(1);
    let counter = Arc::new(Counter { nodes: AtomicU64::new(0), ended: sender });
    engine.go(limits.clone(), counter.clone());
    while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
        if cancel.load(Ordering::Relaxed) {
            engine.stop();
        }
    }
    engine.wait();
    counter.nodes.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_positions_are_fifty_and_different() {
        let boards = read_positions(POSITIONS).expect("good positions");
        let mut keys: Vec<u64> = boards.iter().map(Board::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 50);
        assert!(boards.iter().all(Board::has_legal_move));
    }

    #[test]
    fn a_bad_line_is_named() {
        let text = "# comment\n\n8/8/8/8/8/8/8/8 w - - 0 1\n";
        let message = read_positions(text).expect_err("no kings").to_string();
        assert!(message.starts_with("bench: line 3 of the positions: "), "{message}");
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let plan = |request| Plan::new(&request, Evaluation::PieceSquare);
        let hash = |hash| plan(BenchRequest { hash, ..BenchRequest::default() });
        assert!(matches!(hash(Some(0)), Err(PlanError::Option(_))));
        assert!(hash(Some(1)).is_ok());
        let file = Some("no/such/file".to_owned());
        let message = plan(BenchRequest { file, ..BenchRequest::default() });
        assert!(matches!(message, Err(PlanError::File { .. })));
    }
}

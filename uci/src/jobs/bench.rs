//! `bench`: searches a fixed set of positions. The number of nodes is the
//! engine's signature: it changes if and only if what the engine does changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{self, RecvTimeoutError, Sender};
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::{DEFAULT_HASH, Engine, EngineError, Evaluation, Info, Limits, Sink};
use thiserror::Error;

use super::positions::{self, PositionsError};
use crate::command::{BenchRequest, BenchUnit};
use crate::options::{self, OptionError, Setting};
use crate::output::Output;
use crate::show::per_second;

/// Positions of every phase of the game, with combinations, Chess960 and
/// positions in which simple pruning rules fail.
const POSITIONS: &str = include_str!("positions.fen");

/// Iterations per position by default: some seconds in all.
const DEPTH: u64 = 14;

/// How often a running search checks whether the bench was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A checked request, and a new engine, so that the signature does not depend on the
/// session.
pub struct Plan {
    engine: Engine,
    limits: Limits,
    boards: Vec<Board>,
}

/// Why a bench was not started. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error("bench: {0}")]
    Option(#[from] OptionError),
    #[error("bench: {0}")]
    Engine(#[from] EngineError),
    #[error("bench: {0}")]
    Positions(#[from] PositionsError),
}

impl Plan {
    /// The plan for `request`, with its values checked as if they had been set
    /// as options, evaluating positions with `evaluation`.
    pub fn new(request: &BenchRequest, evaluation: Evaluation) -> Result<Self, PlanError> {
        let boards = match &request.file {
            None => positions::parse(POSITIONS)?,
            Some(file) => positions::read_file(file)?,
        };
        let limit = request.limit.unwrap_or(DEPTH).max(1);
        let mut engine = Engine::new()?;
        engine.set_evaluation(evaluation);
        engine.set_hash(size("Hash", request.hash.unwrap_or(DEFAULT_HASH as u64))?)?;
        engine.set_threads(size("Threads", request.threads.unwrap_or(1))?)?;
        Ok(Self { engine, limits: limits(request.unit, limit), boards })
    }
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
        BenchUnit::Depth => Limits::depth(u32::try_from(limit).unwrap_or(u32::MAX)),
        BenchUnit::Nodes => Limits::nodes(limit),
        BenchUnit::MoveTime => {
            Limits { move_time: Some(limit.try_into().unwrap_or(i64::MAX)), ..Limits::default() }
        }
    }
}

/// Counts the nodes of a search and signals its end.
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
pub fn run(plan: Plan, output: &Output, cancel: &AtomicBool) -> bool {
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
            return true;
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
    true
}

/// The nodes of one search.
fn search(engine: &mut Engine, limits: &Limits, cancel: &AtomicBool) -> u64 {
    let (sender, ended) = channel::bounded(1);
    let counter = Arc::new(Counter { nodes: AtomicU64::new(0), ended: sender });
    engine.go(limits.clone(), counter.clone());
    while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
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
        let boards = positions::parse(POSITIONS).expect("good positions");
        let mut keys: Vec<u64> = boards.iter().map(Board::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 50);
        assert!(boards.iter().all(Board::has_legal_move));
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let plan = |request| Plan::new(&request, Evaluation::PieceSquare);
        let hash = |hash| plan(BenchRequest { hash, ..BenchRequest::default() });
        assert!(matches!(hash(Some(0)), Err(PlanError::Option(_))));
        assert!(hash(Some(1)).is_ok());
        let file = Some("no/such/file".to_owned());
        let message = plan(BenchRequest { file, ..BenchRequest::default() });
        assert!(matches!(message, Err(PlanError::Positions(_))));
    }
}

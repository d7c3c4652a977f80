//! The bench: searches a fixed set of positions. The number of nodes is the engine's
//! signature: it changes if and only if what the engine does changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{self, RecvTimeoutError, Sender};
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_params::Lab;

use crate::engine::Engine;
use crate::info::{Info, Sink};
use crate::limits::Limits;

/// The bench's positions in FEN, one per line: of every phase of the game, with
/// combinations, Chess960 and positions in which simple pruning rules fail.
pub const BENCH_POSITIONS: &str = include_str!("bench_positions.fen");

/// Iterations per position in the bench of the signature: some seconds in all.
pub const BENCH_DEPTH: u32 = 14;

/// How often a running search checks whether the bench was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl<L: Lab> Engine<L> {
    /// Searches each of `boards` as a game of its own and passes its nodes to `each`.
    /// Returns all nodes and the time that they took; `None` if `cancel` was set.
    pub fn bench(
        &mut self,
        boards: &[Board],
        limits: &Limits,
        cancel: &AtomicBool,
        mut each: impl FnMut(&Board, u64),
    ) -> Option<(u64, Duration)> {
        let mut total = (0, Duration::ZERO);
        for board in boards {
            self.new_game();
            self.set_position(board.clone());
            let start = Instant::now();
            let nodes = self.nodes_of_search(limits, cancel);
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            total = (total.0 + nodes, total.1 + start.elapsed());
            each(board, nodes);
        }
        Some(total)
    }

    fn nodes_of_search(&mut self, limits: &Limits, cancel: &AtomicBool) -> u64 {
        let (sender, ended) = channel::bounded(1);
        let counter = Arc::new(Counter { nodes: AtomicU64::new(0), ended: sender });
        self.go(limits.clone(), counter.clone());
        while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if cancel.load(Ordering::Relaxed) {
                self.stop();
            }
        }
        self.wait();
        counter.nodes.load(Ordering::Relaxed)
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

//! The bench: searches a fixed set of positions. The number of nodes is the engine's
//! signature: it changes if and only if what the engine does changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_params::Lab;

use crate::engine::Engine;
use crate::limits::Limits;

/// The bench's positions in FEN, one per line: of every phase of the game, with
/// combinations, Chess960 and positions in which simple pruning rules fail.
pub const BENCH_POSITIONS: &str = include_str!("bench_positions.fen");

/// Iterations per position in the bench of the signature: some seconds in all.
pub const BENCH_DEPTH: u32 = 14;

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
            let nodes = self.search(limits.clone(), cancel).pvs[0].nodes;
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            total = (total.0 + nodes, total.1 + start.elapsed());
            each(board, nodes);
        }
        Some(total)
    }
}

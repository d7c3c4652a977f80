//! `perft`: counts the leaves of the tree of legal moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use riposte_board::Board;
use riposte_movegen::Move;

use crate::output::Output;
use crate::report::per_second;

/// Trees of this depth are counted without looking for `stop`: they take far
/// less than a second.
const UNINTERRUPTED: u32 = 4;

/// The deepest tree that is begun. Nobody lives to see the end of it, and it
/// keeps the recursion within the stack.
pub const MAX_DEPTH: u32 = 30;

/// Prints the leaves below each move of `board` and their sum, `depth` plies
/// deep, unless `cancel` is set before the end.
pub fn divide(mut board: Board, depth: u32, chess960: bool, output: &Output, cancel: &AtomicBool) {
    let start = Instant::now();
    let Some(total) = count_below_moves(&mut board, depth, cancel, |board, mv, leaves| {
        output.line(format_args!("{}: {leaves}", board.uci(mv, chess960)));
    }) else {
        output.message("perft was stopped");
        return;
    };
    let time = start.elapsed();
    output.line(format_args!("\nNodes searched: {total}"));
    let rate = per_second(total, time);
    output.message(format_args!("perft {depth} took {} ms, {rate} nps", time.as_millis()));
}

/// The leaves `depth` plies below `board`; `each` is told the count of every
/// move. `None` when `cancel` was set.
fn count_below_moves(
    board: &mut Board,
    depth: u32,
    cancel: &AtomicBool,
    mut each: impl FnMut(&Board, Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    for mv in board.legal_moves() {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        board.make(mv);
        let leaves = count(board, depth - 1, cancel);
        board.unmake();
        each(board, mv, leaves?);
        total += leaves?;
    }
    Some(total)
}

fn count(board: &mut Board, depth: u32, cancel: &AtomicBool) -> Option<u64> {
    if depth <= UNINTERRUPTED {
        Some(board.perft(depth))
    } else {
        count_below_moves(board, depth, cancel, |_, _, _| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_on_both_sides_of_the_interruptible_depth() {
        let mut board = Board::startpos();
        let cancel = AtomicBool::new(false);
        assert_eq!(count(&mut board, 0, &cancel), Some(1));
        assert_eq!(count(&mut board, 4, &cancel), Some(197_281));
        assert_eq!(count(&mut board, 5, &cancel), Some(4_865_609));
    }

    #[test]
    fn a_cancelled_count_gives_no_number() {
        let cancel = AtomicBool::new(true);
        assert_eq!(count(&mut Board::startpos(), 7, &cancel), None);
    }
}

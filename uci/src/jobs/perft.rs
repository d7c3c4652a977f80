//! `perft`: counts the leaves of the tree of legal moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_notation::from_fen;
use thiserror::Error;

use crate::output::Output;
use crate::position::PositionError;
use crate::show::per_second;

/// Trees of this depth are counted without looking for `stop`: they take far
/// less than a second.
const UNINTERRUPTED: u32 = 4;

/// The greatest depth: no count that deep can finish, and the recursion stays within the
/// stack.
const MAX_DEPTH: u32 = 30;

/// A checked request.
pub struct Plan {
    board: Board,
    depth: u32,
    chess960: bool,
}

/// Why a perft was not started. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error("perft: the depth must be at most {MAX_DEPTH}")]
    Depth,
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Plan {
    /// Counts `depth` plies from `fen`, or else from `current`.
    pub fn new(
        current: &Board,
        depth: u32,
        fen: Option<&str>,
        chess960: bool,
    ) -> Result<Self, PlanError> {
        if depth > MAX_DEPTH {
            return Err(PlanError::Depth);
        }
        let board = fen.map(from_fen).transpose().map_err(PositionError::from)?;
        let board = board.unwrap_or_else(|| current.clone());
        Ok(Self { chess960: chess960 || board.is_chess960(), board, depth })
    }
}

/// Prints the leaves below each move of `plan` and their sum, unless `cancel` is set
/// before the end.
pub fn run(plan: Plan, output: &Output, cancel: &AtomicBool) -> bool {
    let Plan { mut board, depth, chess960 } = plan;
    let start = Instant::now();
    let total = count_below_moves(&mut board, depth, cancel, |board, mv, leaves| {
        output.line(format_args!("{}: {leaves}", board.uci(mv, chess960)));
    });
    match total {
        Some(total) => {
            let time = start.elapsed();
            output.line(format_args!("\nNodes searched: {total}"));
            let rate = per_second(total, time);
            output.message(format_args!("perft {depth} took {} ms, {rate} nps", time.as_millis()));
        }
        None => output.message("perft was stopped"),
    }
    true
}

/// The leaves `depth` plies below `board`; `each` receives the count of every
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

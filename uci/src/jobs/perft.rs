//! `perft`: counts the leaves of the tree of legal moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use riposte_board::Board;
use riposte_notation::from_fen;

use super::Planned;
use crate::output::Output;
use crate::show::per_second;

/// The greatest depth: no count that deep can finish, and the recursion stays within the
/// stack.
const MAX_DEPTH: u32 = 30;

/// Counts `depth` plies from `fen`, or else from `current`.
pub fn plan(current: &Board, depth: u32, fen: Option<&str>, chess960: bool) -> Planned {
    if depth > MAX_DEPTH {
        return Err(format!("the depth must be at most {MAX_DEPTH}").into());
    }
    let board = fen.map(from_fen).transpose()?.unwrap_or_else(|| current.clone());
    let chess960 = chess960 || board.is_chess960();
    Ok(Box::new(move |output, cancel| run(board, depth, chess960, output, cancel)))
}

/// Prints the leaves below each move and their sum.
fn run(mut board: Board, depth: u32, chess960: bool, output: &Output, cancel: &AtomicBool) -> bool {
    let start = Instant::now();
    let stop = || cancel.load(Ordering::Relaxed);
    let total = board.perft_until(depth, &stop, &mut |board, mv, leaves| {
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

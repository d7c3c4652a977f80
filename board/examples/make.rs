//! How long making and taking back a move takes, on all moves of the positions
//! of random games: `cargo run --release -p riposte-board --example make`.
//!
//! Linux tells how long the program really ran, so that other programs on the
//! machine disturb little there; elsewhere the clock on the wall must do.
#![allow(clippy::print_stdout, reason = "a program's output")]

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Instant;

use riposte_board::{Board, SeeValue};
use riposte_movegen::MoveList;

const GAMES: u64 = 40;
const ROUNDS: usize = 7;
/// Linux counts running time in ticks, so that a round must be long.
const REPEATS: usize = 40;

/// Nanoseconds that this program has run so far.
fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let ran = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = ran.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.unwrap_or(start.elapsed().as_nanos() as f64)
}

/// A pseudo-random number below `end`, good enough to choose moves.
fn choose(state: &mut u64, end: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % end
}

fn positions() -> Vec<(Board, MoveList)> {
    let mut state = 1;
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut board = Board::startpos();
        for _ in 0..100 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choose(&mut state, moves.len())];
            positions.push((board.clone(), moves));
            board.make(mv);
        }
    }
    positions
}

/// The best of the rounds, in nanoseconds per move.
fn measure(count: usize, mut round: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let start = now();
        for _ in 0..REPEATS {
            round();
        }
        (now() - start) / (count * REPEATS) as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Visits the tree by making every move, as a search does.
fn walk(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 1;
    for mv in board.legal_moves() {
        board.make(mv);
        count += walk(board, depth - 1);
        board.unmake();
    }
    count
}

fn main() {
    let mut positions = positions();
    let count = positions.iter().map(|(_, moves)| moves.len()).sum();
    let making = measure(count, || {
        for (board, moves) in &mut positions {
            for &mv in moves.iter() {
                board.make(mv);
                black_box(&*board);
                board.unmake();
            }
        }
    });
    let checks = measure(count, || {
        for (board, moves) in &positions {
            for &mv in moves {
                black_box(board.gives_check(mv));
            }
        }
    });
    let exchanges = measure(count, || {
        for (board, moves) in &positions {
            for &mv in moves {
                black_box(board.see_ge(mv, SeeValue::ZERO));
            }
        }
    });
    let mut kiwipete =
        Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
            .expect("a legal position");
    let nodes = walk(&mut kiwipete, 3) as usize;
    let walking = measure(nodes, || {
        black_box(walk(black_box(&mut kiwipete), 3));
    });
    println!("walk of a tree  {walking:6.1} ns for each node, moves generated too");
    println!("make and unmake {making:6.1} ns");
    println!("gives_check     {checks:6.1} ns");
    println!("see_ge          {exchanges:6.1} ns");
}

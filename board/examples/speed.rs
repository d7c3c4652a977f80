//! Bulk perft against `cozy-chess` on six positions, in million leaves per
//! second: `cargo run --release -p riposte-board --example speed`.
//!
//! Linux tells how long the program really ran, so that other programs on the
//! machine disturb little there; elsewhere the clock on the wall must do.
#![allow(clippy::print_stdout, reason = "a program's output")]

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Instant;

use riposte_board::Board;

const ROUNDS: usize = 5;

const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

fn peer(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                count += peer(&child, depth - 1);
            }
        }
        false
    });
    count
}

/// Seconds that this program has run so far.
fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let ran = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Million leaves per second.
fn rate(count: impl FnOnce() -> u64) -> (u64, f64) {
    let start = now();
    let leaves = count();
    (leaves, leaves as f64 / (now() - start) / 1e6)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    println!("depth      riposte  cozy-chess  ratio");
    let mut product = 1.0;
    for (fen, depth) in POSITIONS {
        let mut ours = Board::from_fen(fen).expect("a legal position");
        let theirs = cozy_chess::Board::from_fen(fen, false).expect("a legal position");
        let (mut our_rates, mut their_rates) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (count, our_rate) = rate(|| black_box(&mut ours).perft(depth));
            let (wanted, their_rate) = rate(|| peer(black_box(&theirs), depth));
            assert_eq!(count, wanted, "{fen}");
            our_rates.push(our_rate);
            their_rates.push(their_rate);
        }
        let (ours, theirs) = (median(our_rates), median(their_rates));
        product *= ours / theirs;
        println!("{depth:>5} {ours:>12.0} {theirs:>11.0} {:>6.2}  {fen}", ours / theirs);
    }
    println!("geometric mean of the ratios: {:.2}", product.powf(1.0 / 6.0));
}

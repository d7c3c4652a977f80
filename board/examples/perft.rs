//! Counts the move tree of a position, for each first move and in all:
//! `cargo run --release -p riposte-board --example perft -- DEPTH [FEN]`.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_board::Board;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().as_deref().unwrap_or("5").parse()?;
    let fen: Vec<String> = arguments.collect();
    let board = if fen.is_empty() { Board::startpos() } else { fen.join(" ").parse()? };
    for (mv, count) in board.perft_divide(depth) {
        println!("{mv}: {count}");
    }
    println!("{}", board.perft(depth));
    Ok(())
}

//! Counts the move tree of a position: `--example perft -- DEPTH [FEN]`.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_board::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().as_deref().unwrap_or("5").parse()?;
    let fen = arguments.collect::<Vec<_>>().join(" ");
    let position = if fen.is_empty() { Position::startpos() } else { fen.parse()? };
    println!("{}", position.perft(depth));
    Ok(())
}

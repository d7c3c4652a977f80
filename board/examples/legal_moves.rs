//! Writes the legal moves of a position in SAN, or how the game has ended:
//! `cargo run -p riposte-board --example legal_moves -- FEN`.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_board::Board;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen: Vec<String> = std::env::args().skip(1).collect();
    let board =
        if fen.is_empty() { Board::startpos() } else { Board::from_fen_lenient(&fen.join(" "))? };
    if let Some(outcome) = board.outcome() {
        println!("{outcome:?}");
    }
    for mv in board.legal_moves() {
        println!("{}", board.san(mv));
    }
    Ok(())
}

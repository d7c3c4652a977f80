//! Writes the legal moves of a position in SAN: `--example legal_moves -- FEN`.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_board::Board;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let board = Board::from_fen_lenient(&fen)?;
    for mv in board.legal_moves() {
        println!("{}", board.san(mv));
    }
    Ok(())
}

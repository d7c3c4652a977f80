//! Plays the games of a PGN file from standard input to their last positions.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_notation::pgn::Reader;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for game in Reader::new(std::io::stdin().lock()) {
        let replay = game?.replay()?;
        let mut board = replay.start;
        replay.moves.iter().for_each(|&mv| board.make(mv));
        println!("{}", board.fen());
    }
    Ok(())
}

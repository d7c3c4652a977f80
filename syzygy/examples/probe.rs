//! Asks tablebases about a position:
//! `cargo run -p riposte-syzygy --example probe -- FOLDER FEN`.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_board::Position;
use riposte_syzygy::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("no folder is given")?;
    let position: Position = arguments.collect::<Vec<_>>().join(" ").parse()?;
    let (tables, faults) = Tables::open(&[folder]);
    faults.iter().for_each(|fault| println!("{fault}"));
    println!("{:?}, zeroing in {} plies", tables.wdl(&position)?, tables.dtz(&position)?);
    for mv in position.legal_moves() {
        println!("{mv}: {}", tables.dtz_of_move(&position, mv)?);
    }
    Ok(())
}

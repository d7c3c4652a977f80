//! Looks a position up in tablebases: `--example probe -- FOLDER FEN`.
#![allow(clippy::print_stdout, reason = "printing is what the example does")]

use riposte_board::Position;
use riposte_syzygy::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (tables, errors) = Tables::open(&[arguments.next().ok_or("no folder is given")?]);
    errors.iter().for_each(|error| println!("{error}"));
    let position: Position = arguments.collect::<Vec<_>>().join(" ").parse()?;
    println!("{:?}, zeroing in {} plies", tables.wdl(&position)?, tables.dtz(&position)?);
    Ok(())
}

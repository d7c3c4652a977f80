//! What a search counts: `cargo run --release -p riposte-search --example
//! statistics DEPTH [FEN]`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use riposte_board::Board;
use riposte_search::params::{Counted, Release};
use riposte_search::{Engine, Limits, Silent};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(14), |text| text.parse())?;
    let fen: Vec<String> = arguments.collect();
    let mut engine = Engine::with_lab(Counted(Release))?;
    if !fen.is_empty() {
        engine.set_position(Board::from_fen(&fen.join(" "))?);
    }
    engine.go(Limits::depth(depth), Arc::new(Silent));
    print!("{}", engine.statistics());
    Ok(())
}

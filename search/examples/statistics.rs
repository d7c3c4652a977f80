//! What a search counts: `cargo run --release -p riposte-search --example
//! statistics DEPTH [FEN]`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use riposte_board::Board;
use riposte_search::params::{Counted, Release};
use riposte_search::stats::{Counters, Event};
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
    report(&engine.statistics());
    Ok(())
}

/// A line for each rate.
fn report(counters: &Counters) {
    let rates = [
        ("fail high first, of fail highs", Event::FailHighFirst, Event::FailHigh),
        ("the same in quiescence", Event::QuiescenceFailHighFirst, Event::QuiescenceFailHigh),
        ("tt hits, of probes", Event::TtHit, Event::TtProbe),
        ("tt cutoffs, of hits", Event::TtCutoff, Event::TtHit),
        ("null moves, of main nodes", Event::NullTried, Event::MainNode),
        ("null move fails high, of tries", Event::NullFailedHigh, Event::NullTried),
        ("fail highs verified", Event::NullVerified, Event::NullFailedHigh),
        ("verifications failed", Event::NullRefuted, Event::NullVerified),
        ("reductions, by main nodes", Event::Reduced, Event::MainNode),
        ("searched again, of reductions", Event::Researched, Event::Reduced),
        ("quiescence, by main nodes", Event::QuiescenceNode, Event::MainNode),
    ];
    for (name, part, whole) in rates {
        let (count, of) = (counters.get(part), counters.get(whole));
        let share = 100.0 * count as f64 / of.max(1) as f64;
        println!("{name:<32}{count:>12} of{of:>12}{share:>8.1} %");
    }
}

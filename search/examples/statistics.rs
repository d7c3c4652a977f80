//! What a search counts: `cargo run --release -p riposte-search --example
//! statistics DEPTH [FEN]`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fmt::Write;
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
    print!("{}", report(&engine.statistics())?);
    Ok(())
}

/// One line per rate, then one per iteration.
fn report(counters: &Counters) -> Result<String, std::fmt::Error> {
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
    let mut text = String::new();
    for (name, part, whole) in rates {
        let (count, of) = (counters.get(part), counters.get(whole));
        let share = 100.0 * counters.share(part, whole);
        writeln!(text, "{name:<32}{count:>12} of{of:>12}{share:>8.1} %")?;
    }
    writeln!(text, "depth       nodes  branching")?;
    for (depth, nodes, branching) in counters.iterations() {
        writeln!(text, "{depth:>5}{nodes:>12}{branching:>11.2}")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_a_line_for_every_rate() {
        use riposte_search::stats::Stats;

        let mut counters = Counters::default();
        (0..4).for_each(|_| counters.count(Event::FailHigh));
        (0..3).for_each(|_| counters.count(Event::FailHighFirst));
        counters.finish_iteration(1, 20);
        counters.finish_iteration(2, 50);
        let text = report(&counters).expect("a string");
        assert!(
            text.contains("fail high first, of fail highs             3 of           4    75.0 %")
        );
        assert_eq!(text.lines().last(), Some("    2          50       2.50"));
    }
}

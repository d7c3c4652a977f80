//! `bench`: the engine's signature and speed.

use std::sync::atomic::AtomicBool;

use riposte_board::Board;
use riposte_notation::{positions, read_positions};
use riposte_search::{BENCH_POSITIONS, DEFAULT_HASH, Engine, Evaluation, Limits};

use super::Planned;
use crate::command::BenchRequest;
use crate::output::Output;
use crate::session::options;
use crate::show::per_second;

/// Searches the positions of `request` with a new engine, so that the signature does not
/// depend on the session. The values of the request are checked as if they had been set as
/// options.
pub fn plan(request: BenchRequest, evaluation: Evaluation) -> Planned {
    let boards = match &request.file {
        None => positions(BENCH_POSITIONS)?,
        Some(file) => read_positions(file)?,
    };
    let mut engine = Engine::new()?;
    engine.set_evaluation(evaluation);
    let hash = request.hash.unwrap_or(DEFAULT_HASH as u64);
    engine.set_hash(options::check_number("Hash", hash)?)?;
    engine.set_threads(options::check_number("Threads", request.threads.unwrap_or(1))?)?;
    Ok(Box::new(move |output, cancel| run(engine, &request.limits, &boards, output, cancel)))
}

/// Prints the sum of the nodes and the speed.
fn run(
    mut engine: Engine,
    limits: &Limits,
    boards: &[Board],
    output: &Output,
    cancel: &AtomicBool,
) -> bool {
    let (mut number, count) = (0, boards.len());
    let total = engine.bench(boards, limits, cancel, |board, nodes| {
        number += 1;
        output.message(format_args!("position {number}/{count} nodes {nodes} fen {board}"));
    });
    match total {
        None => output.message("bench was stopped"),
        Some((nodes, time)) => {
            let (ms, nps) = (time.as_millis(), per_second(nodes, time));
            output.line(format_args!("{ms} ms\n{nodes} nodes\n{nps} nps"));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_positions_are_fifty_and_different() {
        let boards = positions(BENCH_POSITIONS).expect("good positions");
        let mut keys: Vec<u64> = boards.iter().map(Board::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 50);
        assert!(boards.iter().all(|board| board.has_legal_move()));
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let plan = |request| plan(request, Evaluation::PieceSquare);
        let message = |request| plan(request).err().map(|error| error.to_string());
        let hash = |hash| message(BenchRequest { hash, ..BenchRequest::default() });
        assert!(hash(Some(0)).is_some_and(|text| text.starts_with("option Hash takes ")));
        assert_eq!(hash(Some(1)), None);
        let file = Some("no/such/file".to_owned());
        let text = message(BenchRequest { file, ..BenchRequest::default() });
        assert!(text.is_some_and(|text| text.starts_with("file 'no/such/file': ")));
    }
}

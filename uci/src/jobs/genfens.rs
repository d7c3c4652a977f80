//! `genfens`: openings for the data generation of OpenBench.

use riposte_analyse::RandomOpenings;
use riposte_notation::read_positions;
use riposte_search::Evaluation;

use super::Planned;
use crate::command::GenFensRequest;

/// Prints openings from the starting position or from the positions of a book, none of
/// which `evaluation` finds decided.
pub fn plan(request: &GenFensRequest, evaluation: Evaluation) -> Planned {
    let book = request.book.as_deref().map(read_positions).transpose()?;
    let mut openings = RandomOpenings::new(request.seed, book, evaluation)?;
    let count = request.count;
    Ok(Box::new(move |output, cancel| {
        for _ in 0..count {
            let Some(board) = openings.next(cancel) else {
                output.message("genfens was stopped");
                break;
            };
            output.message(format_args!("genfens {board}"));
        }
        true
    }))
}

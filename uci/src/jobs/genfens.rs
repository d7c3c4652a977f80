//! `genfens`: openings for the data generation of OpenBench.

use std::sync::atomic::AtomicBool;

use riposte_analyse::{RandomOpenings, RandomOpeningsError};
use riposte_search::Evaluation;
use thiserror::Error;

use super::positions::{PositionsError, read_file};
use crate::command::GenFensRequest;
use crate::output::Output;

/// A checked request.
pub struct Plan {
    count: u64,
    openings: RandomOpenings,
}

/// Why no openings were made. The texts are what the user reads.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error("genfens: {0}")]
    Book(#[from] PositionsError),
    #[error("genfens: {0}")]
    Openings(#[from] RandomOpeningsError),
}

impl Plan {
    /// The plan for `request`, with its book read, evaluating with `evaluation`.
    pub fn new(request: &GenFensRequest, evaluation: Evaluation) -> Result<Self, PlanError> {
        let book = request.book.as_deref().map(read_file).transpose()?;
        let openings = RandomOpenings::new(request.seed, book, evaluation)?;
        Ok(Self { count: request.count, openings })
    }
}

/// Prints the openings of `plan`, unless `cancel` is set before the end.
pub fn run(mut plan: Plan, output: &Output, cancel: &AtomicBool) -> bool {
    for _ in 0..plan.count {
        let Some(board) = plan.openings.next(cancel) else {
            output.message("genfens was stopped");
            break;
        };
        output.message(format_args!("genfens {board}"));
    }
    true
}

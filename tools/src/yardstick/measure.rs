//! The scores of an evaluation for all positions.

use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::ProgressBar;
use parking_lot::Mutex;
use riposte_movegen::Color;
use riposte_search::params::Release;
use riposte_search::{Evaluation, Limits, STACK_BYTES, Score, Solo};

use super::agreement::Pair;
use crate::epd::Problem;

/// Megabytes of transposition table per engine.
const HASH: usize = 16;

/// Scores beyond this count as this: mates and tablebase wins are far apart from all
/// others, but the sigmoid is flat there.
const MOST: i32 = 10_000;

/// How scores are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the evaluation alone.
    Static,
    /// By a search of so many nodes.
    Nodes(u64),
}

/// The pair of each position, in order; `None` where the method has no score, as a
/// static evaluation has none in check.
///
/// # Errors
///
/// When an engine gets no memory or no thread.
pub fn measure(
    problems: &[Problem],
    evaluation: &Evaluation,
    method: Method,
    jobs: usize,
    bar: &ProgressBar,
) -> Result<Vec<Option<Pair>>, String> {
    let next = AtomicUsize::new(0);
    let pairs = Mutex::new(vec![None; problems.len()]);
    let work = || -> Result<(), String> {
        let mut scorer = Scorer::new(evaluation, method)?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(index) else { return Ok(()) };
            let score = scorer.score(problem);
            pairs.lock()[index] = score.zip(problem.centipawns).map(|(score, reference)| Pair {
                score: f64::from(score.raw().clamp(-MOST, MOST)),
                reference: f64::from(reference),
            });
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let start = |_| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).map_err(|fault| format!("no thread: {fault}"))
        };
        let workers: Vec<_> = (0..jobs.max(1)).map(start).collect::<Result<_, _>>()?;
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err("a search thread failed".to_owned()))
        })
    })?;
    Ok(pairs.into_inner())
}

enum Scorer<'a> {
    Static(&'a Evaluation),
    Search(Box<Solo>, Limits),
}

impl<'a> Scorer<'a> {
    fn new(evaluation: &'a Evaluation, method: Method) -> Result<Self, String> {
        match method {
            Method::Static => Ok(Self::Static(evaluation)),
            Method::Nodes(nodes) => {
                let engine = Solo::new(Release, HASH, evaluation);
                let engine = engine.map_err(|error| error.to_string())?;
                Ok(Self::Search(Box::new(engine), Limits::nodes(nodes)))
            }
        }
    }

    /// The score for the side to move.
    fn score(&mut self, problem: &Problem) -> Option<Score> {
        let board = &problem.board;
        match self {
            Self::Static(_) if board.in_check() => None,
            Self::Static(evaluation) => {
                let opinion = evaluation.trace(board);
                let white = opinion.bare_king.unwrap_or(opinion.total);
                Some(if board.side() == Color::White { white } else { -white })
            }
            Self::Search(engine, limits) => {
                engine.new_game();
                engine.search(board, limits.clone()).map(|(_, score)| score)
            }
        }
    }
}

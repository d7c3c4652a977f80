//! The scores of an evaluation for all positions.

use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::ProgressBar;
use parking_lot::Mutex;
use riposte_movegen::{Color, Move};
use riposte_search::params::Masked;
use riposte_search::{Evaluation, Limits, STACK_BYTES, Score, Solo};

use super::agreement::Pair;
use crate::epd::Problem;
use crate::setting::Setting;

/// Megabytes of transposition table per engine.
const HASH: usize = 16;

/// Scores beyond this count as this: mates and tablebase wins are far apart from all
/// others, but the sigmoid is flat there.
const MOST: i32 = 10_000;

/// How scores are made.
#[derive(Clone, Debug)]
pub enum Method {
    /// By the evaluation alone.
    Static,
    /// By a search.
    Search(Box<SearchMethod>),
}

/// How to search for a score.
#[derive(Clone, Debug)]
pub struct SearchMethod {
    nodes: u64,
    name: String,
    lab: Masked,
}

impl Method {
    /// By a search of so many nodes.
    ///
    /// # Errors
    ///
    /// A text that says what is no setting of the search.
    pub fn search(setting: &Setting, nodes: u64) -> Result<Self, String> {
        let (name, lab) = (setting.name(), setting.lab()?);
        Ok(Self::Search(Box::new(SearchMethod { nodes, name, lab })))
    }

    /// What it is, for people.
    pub fn name(&self) -> String {
        match self {
            Self::Static => "static".to_owned(),
            Self::Search(method) if method.name == Setting::RELEASE.name() => {
                format!("{} nodes", method.nodes)
            }
            Self::Search(method) => format!("{} nodes, {}", method.nodes, method.name),
        }
    }
}

/// What a method says of a position.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Its score beside the reference score.
    pub pair: Pair,
    /// Its move; a static evaluation has none.
    pub best: Option<Move>,
}

/// The answer for each position, in order; `None` where the method has no score, as a
/// static evaluation has none in check.
///
/// # Errors
///
/// When an engine gets no memory or no thread.
pub fn measure(
    problems: &[Problem],
    evaluation: &Evaluation,
    method: &Method,
    jobs: usize,
    bar: &ProgressBar,
) -> Result<Vec<Option<Answer>>, String> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; problems.len()]);
    let work = || -> Result<(), String> {
        let mut scorer = Scorer::new(evaluation, method)?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(index) else { return Ok(()) };
            let found = scorer.answer(problem).zip(problem.centipawns);
            answers.lock()[index] = found.map(|((best, score), reference)| Answer {
                pair: Pair {
                    score: f64::from(score.raw().clamp(-MOST, MOST)),
                    reference: f64::from(reference),
                },
                best,
            });
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let start = |_| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).map_err(|error| format!("no thread: {error}"))
        };
        let workers: Vec<_> = (0..jobs.max(1)).map(start).collect::<Result<_, _>>()?;
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err("a search thread failed".to_owned()))
        })
    })?;
    Ok(answers.into_inner())
}

enum Scorer<'a> {
    Static(&'a Evaluation),
    Search(Box<Solo<Masked>>, Limits),
}

impl<'a> Scorer<'a> {
    fn new(evaluation: &'a Evaluation, method: &Method) -> Result<Self, String> {
        match method {
            Method::Static => Ok(Self::Static(evaluation)),
            Method::Search(method) => {
                let engine = Solo::new(method.lab.clone(), HASH, evaluation);
                let engine = engine.map_err(|error| error.to_string())?;
                Ok(Self::Search(Box::new(engine), Limits::nodes(method.nodes)))
            }
        }
    }

    /// The move, if the method has one, and the score for the side to move.
    fn answer(&mut self, problem: &Problem) -> Option<(Option<Move>, Score)> {
        let board = &problem.board;
        match self {
            Self::Static(_) if board.in_check() => None,
            Self::Static(evaluation) => {
                let trace = evaluation.trace(board);
                let white = trace.used();
                Some((None, if board.side() == Color::White { white } else { -white }))
            }
            Self::Search(engine, limits) => {
                engine.new_game();
                engine.search(board, limits.clone()).map(|(best, score)| (Some(best), score))
            }
        }
    }
}

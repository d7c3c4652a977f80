//! Test suites: positions with known best moves, searched and counted.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use riposte_movegen::Move;
use riposte_search::{Engine, Evaluation, Found, Limits};

pub(crate) use riposte_tools::problems::{Problem, read};

/// Options of `riposte-tools epd`.
#[derive(Args)]
pub struct Options {
    /// EPD files with `bm`, `am` or STS points.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Milliseconds per position.
    #[arg(long)]
    movetime: Option<i64>,
    /// Nodes per position.
    #[arg(long)]
    nodes: Option<u64>,
    /// Iterations per position.
    #[arg(long)]
    depth: Option<u32>,
    /// Megabytes of transposition table per engine.
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Search threads per engine.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Positions searched at once, each by an engine of its own.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    #[command(flatten)]
    evaluation: crate::evaluation::Choice,
    /// Prints every position, not only those that were missed.
    #[arg(long)]
    all: bool,
}

/// The answer to one problem.
#[derive(Clone, Copy)]
struct Answer {
    mv: Option<Move>,
    nodes: u64,
    depth: i32,
    time: Duration,
}

impl Answer {
    fn new(found: &Found) -> Self {
        let last = &found.pvs[0];
        let depth = last.depth.plies();
        Self { mv: found.best, nodes: last.nodes, depth, time: last.time }
    }
}

/// Searches every position of the files and prints what was solved.
///
/// # Errors
///
/// A text that names the file and line that cannot be read, or what the engine
/// was refused.
pub fn run(options: &Options) -> Result<(), String> {
    let limits = Limits {
        move_time: options.movetime,
        nodes: options.nodes,
        depth: options.depth,
        ..Limits::default()
    };
    if limits == Limits::default() {
        return Err("give a limit: --movetime, --nodes or --depth".to_owned());
    }
    let evaluation = options.evaluation.load()?;
    for file in &options.files {
        let problems = read(file, Problem::parse)?;
        let answers = solve(&problems, &limits, options, &evaluation)?;
        println!("{}", file.display());
        print!("{}", report(&problems, &answers, options.all));
    }
    Ok(())
}

fn solve(
    problems: &[Problem],
    limits: &Limits,
    options: &Options,
    evaluation: &Evaluation,
) -> Result<Vec<Answer>, String> {
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; problems.len()]);
    let bar = ProgressBar::new(problems.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} left {msg}") {
        bar.set_style(style);
    }
    let outcome: Result<Vec<()>, String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let engine = new_engine(options, evaluation)?;
                    solve_next(engine, problems, limits, &next, &answers, &bar)
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| {
                worker.join().unwrap_or_else(|_| Err("a search thread failed".to_owned()))
            })
            .collect()
    });
    bar.finish_and_clear();
    outcome?;
    Ok(answers.into_inner().into_iter().flatten().collect())
}

fn new_engine(options: &Options, evaluation: &Evaluation) -> Result<Engine, String> {
    let mut engine = Engine::new().map_err(|error| error.to_string())?;
    engine.set_threads(options.threads).map_err(|error| error.to_string())?;
    engine.set_hash(options.hash).map_err(|error| error.to_string())?;
    engine.set_move_overhead(Duration::ZERO);
    engine.set_evaluation(evaluation.clone());
    Ok(engine)
}

/// Takes problem after problem until none is left.
fn solve_next(
    mut engine: Engine,
    problems: &[Problem],
    limits: &Limits,
    next: &AtomicUsize,
    answers: &Mutex<Vec<Option<Answer>>>,
    bar: &ProgressBar,
) -> Result<(), String> {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(problem) = problems.get(index) else { return Ok(()) };
        engine.new_game();
        engine.set_position(problem.board.clone());
        let found = engine.search(limits.clone(), &AtomicBool::new(false));
        let mut answers = answers.lock();
        answers[index] = Some(Answer::new(&found));
        let solved = problems
            .iter()
            .zip(answers.iter())
            .filter(|(problem, answer)| answer.is_some_and(|answer| problem.is_solved(answer.mv)))
            .count();
        bar.set_message(format!("{solved} solved"));
        bar.inc(1);
    }
}

/// One line per position that is asked for, and the sums.
fn report(problems: &[Problem], answers: &[Answer], all: bool) -> String {
    let mut text = String::new();
    let (mut solved, mut points, mut most) = (0, 0, 0);
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (problem, answer) in problems.iter().zip(answers) {
        let is_solved = problem.is_solved(answer.mv);
        solved += usize::from(is_solved);
        points += problem.points(answer.mv);
        most += problem.most_points();
        nodes += answer.nodes;
        time += answer.time;
        if all || !is_solved {
            let played = answer.mv.map_or_else(|| "none".to_owned(), |mv| problem.board.san(mv));
            let mark = if is_solved { "solved" } else { "missed" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "  {mark} {:<24} played {played:<8} wanted {:<16} depth {:>2}  {} ms",
                problem.id,
                problem.wanted(),
                answer.depth,
                answer.time.as_millis()
            );
        }
    }
    let _ = writeln!(text, "  solved {solved} of {}", problems.len());
    if most > 0 {
        let _ = writeln!(text, "  points {points} of {most}");
    }
    let _ = writeln!(text, "  nodes {nodes}, time {:.1} s", time.as_secs_f64());
    text
}

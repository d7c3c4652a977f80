//! Self-play: games of the engine against itself, for training.
//!
//! Every game is a function of the seed, its number, and the options that are
//! written to the log beside the file. Games are stored in the order of their
//! numbers whichever thread finishes first, so that the number of the next one
//! is just the count of games in the file: a run that was interrupted or killed
//! is continued without repeating a game, and any number of threads makes the
//! same file.
mod labels;
mod log;
mod play;
mod progress;
mod starts;
mod workers;

use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;

use self::labels::Labels;
use self::play::{Balance, Recipe};
use self::progress::Progress;
use self::starts::Starts;
use self::workers::{Goal, Workers};
use crate::play::adjudicate::Rules;
use crate::play::default_threads;
use crate::signals;
use crate::statistics::Statistics;
use riposte_games::Appender;
use riposte_trainer::usable::FEWEST_PIECES;

/// Options of `riposte-tools datagen`.
#[derive(Args)]
pub struct Options {
    /// File for the games; an existing one is continued.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games played at once, one per thread.
    #[arg(long, value_name = "N", default_value_t = default_threads(),
          value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Ends when the file holds so many games.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Ends after so long, such as 90s, 45m or 8h.
    #[arg(long, value_name = "TIME", value_parser = crate::duration)]
    time: Option<Duration>,
    /// Nodes after which a search starts no further iteration. With 20, most searches end after
    /// depth 1. In the time that few nodes save there are more positions, and these are worth more
    /// than better scores.
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The same for positions that the trainer leaves out (in check, captures and others), if
    /// it is less.
    #[arg(long, value_name = "N", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..))]
    unfit_nodes: u64,
    /// Makes the games repeatable; a random one if not given.
    #[arg(long)]
    seed: Option<u64>,
    /// Share of the games that start from a Chess960 position, half of these
    /// with different positions for both sides.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = crate::share)]
    frc_share: f64,
    /// Megabytes of each side's transposition table, two in each thread.
    #[arg(long, value_name = "MB", default_value_t = 1)]
    hash: usize,
    #[command(flatten)]
    evaluation: crate::evaluation::Choice,
    #[command(flatten)]
    balance: Balance,
    /// Share of the openings of 16 or 17 moves, of which the engine plays two of three, for
    /// positions like those of an opening book; the others are random moves only.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = crate::share)]
    played_openings: f64,
    /// Starts games from positions of the games in this file instead, at most one of each, in
    /// which few pieces are left and the score is that of an opening; the first two moves
    /// are random.
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// The most pieces, kings included, of a position that `--starts` takes.
    #[arg(long, value_name = "N", default_value_t = 14, requires = "starts",
          value_parser = clap::value_parser!(u32).range(i64::from(FEWEST_PIECES)..=32))]
    pieces: u32,
    /// A game is won when both sides see this score or more for four plies. Few games
    /// that went on after 1000 ended otherwise, and positions beyond are of little use.
    #[arg(long, value_name = "SCORE", default_value_t = 1000)]
    win_score: u16,
    /// From move 40 on, a game is drawn when no side sees more than this for
    /// twelve plies.
    #[arg(long, value_name = "SCORE", default_value_t = 8)]
    draw_score: u16,
    /// Share of the games that are played to the end by the rules alone.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = crate::share)]
    play_out: f64,
    #[command(flatten)]
    labels: Labels,
}

/// How long finished games may stay in memory, and the longest time between
/// two looks at the clock.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(200);

/// Plays games until enough are there, time is over or the user says so.
///
/// # Errors
///
/// When the file cannot be continued or written, or no engine starts.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let (mut file, found) = Appender::open(&options.out)?;
    if found.removed > 0 {
        let path = options.out.display();
        eprintln!("{path}: removed {} bytes of a game that was cut off", found.removed);
    }
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(found.games));
    let bound = options.balance.opening_score;
    let starts = options.starts.as_ref();
    let recipe = Recipe {
        seed,
        starts: starts.map(|path| Starts::read(path, options.pieces, bound, seed)).transpose()?,
        nodes: options.nodes,
        unfit_nodes: options.unfit_nodes,
        chess960_share: options.frc_share,
        balance: options.balance,
        played_share: options.played_openings,
        rules: Rules { win_score: options.win_score, draw_score: options.draw_score },
        play_out: options.play_out,
        labels: options.labels,
        hash: options.hash,
        evaluation: options.evaluation.load()?,
    };
    let urgency = signals::listen()?;
    let goal = Goal { first: found.games, end: options.games.unwrap_or(u64::MAX) };
    log::append(&options.out, &recipe, found.games)?;
    let mut progress = Progress::new(found, &goal, options.time);
    progress.note(&format!(
        "{}, seed {}, {} games there already, {} thread{}; Ctrl-C ends after the games under way, \
         twice at once",
        recipe.evaluation,
        recipe.seed,
        found.games,
        options.threads,
        if options.threads == 1 { "" } else { "s" },
    ));

    let start = Instant::now();
    let mut flushed = start;
    let mut statistics = Statistics::default();
    let mut workers = Workers::start(options.threads, &recipe, goal, &urgency)?;
    while let Some(batch) = workers.next_games(TICK) {
        for game in batch {
            file.push(&game)?;
            statistics.add(&game);
        }
        if flushed.elapsed() >= FLUSH_INTERVAL {
            file.flush()?;
            flushed = Instant::now();
        }
        if options.time.is_some_and(|time| start.elapsed() >= time) {
            urgency.fetch_max(1, Ordering::Relaxed);
        }
        progress.show(&statistics, urgency.load(Ordering::Relaxed));
    }
    file.sync()?;
    progress.finish();
    workers.join()?;
    report(options, &statistics, start.elapsed());
    Ok(())
}

fn report(options: &Options, statistics: &Statistics, time: Duration) {
    let seconds = time.as_secs_f64().max(1e-3);
    let speed = statistics.positions() as f64 / seconds;
    println!(
        "{}: new games of this run ({seconds:.0} s, {speed:.0} positions/s)",
        options.out.display()
    );
    print!("{statistics}");
}

//! Matches between two settings of the search, two networks, or two programs.
//!
//! Every opening is played twice, once with each colour. Pairs are counted in the
//! order of their numbers: if they were counted as they finish, short games would
//! come first and bias a test that ends by itself. With a limit of nodes no clock
//! and no other work on the machine decides a game, and a match of the tools'
//! own engine comes out the same again.

mod entrant;
mod journal;
mod pgn_file;
mod report;
mod sprt;

use std::error::Error;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use self::entrant::{Entrant, Entrants};
use self::journal::Journal;
use self::pgn_file::PgnFile;
use self::report::{Progress, summary};
use self::sprt::Sprt;
use crate::play::{Archive, Conditions, MatchRunner, Pace, Pair, Tally};
use crate::signals::Urgency;
use crate::{digest, evaluation, signals};

/// Options of `riposte-tools match`.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("end").args(["sprt", "games"]).required(true).multiple(true)))]
pub struct Options {
    #[command(flatten)]
    entrants: Entrants,
    /// Ends the match by a test on pairs of games, with errors of 5 %: `gain` (is A
    /// stronger: 0 against +4 Elo), `simplification` (is A not weaker: -4 against 0)
    /// or the two differences, such as `0:4`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Games at most; an odd number is made even.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// File with the result of every pair; an existing one is continued under the
    /// same conditions.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// PGN file to which the games are added, with score, depth and seconds of every move.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    conditions: Conditions,
    /// Nodes of every search of player B, where they are not those of A.
    #[arg(long, value_name = "N", conflicts_with = "clock",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
}

/// Plays until the test or the games are over or the user says so, and prints
/// what came out.
///
/// # Errors
///
/// When a player, the book or the journal cannot be used, or a player cannot play
/// on. What was counted is in the journal.
pub fn run(mut options: Options) -> Result<(), Box<dyn Error>> {
    options.conditions.set_other_nodes(options.nodes_b);
    let options = &options;
    let players = options.entrants.load()?;
    let conditions = conditions(options, &players)?;
    let (wanted, is_book_short) = wanted(options)?;
    let mut runner = options
        .conditions
        .prepare([&players[0].spec, &players[1].spec], &evaluation::load(None)?)?;
    let mut record = Record::open(options, &players, &conditions)?;
    let urgency = signals::listen()?;
    let numbers = record.tally.games() / 2..wanted.unwrap_or(u64::MAX);
    let mut progress = Progress::new(options.sprt, wanted, &record.tally);
    let outcome = play(&mut runner, numbers, &mut record, &mut progress, &urgency);
    // Also after an error: the games are counted in the journal.
    let kept = record.archive.finish();
    progress.finish();
    print(&conditions);
    print!("{}", summary(&record.tally, options.sprt, has_clock(options)));
    outcome?;
    kept?;
    if urgency.load(Ordering::Relaxed) > 0 {
        println!("interrupted");
    } else if is_book_short && !record.is_decided() {
        println!("The book has no more openings; by nodes, its games would repeat.");
    }
    Ok(())
}

/// Plays the pairs with these numbers until the test is decided or the user wants
/// the end.
fn play(
    runner: &mut MatchRunner,
    numbers: Range<u64>,
    record: &mut Record,
    progress: &mut Progress,
    urgency: &Urgency,
) -> Result<(), Box<dyn Error>> {
    progress.show(&record.tally);
    if record.is_decided() {
        return Ok(());
    }
    let mut error = None;
    runner.play(numbers, urgency, |pair| {
        error = record.add(pair).err();
        progress.show(&record.tally);
        if error.is_some() || record.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    error.map_or(Ok(()), Err)
}

/// The pairs that are counted, in memory and in the journal.
struct Record {
    tally: Tally,
    sprt: Option<Sprt>,
    journal: Option<Journal>,
    pgn: Option<PgnFile>,
    archive: Archive,
}

impl Record {
    fn open(
        options: &Options,
        players: &[Entrant; 2],
        conditions: &[(&str, String)],
    ) -> Result<Self, Box<dyn Error>> {
        let mut tally = Tally::default();
        let journal = match &options.journal {
            Some(path) => {
                let (journal, pairs) = Journal::open(path, conditions)?;
                pairs.into_iter().for_each(|pair| tally.add(pair));
                Some(journal)
            }
            None => None,
        };
        let open = |path| {
            let names = players.each_ref().map(|player| player.name.clone());
            PgnFile::open(path, names, options.conditions.pace())
        };
        let pgn = options.pgn.as_deref().map(open).transpose()?;
        let archive = options.conditions.archive(players.each_ref().map(|player| &player.spec))?;
        Ok(Self { tally, sprt: options.sprt, journal, pgn, archive })
    }

    fn add(&mut self, mut pair: Pair) -> Result<(), Box<dyn Error>> {
        if let Some(journal) = &mut self.journal {
            journal.push(pair.result)?;
        }
        self.tally.add(pair.result);
        self.archive.push(mem::take(&mut pair.played))?;
        if let Some(pgn) = &mut self.pgn {
            pgn.push(self.tally.games() / 2, pair)?;
        }
        Ok(())
    }

    /// Whether the test has ended.
    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(self.tally.pairs()).is_some())
    }
}

/// The pairs at which the match ends at the latest, and whether that is because
/// the book has no more.
fn wanted(options: &Options) -> Result<(Option<u64>, bool), String> {
    let asked = options.games.map(|games| games.div_ceil(2));
    match (asked, options.conditions.distinct_pairs()?) {
        (Some(asked), Some(distinct)) if asked > distinct => Err(format!(
            "the book has {distinct} openings: by nodes, more than {} games would repeat",
            2 * distinct
        )),
        (None, Some(distinct)) => Ok((Some(distinct), true)),
        (asked, _) => Ok((asked, false)),
    }
}

/// What has to be the same for a match to go on: names and values.
fn conditions(
    options: &Options,
    [a, b]: &[Entrant; 2],
) -> Result<Vec<(&'static str, String)>, String> {
    let program = format!("{}, digest {}", env!("RIPOSTE_COMMIT"), digest::program()?);
    let test = options.sprt.map_or_else(|| "none".to_owned(), |sprt| sprt.to_string());
    let players = [("A", a.name.clone()), ("B", b.name.clone())];
    let shared = options.conditions.describe()?;
    Ok(players.into_iter().chain(shared).chain([("test", test), ("tools", program)]).collect())
}

fn print(conditions: &[(&str, String)]) {
    // The test stands beside its result.
    for (name, value) in conditions.iter().filter(|(name, _)| *name != "test") {
        println!("{name:<9} {value}");
    }
}

fn has_clock(options: &Options) -> bool {
    matches!(options.conditions.pace(), Pace::Clock { .. })
}

//! What a match tells its user: how far it is, and what came out.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::sprt::{Sprt, Verdict};
use crate::play::Tally;

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Steps of the bar.
const STEPS: u64 = 1000;

/// Shows how far a match is: a bar on a terminal, lines elsewhere.
pub struct Progress {
    bar: Option<ProgressBar>,
    sprt: Option<Sprt>,
    /// Pairs at which the match ends, if it ends by their number.
    wanted: Option<u64>,
    start: Instant,
    last_line: Instant,
    /// Games that were played before this run.
    before: u64,
}

impl Progress {
    /// Shows a match of which `tally` was played before.
    pub fn new(sprt: Option<Sprt>, wanted: Option<u64>, tally: &Tally) -> Self {
        let now = Instant::now();
        let bar = std::io::stderr().is_terminal().then(bar);
        Self { bar, sprt, wanted, start: now, last_line: now, before: tally.games() }
    }

    /// Shows where the match stands.
    pub fn show(&mut self, tally: &Tally) {
        match &self.bar {
            Some(bar) => {
                bar.set_position((self.done(tally) * STEPS as f64) as u64);
                bar.set_message(self.text(tally));
            }
            None if self.last_line.elapsed() >= LINE_INTERVAL => {
                self.last_line = Instant::now();
                eprintln!("{}", self.text(tally));
            }
            None => {}
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// `0.0..=1.0`: the place of the LLR between its bounds, or the share of the
    /// games.
    fn done(&self, tally: &Tally) -> f64 {
        let done = match (self.sprt, self.wanted) {
            (Some(sprt), _) => 0.5 + sprt.llr(tally.pairs()) / (2.0 * Sprt::bound()),
            (None, Some(wanted)) => tally.games() as f64 / (2 * wanted).max(1) as f64,
            (None, None) => 0.0,
        };
        done.clamp(0.0, 1.0)
    }

    fn text(&self, tally: &Tally) -> String {
        let mut text = format!("{} games", tally.games());
        // Writing to a string cannot fail.
        if let (None, Some(wanted)) = (self.sprt, self.wanted) {
            let _ = write!(text, " of {}", 2 * wanted);
        }
        let _ = write!(text, ", {}", elo(tally));
        if let Some(sprt) = self.sprt {
            let _ = write!(text, ", {}", llr(sprt, tally));
        }
        let played = (tally.games() - self.before) as f64;
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let _ = write!(text, ", {:.1} games/s", played / seconds);
        text
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(STEPS);
    bar.enable_steady_tick(Duration::from_secs(1));
    let style = ProgressStyle::with_template("{bar:24} {msg}, {elapsed}");
    // The template is constant and right; were it not, the plain style does.
    bar.with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

fn elo(tally: &Tally) -> String {
    let text = |elo: crate::play::Elo| format!("{:+.1} ± {:.1} Elo", elo.difference, elo.error);
    tally.elo().map_or_else(|| "no Elo yet".to_owned(), text)
}

fn llr(sprt: Sprt, tally: &Tally) -> String {
    let bound = Sprt::bound();
    format!("LLR {:+.2} ({:.2}, {:.2})", sprt.llr(tally.pairs()), -bound, bound)
}

/// What came out: a line each for games, pairs, Elo, test and time.
pub fn summary(tally: &Tally, sprt: Option<Sprt>, has_clock: bool) -> String {
    let [won, drawn, lost] = tally.won_drawn_lost();
    let games = tally.games();
    let draws = 100.0 * drawn as f64 / games.max(1) as f64;
    let [pairs0, pairs1, pairs2, pairs3, pairs4] = tally.pairs();
    let superiority = tally.superiority().map_or_else(String::new, |share| {
        format!(", likelihood of superiority {:.1} %", 100.0 * share)
    });
    let mut text = format!(
        "games     {games}: A won {won}, drew {drawn}, lost {lost}; {draws:.1} % draws\n\
         pairs     0: {pairs0}, ½: {pairs1}, 1: {pairs2}, 1½: {pairs3}, 2: {pairs4} (points of A)\n\
         Elo       {} (95 %, logistic){superiority}\n",
        elo(tally),
    );
    // Writing to a string cannot fail.
    if let Some(sprt) = sprt {
        let verdict = match sprt.verdict(tally.pairs()) {
            Some(Verdict::H0) => "H0 accepted",
            Some(Verdict::H1) => "H1 accepted",
            None => "unresolved",
        };
        let _ = writeln!(text, "SPRT      {sprt}: {}, {verdict}", llr(sprt, tally));
    }
    if has_clock {
        let [a, b] = tally.lost_on_time();
        let _ = writeln!(text, "time      games lost on time: A {a}, B {b}");
    }
    text
}

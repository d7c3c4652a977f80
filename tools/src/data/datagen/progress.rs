//! How far the games are: a bar on a terminal, lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use riposte_games::Found;

use super::workers::Goal;
use crate::statistics::Statistics;

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Steps of a bar that measures time.
const TIME_STEPS: u64 = 1000;

/// Tells the user how far the games are.
pub struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    last_line: Instant,
    found: Found,
    wanted: Option<u64>,
    time: Option<Duration>,
}

impl Progress {
    pub fn new(found: Found, goal: &Goal, time: Option<Duration>) -> Self {
        let wanted = (goal.end != u64::MAX).then(|| goal.end.saturating_sub(goal.first));
        let has_end = wanted.is_some() || time.is_some();
        let bar = std::io::stderr().is_terminal().then(|| bar(has_end));
        let now = Instant::now();
        Self { bar, start: now, last_line: now, found, wanted, time }
    }

    /// Says something once.
    pub fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// Shows where things stand.
    pub fn show(&mut self, statistics: &Statistics, urgency: u32) {
        if self.bar.is_none() && self.last_line.elapsed() < LINE_INTERVAL {
            return;
        }
        let text = self.text(statistics, urgency);
        match &self.bar {
            Some(bar) => {
                let done = self.done(statistics).unwrap_or(0.0).min(1.0);
                bar.set_position((done * TIME_STEPS as f64) as u64);
                bar.set_message(text);
                bar.tick();
            }
            None => {
                self.last_line = Instant::now();
                eprintln!("{text}");
            }
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn text(&self, statistics: &Statistics, urgency: u32) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let positions = statistics.positions();
        let left = match (urgency, self.left(statistics)) {
            (0, Some(left)) => format!(", {} left", clock(left)),
            (0, None) => format!(", {} so far", clock(self.start.elapsed())),
            _ => ", finishing the games under way".to_owned(),
        };
        format!(
            "{} games, {} positions ({} new, {:.0}/s){left}",
            self.found.games + statistics.games(),
            millions(self.found.positions + positions),
            millions(positions),
            positions as f64 / seconds,
        )
    }

    /// The part of the work that is done; `None` if there is no end to it.
    fn done(&self, statistics: &Statistics) -> Option<f64> {
        let by_games = self.wanted.map(|wanted| statistics.games() as f64 / wanted.max(1) as f64);
        let by_time =
            self.time.map(|time| self.start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-3));
        [by_games, by_time].into_iter().flatten().reduce(f64::max)
    }

    fn left(&self, statistics: &Statistics) -> Option<Duration> {
        let done = self.done(statistics).filter(|&done| done > 0.0)?;
        let seconds = self.start.elapsed().as_secs_f64() * (1.0 / done - 1.0);
        Duration::try_from_secs_f64(seconds.max(0.0)).ok()
    }
}

fn bar(has_end: bool) -> ProgressBar {
    let (bar, template) = if has_end {
        (ProgressBar::new(TIME_STEPS), "{bar:24} {percent:>3} % {msg}")
    } else {
        (ProgressBar::new_spinner(), "{spinner} {msg}")
    };
    // The templates are constant and right; were one not, the plain style does.
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    bar.set_style(style);
    bar
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn millions(count: u64) -> String {
    if count < 1_000_000 { count.to_string() } else { format!("{:.2} M", count as f64 / 1e6) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_counts_are_readable() {
        assert_eq!(clock(Duration::from_secs(3_671)), "1:01:11");
        assert_eq!(millions(999_999), "999999");
        assert_eq!(millions(12_345_678), "12.35 M");
    }
}

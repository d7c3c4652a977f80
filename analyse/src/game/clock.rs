//! Time per move, from the clocks in the comments.

use riposte_movegen::Color;
use riposte_notation::pgn::{Game, WrittenMove};

/// Follows both clocks of a game.
pub struct Clocks {
    side: Color,
    /// What each side has left, in seconds.
    left: [Option<f64>; 2],
    increment: f64,
}

impl Clocks {
    /// For `game`, in which `side` moves first.
    pub fn new(game: &Game, side: Color) -> Self {
        let control = game.tag("TimeControl").and_then(time_control);
        let (base, increment) = control.map_or((None, 0.0), |(base, plus)| (Some(base), plus));
        Self { side, left: [base; 2], increment }
    }

    /// What the side has left after the next move, and how long it took, in seconds.
    pub fn next(&mut self, mv: &WrittenMove) -> (Option<f64>, Option<f64>) {
        let clock = mv.clock().map(|left| left.as_secs_f64());
        let left = &mut self.left[self.side.index()];
        let by_clock = clock.zip(*left).map(|(now, before)| before + self.increment - now);
        let elapsed = mv.elapsed().map(|time| time.as_secs_f64());
        *left = clock;
        self.side = !self.side;
        // Time may have been added between two moves.
        (clock, elapsed.or(by_clock.filter(|&spent| spent >= 0.0)))
    }
}

/// Seconds and increment of `300+2`, `300` and `40/7200`.
fn time_control(text: &str) -> Option<(f64, f64)> {
    let first = text.split(':').next()?;
    let (_, time) = first.split_once('/').unwrap_or(("", first));
    let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
    let seconds = |text: &str| text.parse::<f64>().ok().filter(|it| it.is_finite() && *it >= 0.0);
    Some((seconds(base)?, seconds(increment)?))
}

#[cfg(test)]
mod tests {
    use riposte_notation::pgn::Reader;

    use super::*;

    fn spent(text: &str) -> Vec<Option<f64>> {
        let game = Reader::new(text.as_bytes()).read().expect("memory").expect("a game");
        let mut clocks = Clocks::new(&game, Color::White);
        game.line.moves.iter().map(|mv| clocks.next(mv).1).collect()
    }

    #[test]
    fn the_time_of_a_move_is_what_the_clock_lost() {
        let moves = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:50]} 2. d4 {[%clk 0:04:32]} *";
        let text = format!("[TimeControl \"300+2\"]\n{moves}");
        assert_eq!(spent(&text), [Some(2.0), Some(12.0), Some(30.0)]);
        assert_eq!(spent(moves), [None, None, Some(28.0)]);
    }

    #[test]
    fn time_that_is_given_counts_and_damage_does_not() {
        assert_eq!(spent("1. e4 {[%emt 3]} e5 2. d4 {[%clk 0:01:00]} *"), [Some(3.0), None, None]);
        let more = "1. e4 {[%clk 60]} e5 2. d4 {[%clk 90]} *";
        assert_eq!(spent(more), [None; 3]);
        for text in ["?", "-", "x+1", "300+x", "-3"] {
            assert_eq!(time_control(text), None, "{text}");
        }
        assert_eq!(time_control("40/7200:3600"), Some((7200.0, 0.0)));
    }
}

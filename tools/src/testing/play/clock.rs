//! What a player may spend on its moves: nodes, or the time of a clock.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

use riposte_movegen::Color;
use riposte_search::Limits;
use thiserror::Error;

/// A time control: `1+0.01` is one second and 10 ms per move, `40/20` is 20
/// seconds for every 40 moves, `40/20+0.1` is both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves after which `base` is added again; `None` if it never is.
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
}

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeControlError {
    /// Not written as a time control.
    #[error("not a time control such as 1+0.01 or 40/20, in seconds")]
    Form,
    /// Without time no move can be made.
    #[error("a time control needs at least one millisecond")]
    NoTime,
    /// A period has moves.
    #[error("a period needs at least one move")]
    NoMoves,
}

/// The longest time that is read, in seconds.
const LONGEST: f64 = 1e6;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => {
                (Some(moves.parse().map_err(|_| TimeControlError::Form)?), times)
            }
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        if base < Duration::from_millis(1) {
            return Err(TimeControlError::NoTime);
        }
        if moves == Some(0) {
            return Err(TimeControlError::NoMoves);
        }
        Ok(Self { moves, base, increment })
    }
}

fn seconds(text: &str) -> Result<Duration, TimeControlError> {
    let seconds: f64 = text.parse().map_err(|_| TimeControlError::Form)?;
    if (0.0..=LONGEST).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(TimeControlError::Form)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The limit on all moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Exactly so many nodes per move, for the tested player and for the other.
    Nodes([u64; 2]),
    /// A clock, the same for both; a player that exceeds it by more than the margin loses.
    Clock {
        /// What the clock gives.
        control: TimeControl,
        /// By how much it may be exceeded.
        margin: Duration,
        /// Nodes that count as a millisecond; `None` for real time.
        nodes_per_ms: Option<NonZeroU64>,
    },
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes([nodes, same]) if nodes == same => write!(f, "{nodes} nodes"),
            Self::Nodes([a, b]) => write!(f, "{a} nodes of A, {b} of B"),
            Self::Clock { control, margin, nodes_per_ms } => {
                write!(f, "clock {control}, time margin {} ms", margin.as_millis())?;
                nodes_per_ms.map_or(Ok(()), |rate| write!(f, ", {rate} nodes per ms"))
            }
        }
    }
}

impl Pace {
    /// Nodes that count as a millisecond, where a clock counts nodes.
    pub fn nodes_per_ms(self) -> Option<NonZeroU64> {
        match self {
            Self::Nodes(_) => None,
            Self::Clock { nodes_per_ms, .. } => nodes_per_ms,
        }
    }

    /// Whether a real clock runs, so that no game repeats another.
    pub fn is_real_time(self) -> bool {
        matches!(self, Self::Clock { nodes_per_ms: None, .. })
    }
}

/// The clocks of one game.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    pace: Pace,
    /// The colour of the tested player.
    tested: Color,
    /// By colour.
    sides: [Side; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    left: Duration,
    /// Moves until the base time is added again; 0 if it never is.
    moves: u32,
}

impl Clocks {
    /// The clocks before the first move of a game in which the tested player has this colour.
    pub fn new(pace: Pace, tested: Color) -> Self {
        let side = match pace {
            Pace::Nodes(_) => Side::default(),
            Pace::Clock { control, .. } => {
                Side { left: control.base, moves: control.moves.unwrap_or(0) }
            }
        };
        Self { pace, tested, sides: [side; 2] }
    }

    /// What the player of `side` may spend now.
    pub fn limits(&self, side: Color) -> Limits {
        match self.pace {
            Pace::Nodes(nodes) => Limits::nodes(nodes[usize::from(side != self.tested)]),
            Pace::Clock { control, .. } => Limits {
                time: self.sides.map(|it| Some(milliseconds(it.left))),
                increment: [milliseconds(control.increment); 2],
                moves_to_go: control.moves.map(|_| self.sides[side.index()].moves),
                ..Limits::default()
            },
        }
    }

    /// Counts `taken` for a move of `side`; false if that was too long.
    pub fn spend(&mut self, side: Color, taken: Duration) -> bool {
        let Pace::Clock { control, margin, .. } = self.pace else { return true };
        let side = &mut self.sides[side.index()];
        if taken > side.left + margin {
            return false;
        }
        side.left = side.left.saturating_sub(taken) + control.increment;
        if let Some(period) = control.moves {
            side.moves -= 1;
            if side.moves == 0 {
                side.moves = period;
                side.left += control.base;
            }
        }
        true
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clocks(control: &str, margin: Duration) -> Clocks {
        let control = control.parse().unwrap();
        Clocks::new(Pace::Clock { control, margin, nodes_per_ms: None }, Color::White)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        let control = |moves, base, increment| TimeControl { moves, base, increment };
        for (text, expected) in [
            ("1+0.01", control(None, ms(1000), ms(10))),
            ("40/20", control(Some(40), ms(20_000), ms(0))),
            ("40/20+0.1", control(Some(40), ms(20_000), ms(100))),
            ("0.5", control(None, ms(500), ms(0))),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
            assert_eq!(expected.to_string(), text);
        }
    }

    #[test]
    fn bad_time_controls_are_refused() {
        for text in
            ["", "x", "1+", "1+x", "/20", "a/20", "-1", "1+-1", "NaN", "inf", "1e9", "1/2/3"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError::Form), "{text}");
        }
        assert_eq!("0+1".parse::<TimeControl>(), Err(TimeControlError::NoTime));
        assert_eq!("0/1".parse::<TimeControl>(), Err(TimeControlError::NoMoves));
    }

    #[test]
    fn a_clock_runs_for_its_side_and_gains_the_increment() {
        let mut clocks = clocks("1+0.01", ms(0));
        assert!(clocks.spend(Color::White, ms(300)));
        let limits = clocks.limits(Color::Black);
        assert_eq!(limits.time, [Some(710), Some(1000)]);
        assert_eq!((limits.increment, limits.moves_to_go), ([10, 10], None));
        assert!(clocks.spend(Color::White, ms(710)));
        assert!(!clocks.spend(Color::White, ms(11)));
    }

    #[test]
    fn a_margin_forgives_but_gives_no_time() {
        let mut clocks = clocks("1", ms(20));
        assert!(clocks.spend(Color::Black, ms(1020)));
        assert_eq!(clocks.limits(Color::Black).time[1], Some(0));
        assert!(!clocks.spend(Color::Black, ms(21)));
    }

    #[test]
    fn every_period_adds_its_time() {
        let mut clocks = clocks("2/1", ms(0));
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(2));
        assert!(clocks.spend(Color::White, ms(600)));
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(1));
        assert_eq!(clocks.limits(Color::Black).moves_to_go, Some(2));
        assert!(clocks.spend(Color::White, ms(100)));
        let limits = clocks.limits(Color::White);
        assert_eq!((limits.moves_to_go, limits.time[0]), (Some(2), Some(1300)));
    }

    #[test]
    fn with_nodes_no_time_is_too_long() {
        let mut clocks = Clocks::new(Pace::Nodes([7, 7]), Color::White);
        assert!(clocks.spend(Color::White, ms(1_000_000)));
        assert_eq!(clocks.limits(Color::White), Limits::nodes(7));
    }

    #[test]
    fn each_player_has_its_nodes_with_either_colour() {
        for tested in Color::ALL {
            let clocks = Clocks::new(Pace::Nodes([5000, 2500]), tested);
            assert_eq!(clocks.limits(tested), Limits::nodes(5000));
            assert_eq!(clocks.limits(!tested), Limits::nodes(2500));
        }
    }

    #[test]
    fn nodes_are_named_once_if_equal() {
        assert_eq!(Pace::Nodes([7, 7]).to_string(), "7 nodes");
        assert_eq!(Pace::Nodes([7, 8]).to_string(), "7 nodes of A, 8 of B");
    }
}

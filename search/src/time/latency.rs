//! What moves cost on the client's clock beyond what was planned for them.
//!
//! Between the engine and the clock lie pipes, the client, and a system that may have
//! other work for its processors. What gets lost there shows in the next time that
//! the client tells: so much is kept back from then on, beside the overhead that
//! the user has set. It is nothing on a quiet machine; where more threads want to
//! run than there are cores, it is tens of milliseconds, and games are lost by them.

use std::time::Duration;

use riposte_movegen::Color;

use crate::limits::Limits;
use crate::time::budget::Overhead;

/// More is not believed: somebody has set the clock.
const MOST: Duration = Duration::from_secs(1);

/// What is believed of the first loss. A single stall says little about the next
/// move; those that follow it may double the estimate each.
const FIRST: Duration = Duration::from_millis(100);

/// What of an estimate remains after a move that lost nothing.
const MEMORY: f64 = 63.0 / 64.0;

/// How many such moves in a row the clock has to survive: lost time comes in
/// stretches, and each move gives less back than was lost.
const SAFETY: u32 = 3;

/// A move that was played by the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    pub(crate) side: Color,
    /// Number of the move, as in a score sheet.
    pub(crate) number: u32,
    /// Milliseconds on the clock before it.
    pub(crate) left: i64,
    /// Milliseconds that the clock gained by it.
    pub(crate) increment: i64,
    /// Time that was meant to pass.
    pub(crate) planned: Duration,
}

/// An estimate of the time that the next move will lose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latency(Duration);

impl Latency {
    /// Learns from the clock that `limits` tell at the `side`'s move of that `number`, if
    /// it follows the one on which time was spent: otherwise somebody has gone to
    /// another position, and the clock tells nothing. An estimate rises at once and
    /// falls slowly: one late move loses a game.
    pub(crate) fn observe(&mut self, spent: Spent, side: Color, number: u32, limits: &Limits) {
        if (side, number) != (spent.side, spent.number + 1) {
            return;
        }
        let Some(left) = limits.time[side.index()] else { return };
        let used = spent.left.saturating_add(spent.increment).saturating_sub(left);
        let used = Duration::from_millis(u64::try_from(used).unwrap_or(0));
        let believed = FIRST.max(self.0 * 2).min(MOST);
        let lost = used.saturating_sub(spent.planned).min(believed);
        self.0 = lost.max(self.0.mul_f64(MEMORY));
    }

    /// Whether `limits` leave `side` no more than what some moves may lose, beside an
    /// `overhead`.
    pub(crate) fn is_critical(self, limits: &Limits, side: Color, overhead: Duration) -> bool {
        let needed = self.0 * SAFETY + overhead;
        limits.time[side.index()]
            .is_some_and(|left| Duration::from_millis(u64::try_from(left).unwrap_or(0)) <= needed)
    }

    /// What the next move is expected to lose, and what to keep back beside it. The
    /// `overhead` that the user has set is kept back once; the increment pays for what
    /// moves really lose.
    pub(crate) fn overhead(self, user: Duration) -> Overhead {
        Overhead { per_move: self.0, reserve: user + self.0 * (SAFETY - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(left: i64, planned: u64, told: i64) -> Duration {
        let mut latency = Latency::default();
        let planned = Duration::from_millis(planned);
        let spent = Spent { side: Color::Black, number: 12, left, increment: 10, planned };
        let limits = Limits { time: [Some(5), Some(told)], ..Limits::default() };
        latency.observe(spent, Color::Black, 13, &limits);
        latency.0
    }

    #[test]
    fn what_the_clock_lost_beyond_the_plan_is_kept_back() {
        assert_eq!(after(1000, 20, 960), Duration::from_millis(30));
        assert_eq!(after(1000, 20, 990), Duration::ZERO);
        let Overhead { per_move, reserve } =
            Latency(Duration::from_millis(30)).overhead(Duration::from_millis(10));
        assert_eq!(per_move, Duration::from_millis(30));
        assert_eq!(per_move + reserve, Duration::from_millis(10 + 30 * u64::from(SAFETY)));
    }

    #[test]
    fn a_clock_that_was_set_is_not_believed() {
        assert_eq!(after(1000, 20, 1_000_000), Duration::ZERO);
        assert_eq!(after(1_000_000, 20, 1000), FIRST);
        assert_eq!(after(i64::MAX, 0, i64::MIN), FIRST);
    }

    #[test]
    fn one_stall_is_half_believed_and_many_are() {
        let mut latency = Latency::default();
        let spent = Spent {
            side: Color::White,
            number: 1,
            left: 60_000,
            increment: 0,
            planned: Duration::ZERO,
        };
        let limits = Limits { time: [Some(50_000), None], ..Limits::default() };
        let mut believed = || {
            latency.observe(spent, Color::White, 2, &limits);
            latency.0
        };
        assert_eq!([believed(), believed(), believed()], [1, 2, 4].map(|times| FIRST * times));
        assert_eq!([believed(), believed(), believed()], [FIRST * 8, MOST, MOST]);
    }

    #[test]
    fn only_the_next_move_of_the_game_tells() {
        let spent = Spent {
            side: Color::White,
            number: 30,
            left: 60_000,
            increment: 0,
            planned: Duration::ZERO,
        };
        let limits = Limits { time: [Some(2000), Some(2000)], ..Limits::default() };
        for (side, number) in [(Color::White, 30), (Color::White, 32), (Color::Black, 31)] {
            let mut latency = Latency::default();
            latency.observe(spent, side, number, &limits);
            assert_eq!(latency.0, Duration::ZERO, "{side:?} {number}");
        }
    }

    #[test]
    fn a_clock_presses_that_the_lag_may_empty() {
        let latency = Latency(Duration::from_millis(10));
        let is_critical = |left| {
            let limits = Limits { time: [Some(left), None], ..Limits::default() };
            latency.is_critical(&limits, Color::White, Duration::from_millis(5))
        };
        assert!(is_critical(35) && is_critical(0) && is_critical(-1) && !is_critical(36));
        assert!(!latency.is_critical(&Limits::default(), Color::White, Duration::MAX / 2));
    }

    #[test]
    fn an_estimate_falls_slowly() {
        let mut latency = Latency(Duration::from_millis(100));
        let spent = Spent { side: Color::White, number: 1, left: 500, increment: 0, planned: MOST };
        let limits = Limits { time: [Some(450), None], ..Limits::default() };
        latency.observe(spent, Color::White, 2, &limits);
        assert!(latency.0 > Duration::from_millis(90));
        (0..600).for_each(|_| latency.observe(spent, Color::White, 2, &limits));
        assert!(latency.0 < Duration::from_millis(1));
    }
}

//! The measured latency of moves: time that the client's clock loses beyond the plan.
//!
//! Between engine and clock are pipes, the client, and a scheduler with other work. Time
//! lost there shows in the next clock time that the client sends. As much is reserved from
//! then on, in addition to the user's overhead. The latency is zero on a quiet machine;
//! with more busy threads than cores it is tens of milliseconds, enough to lose games.

use std::time::Duration;

use riposte_movegen::Color;

use crate::limits::Limits;
use crate::time::budget::Overhead;

/// A larger difference is taken for a clock that was set by hand.
const LIMIT: Duration = Duration::from_secs(1);

/// Limit for the first estimate. A single stall predicts little; later ones may each double
/// the estimate.
const FIRST_LIMIT: Duration = Duration::from_millis(100);

/// Share of an estimate that remains after a move without latency.
const MEMORY: f64 = 63.0 / 64.0;

/// How many such moves in a row the clock has to survive: stalls come in series, and the
/// increment gives less back than was lost.
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

/// The expected latency of the next move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latency(Duration);

impl Latency {
    /// Updates from the clock in `limits` before `side`'s move of that `number`, if that is
    /// the move after the one in `spent`; after a change of position the clock shows
    /// nothing. The estimate rises at once and falls slowly: one late move loses a game.
    pub(crate) fn observe(&mut self, spent: Spent, side: Color, number: u32, limits: &Limits) {
        if (side, number) != (spent.side, spent.number + 1) {
            return;
        }
        let Some(left) = limits.time[side.index()] else { return };
        let used = spent.left.saturating_add(spent.increment).saturating_sub(left);
        let used = Duration::from_millis(u64::try_from(used).unwrap_or(0));
        let counted = FIRST_LIMIT.max(self.0 * 2).min(LIMIT);
        let lost = used.saturating_sub(spent.planned).min(counted);
        self.0 = lost.max(self.0.mul_f64(MEMORY));
    }

    /// Whether the clock of `side` holds no more than the expected latency of some moves
    /// and an `overhead`.
    pub(crate) fn is_critical(self, limits: &Limits, side: Color, overhead: Duration) -> bool {
        let needed = self.0 * SAFETY + overhead;
        limits.time[side.index()]
            .is_some_and(|left| Duration::from_millis(u64::try_from(left).unwrap_or(0)) <= needed)
    }

    /// The expected latency of the next move, and the reserve beside it. The user's
    /// overhead is reserved once; the increment pays for the latency of later moves.
    pub(crate) fn overhead(self, user: Duration) -> Overhead {
        Overhead { per_move: self.0, reserve: user + self.0 * (SAFETY - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(left: i64, planned: u64, sent: i64) -> Duration {
        let mut latency = Latency::default();
        let planned = Duration::from_millis(planned);
        let spent = Spent { side: Color::Black, number: 12, left, increment: 10, planned };
        let limits = Limits { time: [Some(5), Some(sent)], ..Limits::default() };
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
    fn a_clock_that_was_set_is_ignored() {
        assert_eq!(after(1000, 20, 1_000_000), Duration::ZERO);
        assert_eq!(after(1_000_000, 20, 1000), FIRST_LIMIT);
        assert_eq!(after(i64::MAX, 0, i64::MIN), FIRST_LIMIT);
    }

    #[test]
    fn one_stall_counts_in_part_and_several_in_full() {
        let mut latency = Latency::default();
        let spent = Spent {
            side: Color::White,
            number: 1,
            left: 60_000,
            increment: 0,
            planned: Duration::ZERO,
        };
        let limits = Limits { time: [Some(50_000), None], ..Limits::default() };
        let mut counted = || {
            latency.observe(spent, Color::White, 2, &limits);
            latency.0
        };
        assert_eq!([counted(), counted(), counted()], [1, 2, 4].map(|times| FIRST_LIMIT * times));
        assert_eq!([counted(), counted(), counted()], [FIRST_LIMIT * 8, LIMIT, LIMIT]);
    }

    #[test]
    fn only_the_next_move_of_the_game_counts() {
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
    fn a_clock_is_critical_that_the_latency_may_empty() {
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
        let spent =
            Spent { side: Color::White, number: 1, left: 500, increment: 0, planned: LIMIT };
        let limits = Limits { time: [Some(450), None], ..Limits::default() };
        latency.observe(spent, Color::White, 2, &limits);
        assert!(latency.0 > Duration::from_millis(90));
        (0..600).for_each(|_| latency.observe(spent, Color::White, 2, &limits));
        assert!(latency.0 < Duration::from_millis(1));
    }
}

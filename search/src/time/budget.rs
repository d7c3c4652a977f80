//! The time budget of a move: a soft limit, scaled by the course of the search, and a hard
//! one.

use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_params::Lab;

use crate::limits::Limits;

/// A move is never planned for less than this, even with the flag falling.
const LEAST: f64 = 1.0;

/// How many increments count as time to come in a game whose length is not known.
const INCREMENTS_TO_COME: f64 = 45.0;

/// When little time is left, a move takes at most this part of it beside what the move gains.
const LOW_CLOCK_PART: f64 = 1.0 / 12.0;

/// Time on the clock that is not for thinking.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Overhead {
    /// Expected latency of every move.
    pub(crate) per_move: Duration,
    /// Reserve beside that.
    pub(crate) reserve: Duration,
}

/// Time for one search, fixed when its clock starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Budget {
    /// When no new iteration should start, before it is bent by the search.
    soft: Option<Duration>,
    /// When the search ends wherever it is.
    hard: Option<Duration>,
}

/// What the finished iterations show about the value of more time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Confidence {
    /// Iterations since the best move changed.
    pub(crate) stable_move: u32,
    /// Share of the nodes spent on the best move, `0.0..=1.0`.
    pub(crate) effort: f64,
    /// By how many centipawns the score fell since the last iterations.
    pub(crate) score_drop: i32,
}

impl Confidence {
    /// Factor of the soft limit.
    fn factor(self) -> f64 {
        let stability = match self.stable_move {
            0 => 1.70,
            1 => 1.25,
            2 => 1.05,
            3 => 0.95,
            4 => 0.88,
            _ => 0.82,
        };
        let effort = 1.75 - 1.15 * self.effort;
        let trend = 1.0 + f64::from(self.score_drop.clamp(-20, 60)) * 0.008;
        stability * effort * trend
    }
}

impl Budget {
    /// The budget of a move on `board` under `limits`, with `overhead` subtracted.
    pub(crate) fn new<L: Lab>(lab: &L, limits: &Limits, board: &Board, overhead: Overhead) -> Self {
        let in_millis = |time: Duration| time.as_secs_f64() * 1000.0;
        let (lost, reserve) = (in_millis(overhead.per_move), in_millis(overhead.reserve));
        let mut budget = Self { soft: None, hard: None };
        if let Some(left) = limits.time[board.side().index()] {
            let left = left as f64 - lost - reserve;
            let (soft, hard) = share(lab, limits, board, left, lost);
            budget = Self { soft: Some(millis(soft)), hard: Some(millis(hard)) };
        }
        if let Some(move_time) = limits.move_time {
            let own = millis(move_time as f64 - lost - reserve);
            budget.hard = Some(budget.hard.map_or(own, |hard| hard.min(own)));
        }
        budget
    }

    /// Whether the search must end after `elapsed`.
    #[inline]
    pub(crate) fn is_spent(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// How long the search may run, if that is limited.
    pub(crate) fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// When the search must end at the latest, if ever.
    pub(crate) fn deadline(&self, start: Instant) -> Option<Instant> {
        start.checked_add(self.hard?)
    }

    /// Whether no new iteration should start after `elapsed`.
    pub(crate) fn is_enough(&self, elapsed: Duration, confidence: Confidence) -> bool {
        self.soft.is_some_and(|soft| {
            let bent = soft.mul_f64(confidence.factor());
            elapsed >= self.hard.map_or(bent, |hard| bent.min(hard))
        })
    }

    /// Whether a clock is running at all.
    pub(crate) fn is_timed(&self) -> bool {
        self.soft.is_some()
    }
}

/// Soft and hard limit in milliseconds from what is left on the clock after what this move
/// loses and what is kept back; every later move is expected to lose `lost`.
fn share<L: Lab>(lab: &L, limits: &Limits, board: &Board, left: f64, lost: f64) -> (f64, f64) {
    let left = left.max(LEAST);
    let increment = (limits.increment[board.side().index()] as f64).max(0.0);
    // Of the increment only what moves do not lose on the way can be spent for good.
    let gained = (increment * 0.85 - lost).max(0.0);
    let (base, cap) = match limits.moves_to_go {
        Some(moves) => {
            let moves = f64::from(moves.clamp(1, 50));
            (left / (moves + 0.5) + gained, if moves > 1.0 { 0.6 } else { 0.9 })
        }
        None => (base_share(lab, board.fullmove_number(), left, gained), 0.5),
    };
    let hard = (base * f64::from(lab.time_hard()) / 100.0).min(left * cap).max(LEAST);
    let soft = (base * f64::from(lab.time_soft()) / 100.0).min(hard);
    (soft, hard)
}

/// The basic share of move `number` of a game whose length is not known, where every move
/// gains `gained`: a part of all time to come, at most [`LOW_CLOCK_PART`] of what is left. The
/// part grows, because few games are decided in their first moves.
fn base_share<L: Lab>(lab: &L, number: u32, left: f64, gained: f64) -> f64 {
    let (early, late) = (f64::from(lab.time_early()), f64::from(lab.time_late()));
    let progress = (f64::from(number) - 10.0) / 20.0;
    let part = (early + (late - early) * progress.clamp(0.0, 1.0)) / 10_000.0;
    let to_come = left + INCREMENTS_TO_COME * gained;
    (part * to_come).min(LOW_CLOCK_PART * left + gained)
}

fn millis(value: f64) -> Duration {
    Duration::from_secs_f64(value.max(LEAST) / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use riposte_params::Release;

    fn budget(limits: &Limits) -> Budget {
        let overhead = Overhead { per_move: Duration::from_millis(10), reserve: Duration::ZERO };
        Budget::new(&Release, limits, &Board::startpos(), overhead)
    }

    #[test]
    fn a_clock_is_never_planned_beyond_its_end() {
        for left in [-500_i64, 0, 1, 20, 50, 1000, 60_000, i64::MAX / 2] {
            for increment in [0, 10, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let limits = Limits {
                        time: [Some(left), None],
                        increment: [increment, 0],
                        moves_to_go,
                        ..Limits::default()
                    };
                    let Budget { soft, hard } = budget(&limits);
                    let (soft, hard) = (soft.unwrap(), hard.unwrap());
                    assert!(soft <= hard);
                    let most = (left - 10).max(1) as f64 / 1000.0;
                    assert!(hard.as_secs_f64() <= most + 1e-6, "{left} {increment} {hard:?}");
                }
            }
        }
    }

    /// The soft limit of move `number` in milliseconds.
    fn soft(number: u32, left: i64, increment: i64) -> f64 {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}");
        let board = Board::from_fen(&fen).expect("the test's own position");
        let time = [Some(left), None];
        let limits = Limits { time, increment: [increment, 0], ..Limits::default() };
        let budget = Budget::new(&Release, &limits, &board, Overhead::default());
        budget.soft.expect("a clock").as_secs_f64() * 1000.0
    }

    #[test]
    fn a_later_move_gets_more_of_the_same_clock() {
        assert_eq!(soft(1, 60_000, 600), soft(10, 60_000, 600));
        assert!(soft(20, 60_000, 600) > 1.2 * soft(10, 60_000, 600));
        assert!(soft(30, 60_000, 600) > 1.2 * soft(20, 60_000, 600));
        assert_eq!(soft(30, 60_000, 600), soft(80, 60_000, 600));
    }

    #[test]
    fn a_large_increment_is_spent_and_a_low_clock_is_kept() {
        let large = soft(30, 12_000, 10_000);
        assert!(large > 5_000.0 && large < 9_000.0, "{large}");
        // Of 200 ms a move takes a tenth, not more.
        assert!(soft(90, 200, 10) <= 20.0);
    }

    #[test]
    fn only_the_own_clock_counts() {
        let limits = Limits { time: [None, Some(1000)], ..Limits::default() };
        assert_eq!(budget(&limits), Budget { soft: None, hard: None });
    }

    #[test]
    fn move_time_and_clock_hold_together() {
        let both = Limits { time: [Some(60_000), None], move_time: Some(50), ..Limits::default() };
        assert_eq!(budget(&both).hard, Some(Duration::from_millis(40)));
    }

    #[test]
    fn doubt_buys_time() {
        let sure = Confidence { stable_move: 8, effort: 0.9, score_drop: 0 };
        let unsure = Confidence { stable_move: 0, effort: 0.3, score_drop: 40 };
        assert!(unsure.factor() > 1.5 && sure.factor() < 0.8);
    }
}

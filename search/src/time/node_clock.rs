//! A clock that counts nodes, so that games are reproducible however busy the machine is.

use std::num::NonZeroU64;

use riposte_movegen::Color;

use crate::limits::Limits;

/// The time that a side has left when nodes stand for milliseconds.
///
/// The client's clock measures wall time, so it is used at the first move of a game only.
/// From then on the time spent is counted here.
#[derive(Debug, Default)]
pub(crate) struct NodeClock {
    rate: Option<NonZeroU64>,
    /// Milliseconds left; unknown before the first move of a game.
    left: Option<i64>,
    /// Increment after the running search.
    increment: i64,
}

impl NodeClock {
    /// Counts so many nodes as a millisecond from the next game on, or goes by
    /// the time of day again.
    pub(crate) fn set_rate(&mut self, rate: Option<NonZeroU64>) {
        *self = Self { rate, ..Self::default() };
    }

    /// Nodes that count as a millisecond, if the clock counts nodes.
    pub(crate) fn rate(&self) -> Option<NonZeroU64> {
        self.rate
    }

    /// Puts the hands back.
    pub(crate) fn new_game(&mut self) {
        self.set_rate(self.rate);
    }

    /// `limits` with the time that is really left to `side`.
    pub(crate) fn read(&mut self, mut limits: Limits, side: Color) -> Limits {
        if let (Some(_), Some(sent)) = (self.rate, limits.time[side.index()]) {
            limits.time[side.index()] = Some(*self.left.get_or_insert(sent));
            self.increment = limits.increment[side.index()];
        }
        limits
    }

    /// A search has spent so many nodes.
    pub(crate) fn spend(&mut self, nodes: u64) {
        if let (Some(rate), Some(left)) = (self.rate, &mut self.left) {
            let spent = i64::try_from(nodes / rate).unwrap_or(i64::MAX);
            *left = left.saturating_sub(spent).saturating_add(self.increment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: i64) -> Limits {
        Limits { time: [Some(time), Some(5)], increment: [10, 0], ..Limits::default() }
    }

    #[test]
    fn what_is_left_follows_the_nodes_and_not_the_client() {
        let mut clock = NodeClock::default();
        clock.set_rate(NonZeroU64::new(100));
        assert_eq!(clock.read(limits(1000), Color::White), limits(1000));
        clock.spend(30_000);
        assert_eq!(clock.read(limits(999), Color::White), limits(710));
        clock.new_game();
        assert_eq!(clock.read(limits(2000), Color::White), limits(2000));
    }

    #[test]
    fn without_a_rate_the_client_clock_is_used() {
        let mut clock = NodeClock::default();
        assert_eq!(clock.read(limits(1000), Color::White), limits(1000));
        clock.spend(30_000);
        assert_eq!(clock.read(limits(999), Color::White), limits(999));
    }
}

//! Statistics of a search, at no cost where nothing is counted.
//!
//! [`Stats`] is chosen by the laboratory: the unit type does nothing and is what
//! [`Release`](crate::Release) uses; [`Counters`] is what
//! [`Counted`](crate::Counted) uses.

macro_rules! events {
    ($($(#[doc = $doc:literal])* $event:ident,)*) => {
        /// Something that a search can count.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Event { $($(#[doc = $doc])* $event,)* }

        const EVENTS: usize = [$(Event::$event,)*].len();
    };
}

events! {
    /// A node of the main search.
    MainNode,
    /// A node of quiescence.
    QuiescenceNode,
    /// A TT probe.
    TtProbe,
    /// The position was there.
    TtHit,
    /// Its bound ended the node.
    TtCutoff,
    /// A null move was tried.
    NullTried,
    /// It failed high.
    NullFailedHigh,
    /// The fail high was checked by a search without null move.
    NullVerified,
    /// The check did not confirm it.
    NullRefuted,
    /// A node of the main search failed high by a move. Singular searches do not count:
    /// they have to do without their best move.
    FailHigh,
    /// It was the first move.
    FailHighFirst,
    /// A node of quiescence failed high by a move.
    QuiescenceFailHigh,
    /// It was the first move.
    QuiescenceFailHighFirst,
    /// A late move was searched with less depth.
    Reduced,
    /// It beat alpha and had to be searched again.
    Researched,
}

/// A late quiet move and what its reduced null-window search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReducedMove {
    /// Plies of the reduced search.
    pub depth: i16,
    /// Index of the move in the order of search, from 1.
    pub number: i16,
    /// The move's histories: butterfly, pawn, and continuation one, two, four and six plies
    /// back.
    pub histories: [i16; 6],
    /// Whether the node was expected to fail high.
    pub cut: bool,
    /// Whether the static evaluation rises.
    pub improving: bool,
    /// Whether the TT marks a PV node.
    pub was_pv: bool,
    /// Whether the move scored above alpha.
    pub failed_high: bool,
}

/// The statistics of a search.
pub trait Stats: Clone + Default + Send + 'static {
    /// Whether [`Self::sample`] does something, so that the samples have to be made.
    const SAMPLES: bool = false;

    /// Keeps a reduced move.
    #[inline(always)]
    fn sample(&mut self, _reduced: ReducedMove) {}

    /// Counts one `event`.
    #[inline(always)]
    fn count(&mut self, _event: Event) {}

    /// Adds what another thread, or another search, counted.
    #[inline(always)]
    fn merge(&mut self, _other: &Self) {}
}

/// Counts nothing.
impl Stats for () {}

/// Counts everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    events: [u64; EVENTS],
}

impl Stats for Counters {
    #[inline]
    fn count(&mut self, event: Event) {
        self.events[event as usize] += 1;
    }

    fn merge(&mut self, other: &Self) {
        for (own, others) in self.events.iter_mut().zip(other.events) {
            *own += others;
        }
    }
}

impl Counters {
    /// How often `event` happened.
    pub const fn get(&self, event: Event) -> u64 {
        self.events[event as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters() -> Counters {
        let mut counters = Counters::default();
        for _ in 0..4 {
            counters.count(Event::FailHigh);
        }
        counters.count(Event::FailHighFirst);
        counters
    }

    #[test]
    fn threads_add_up() {
        let mut sum = counters();
        sum.merge(&counters());
        let counts = [Event::FailHigh, Event::FailHighFirst, Event::TtHit].map(|it| sum.get(it));
        assert_eq!(counts, [8, 2, 0]);
    }

    #[test]
    fn counting_nothing_takes_no_room() {
        assert_eq!(size_of::<<crate::Release as crate::Lab>::Stats>(), 0);
    }
}

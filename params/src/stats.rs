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

    /// Notes that the iteration to `depth` took `nodes`.
    #[inline(always)]
    fn finish_iteration(&mut self, _depth: usize, _nodes: u64) {}

    /// Adds what another thread, or another search, counted.
    #[inline(always)]
    fn merge(&mut self, _other: &Self) {}
}

/// Counts nothing.
impl Stats for () {}

/// The late quiet moves of a search, in the order in which their reduced searches ended.
#[derive(Clone, Debug, Default)]
pub struct ReducedMoves(pub Vec<ReducedMove>);

impl Stats for ReducedMoves {
    const SAMPLES: bool = true;

    #[inline]
    fn sample(&mut self, reduced: ReducedMove) {
        self.0.push(reduced);
    }

    fn merge(&mut self, other: &Self) {
        self.0.extend_from_slice(&other.0);
    }
}

/// Counts everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    events: [u64; EVENTS],
    /// Nodes of each finished iteration, the first at depth one.
    iterations: Vec<u64>,
}

impl Stats for Counters {
    #[inline]
    fn count(&mut self, event: Event) {
        self.events[event as usize] += 1;
    }

    fn finish_iteration(&mut self, depth: usize, nodes: u64) {
        let place = depth.max(1);
        if self.iterations.len() < place {
            self.iterations.resize(place, 0);
        }
        self.iterations[place - 1] += nodes;
    }

    fn merge(&mut self, other: &Self) {
        for (own, others) in self.events.iter_mut().zip(other.events) {
            *own += others;
        }
        if self.iterations.len() < other.iterations.len() {
            self.iterations.resize(other.iterations.len(), 0);
        }
        for (own, others) in self.iterations.iter_mut().zip(&other.iterations) {
            *own += others;
        }
    }
}

impl Counters {
    /// How often `event` happened.
    pub const fn get(&self, event: Event) -> u64 {
        self.events[event as usize]
    }

    /// The share of `part` in `whole`, `0.0..=1.0`; zero if `whole` never
    /// happened.
    pub fn share(&self, part: Event, whole: Event) -> f64 {
        ratio(self.get(part), self.get(whole))
    }

    /// Depth, nodes and branching factor (nodes by the nodes of the iteration
    /// before) of every finished iteration.
    pub fn iterations(&self) -> impl Iterator<Item = (usize, u64, f64)> + '_ {
        let before = std::iter::once(&0).chain(&self.iterations);
        self.iterations
            .iter()
            .zip(before)
            .enumerate()
            .map(|(place, (&nodes, &before))| (place + 1, nodes, ratio(nodes, before)))
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters() -> Counters {
        let mut counters = Counters::default();
        for _ in 0..4 {
            counters.count(Event::FailHigh);
        }
        for _ in 0..3 {
            counters.count(Event::FailHighFirst);
        }
        counters.finish_iteration(1, 20);
        counters.finish_iteration(2, 50);
        counters
    }

    #[test]
    fn rates_are_shares() {
        assert_eq!(counters().share(Event::FailHighFirst, Event::FailHigh), 0.75);
        assert_eq!(counters().share(Event::TtHit, Event::TtProbe), 0.0);
        let iterations: Vec<_> = counters().iterations().collect();
        assert_eq!(iterations, [(1, 20, 0.0), (2, 50, 2.5)]);
    }

    #[test]
    fn threads_add_up() {
        let mut sum = counters();
        let mut other = counters();
        other.finish_iteration(3, 100);
        sum.merge(&other);
        assert_eq!(sum.get(Event::FailHigh), 8);
        assert_eq!(sum.iterations().map(|(_, nodes, _)| nodes).collect::<Vec<_>>(), [40, 100, 100]);
    }

    #[test]
    fn counting_nothing_takes_no_room() {
        assert_eq!(size_of::<<crate::Release as crate::Lab>::Stats>(), 0);
    }
}

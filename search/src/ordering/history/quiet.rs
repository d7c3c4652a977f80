//! The quiet history as a policy: how nodes update it, and the value of a move.

use riposte_eval::Depth;
use riposte_movegen::{Bitboard, Color, Move};

use super::entry::Entry;
use super::tables::{Grid, SQUARE_PAIRS};
use crate::params::names::{HistoryWeight, QuietMemory};

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A move reached beta.
    FailHigh,
    /// A move raised alpha, none reached beta.
    Exact,
    /// No move raised alpha. The best move is then the one with the highest fail-soft
    /// score, the first among equals: weak evidence, since all of these scores are upper
    /// bounds.
    FailLow,
}

/// What a finished node contributes to the quiet history.
#[derive(Clone, Copy, Debug)]
pub struct HistoryUpdate<'a> {
    /// The side that moved.
    pub side: Color,
    /// Squares that the other side attacks; empty if threats are not distinguished.
    pub threats: Bitboard,
    /// How the node ended.
    pub outcome: Outcome,
    /// Whether it was searched with an open window.
    pub pv: bool,
    /// The best move, if it was a quiet one.
    pub best: Option<Move>,
    /// The quiet moves that were searched besides, all of them before `best`
    /// unless the node failed low.
    pub tried: &'a [Move],
    /// Depth of the node.
    pub depth: Depth,
    /// Bonus of the best move, by depth.
    pub bonus: i32,
    /// Malus of each tried move, by depth.
    pub malus: i32,
    /// Its weight in histories without gravity.
    pub weight: HistoryWeight,
}

/// A history of quiet moves by from and to square.
pub trait QuietPolicy: Clone + Send + 'static {
    /// Whether nodes update it at which no quiet move raised alpha.
    const EVERY_NODE: bool;

    /// An empty history; a policy with several forms takes that of `memory`.
    fn new(memory: QuietMemory) -> Self;

    /// Clears all values.
    fn clear(&mut self);

    /// A new search begins.
    fn start_search(&mut self) {}

    /// Changes to an empty history of another form, where there are several.
    fn choose(&mut self, _memory: QuietMemory) {}

    /// The value of `mv` for `side`, about `-8192..=8192`.
    fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32;

    /// Adds `value` to one move. The histories of the literature ignore it: they are
    /// updated by whole nodes only.
    #[inline]
    fn add(&mut self, _side: Color, _threats: Bitboard, _mv: Move, _value: i32) {}

    /// Updates from a finished node.
    fn update(&mut self, searched: &HistoryUpdate<'_>);
}

/// Butterfly history with gravity, separate for moves from and to attacked squares:
/// `[side][from attacked][to attacked][from, to]`.
///
/// The move that cut or raised alpha gains, the moves tried before it lose:
/// Schaeffer's history (1989) with the demotion of Rollason's negative
/// plausibility (2007) and a pull to zero.
#[derive(Clone, Debug)]
pub struct Gravity(Grid<Entry<8192>, SQUARE_PAIRS, 8>);

impl Gravity {
    #[inline]
    fn row(side: Color, threats: Bitboard, mv: Move) -> usize {
        side.index() * 4
            + usize::from(threats.has(mv.from())) * 2
            + usize::from(threats.has(mv.to()))
    }
}

impl QuietPolicy for Gravity {
    const EVERY_NODE: bool = false;

    fn new(_: QuietMemory) -> Self {
        Self(Grid::new())
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
        self.0[Self::row(side, threats, mv)][mv.from_to()].get()
    }

    #[inline]
    fn add(&mut self, side: Color, threats: Bitboard, mv: Move, value: i32) {
        self.0[Self::row(side, threats, mv)][mv.from_to()].update(value);
    }

    #[inline]
    fn update(&mut self, searched: &HistoryUpdate<'_>) {
        let HistoryUpdate { side, threats, outcome, best, tried, bonus, malus, .. } = *searched;
        let Some(best) = best.filter(|_| outcome != Outcome::FailLow) else { return };
        self.0[Self::row(side, threats, best)][best.from_to()].update(bonus);
        for &mv in tried {
            self.0[Self::row(side, threats, mv)][mv.from_to()].update(-malus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordering::history::testing::{MOVES, history_update};

    #[test]
    fn gravity_promotes_the_best_and_demotes_the_tried() {
        let mut memory = Gravity::new(QuietMemory::Gravity);
        memory.update(&history_update(Outcome::FailHigh, 8));
        let [best, tried, other] = MOVES.map(|mv| memory.get(Color::White, Bitboard::EMPTY, mv));
        assert!(best > 0 && tried < 0 && other == 0);
    }

    #[test]
    fn gravity_is_separate_for_attacked_squares() {
        let mut memory = Gravity::new(QuietMemory::Gravity);
        memory.update(&history_update(Outcome::FailHigh, 8));
        let best = MOVES[0];
        assert_eq!(memory.get(Color::White, best.to().bitboard(), best), 0);
        assert_eq!(memory.get(Color::Black, Bitboard::EMPTY, best), 0);
    }

    #[test]
    fn gravity_ignores_a_fail_low() {
        let mut memory = Gravity::new(QuietMemory::Gravity);
        memory.update(&history_update(Outcome::FailLow, 8));
        assert!(MOVES.iter().all(|&mv| memory.get(Color::White, Bitboard::EMPTY, mv) == 0));
    }
}

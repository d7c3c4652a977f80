//! The history of quiet moves: how nodes update it, and the value of a move.

use riposte_movegen::{Bitboard, Color, Move};
use riposte_params::QuietMemory;

use crate::classic;
use crate::entry::Entry;
use crate::tables::{Grid, SQUARE_PAIRS};
use crate::tally::Tallies;
use crate::update::{HistoryUpdate, Outcome};

/// The history of quiet moves by from and to square. Its form is a parameter and stays the
/// same until [`Self::choose`] changes it: callers pass it, since it is a constant in the
/// release.
#[derive(Clone, Debug)]
pub(crate) struct QuietHistory {
    form: QuietMemory,
    gravity: Gravity,
    /// The counts of the published forms; none with gravity.
    tallies: Option<Tallies>,
}

/// Butterfly history with gravity, separate for moves from and to attacked squares:
/// `[side][from attacked][to attacked][from, to]`.
///
/// The move that cut or raised alpha gains, the moves tried before it lose:
/// Schaeffer's history (1989) with the demotion of Rollason's negative
/// plausibility (2007) and a pull to zero.
type Gravity = Grid<Entry<8192>, SQUARE_PAIRS, 8>;

#[inline]
fn gravity_row(side: Color, threats: Bitboard, mv: Move) -> usize {
    side.index() * 4 + usize::from(threats.has(mv.from())) * 2 + usize::from(threats.has(mv.to()))
}

impl QuietHistory {
    /// An empty history.
    pub(crate) fn new(form: QuietMemory) -> Self {
        let tallies = (form != QuietMemory::Gravity).then(Tallies::new);
        Self { form, gravity: Grid::new(), tallies }
    }

    /// Changes to an empty history of another form.
    pub(crate) fn choose(&mut self, form: QuietMemory) {
        if form != self.form {
            *self = Self::new(form);
        }
    }

    /// Clears all values.
    pub(crate) fn clear(&mut self) {
        self.gravity.clear();
        self.tallies.iter_mut().for_each(Tallies::clear);
    }

    /// A new search begins.
    pub(crate) fn start_search(&mut self) {
        self.tallies.iter_mut().for_each(Tallies::fade);
    }

    /// The value of `mv` for `side`, about `-8192..=8192`.
    #[inline]
    pub(crate) fn get(&self, form: QuietMemory, side: Color, threats: Bitboard, mv: Move) -> i32 {
        match &self.tallies {
            Some(tallies) if form != QuietMemory::Gravity => {
                classic::value(form, tallies.get(side, mv))
            }
            _ => self.gravity[gravity_row(side, threats, mv)][mv.from_to()].get(),
        }
    }

    /// Adds `value` to one move. The published forms ignore it: they are updated by whole
    /// nodes only.
    #[inline]
    pub(crate) fn add(&mut self, side: Color, threats: Bitboard, mv: Move, value: i32) {
        self.gravity[gravity_row(side, threats, mv)][mv.from_to()].update(value);
    }

    /// Updates from a finished node.
    #[inline]
    pub(crate) fn update(&mut self, form: QuietMemory, searched: &HistoryUpdate<'_>) {
        let HistoryUpdate { side, threats, outcome, best, tried, bonus, malus, .. } = *searched;
        if form != QuietMemory::Gravity {
            let counted = |tallies| classic::update(form, tallies, searched);
            return self.tallies.iter_mut().for_each(counted);
        }
        let Some(best) = best.filter(|_| outcome != Outcome::FailLow) else { return };
        self.add(side, threats, best, bonus);
        for &mv in tried {
            self.add(side, threats, mv, -malus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{MOVES, history_update};

    const G: QuietMemory = QuietMemory::Gravity;

    #[test]
    fn gravity_promotes_the_best_and_demotes_the_tried() {
        let mut memory = QuietHistory::new(G);
        memory.update(G, &history_update(Outcome::FailHigh, 8));
        let [best, tried, other] = MOVES.map(|mv| memory.get(G, Color::White, Bitboard::EMPTY, mv));
        assert!(best > 0 && tried < 0 && other == 0);
    }

    #[test]
    fn gravity_is_separate_for_attacked_squares() {
        let mut memory = QuietHistory::new(G);
        memory.update(G, &history_update(Outcome::FailHigh, 8));
        let best = MOVES[0];
        assert_eq!(memory.get(G, Color::White, best.to().bitboard(), best), 0);
        assert_eq!(memory.get(G, Color::Black, Bitboard::EMPTY, best), 0);
    }

    #[test]
    fn gravity_ignores_a_fail_low() {
        let mut memory = QuietHistory::new(G);
        memory.update(G, &history_update(Outcome::FailLow, 8));
        assert!(MOVES.iter().all(|&mv| memory.get(G, Color::White, Bitboard::EMPTY, mv) == 0));
    }
}

//! The history of quiet moves: how nodes update it, and the value of a move.

use riposte_movegen::{Bitboard, Color, Move};
use riposte_params::{Lab, QuietMemory};

use crate::classic::CountedHistory;
use crate::entry::Entry;
use crate::tables::{Grid, SQUARE_PAIRS};
use crate::update::{Outcome, SearchedNode};
use crate::weights::{bonus, malus};

/// The history of quiet moves by from and to square. Its form is a parameter, which stays the
/// same.
#[derive(Clone, Debug)]
pub(crate) struct QuietHistory {
    gravity: Gravity,
    /// The published forms, a row for each side; none with gravity.
    counted: Option<CountedHistory<2>>,
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
    pub(crate) fn new<L: Lab>(lab: &L) -> Self {
        let counted = lab.quiet_memory() != QuietMemory::Gravity;
        Self { gravity: Grid::default(), counted: counted.then(CountedHistory::default) }
    }

    /// A new search begins.
    pub(crate) fn start_search(&mut self) {
        self.counted.iter_mut().for_each(CountedHistory::fade);
    }

    /// The value of `mv` for `side`, about `-8192..=8192`.
    #[inline]
    pub(crate) fn get<L: Lab>(&self, lab: &L, side: Color, threats: Bitboard, mv: Move) -> i32 {
        let form = lab.quiet_memory();
        match &self.counted {
            Some(counted) if form != QuietMemory::Gravity => counted.scaled(form, side.index(), mv),
            _ => self.gravity[gravity_row(side, threats, mv)][mv.from_to()].get(),
        }
    }

    /// Adds `value` to one move. The published forms ignore it: they are updated by whole
    /// nodes only.
    #[inline]
    pub(crate) fn add<L: Lab>(
        &mut self,
        lab: &L,
        side: Color,
        threats: Bitboard,
        mv: Move,
        value: i32,
    ) {
        if lab.quiet_memory() == QuietMemory::Gravity {
            self.gravity[gravity_row(side, threats, mv)][mv.from_to()].update(value);
        }
    }

    /// Updates from a finished node of `side`. A capture is not among its best moves.
    #[inline]
    pub(crate) fn update<L: Lab>(
        &mut self,
        lab: &L,
        side: Color,
        threats: Bitboard,
        node: &SearchedNode<'_>,
    ) {
        let form = lab.quiet_memory();
        if form != QuietMemory::Gravity {
            let counted = self.counted.iter_mut();
            let weight = lab.history_weight();
            return counted.for_each(|it| it.update(form, weight, node, |_| side.index()));
        }
        let Some(best) = node.best.filter(|_| node.outcome != Outcome::FailLow) else { return };
        self.add(lab, side, threats, best, bonus(lab, node.depth));
        for &mv in node.quiets {
            self.add(lab, side, threats, mv, -malus(lab, node.depth));
        }
    }
}

#[cfg(test)]
mod tests {
    use riposte_params::{Masked, Release};

    use super::*;
    use crate::testing::{MOVES, searched_node};

    fn get<L: Lab>(history: &QuietHistory, lab: &L, side: Color, threats: Bitboard) -> [i32; 3] {
        MOVES.map(|mv| history.get(lab, side, threats, mv))
    }

    fn with_form(form: &str) -> Masked {
        let mut lab = Masked::default();
        lab.set_by_name("QuietMemory", form).expect("a form");
        lab
    }

    /// After a node of White at depth 8.
    fn updated<L: Lab>(lab: &L, outcome: Outcome) -> QuietHistory {
        let mut history = QuietHistory::new(lab);
        history.update(lab, Color::White, Bitboard::EMPTY, &searched_node(outcome, 8));
        history
    }

    #[test]
    fn gravity_promotes_the_best_and_demotes_the_tried() {
        let history = updated(&Release, Outcome::FailHigh);
        let [best, tried, other] = get(&history, &Release, Color::White, Bitboard::EMPTY);
        assert!(best > 0 && tried < 0 && other == 0);
    }

    #[test]
    fn gravity_is_separate_for_attacked_squares() {
        let history = updated(&Release, Outcome::FailHigh);
        let attacked = MOVES[0].to().bitboard();
        assert_eq!(get(&history, &Release, Color::White, attacked)[0], 0);
        assert_eq!(get(&history, &Release, Color::Black, Bitboard::EMPTY), [0; 3]);
    }

    #[test]
    fn gravity_ignores_a_fail_low() {
        let history = updated(&Release, Outcome::FailLow);
        assert_eq!(get(&history, &Release, Color::White, Bitboard::EMPTY), [0; 3]);
    }

    #[test]
    fn every_form_can_be_chosen() {
        for form in QuietMemory::ALL {
            let history = updated(&with_form(form.name()), Outcome::FailHigh);
            let [best, ..] = get(&history, &with_form(form.name()), Color::White, Bitboard::EMPTY);
            assert!((1..=8192).contains(&best), "{form:?}");
        }
    }

    #[test]
    fn a_new_search_fades_the_published_forms() {
        let lab = with_form("Absolute");
        let mut history = updated(&lab, Outcome::FailHigh);
        let [fresh, ..] = get(&history, &lab, Color::White, Bitboard::EMPTY);
        history.start_search();
        let [faded, ..] = get(&history, &lab, Color::White, Bitboard::EMPTY);
        assert!(0 < faded && faded < fresh);
    }
}

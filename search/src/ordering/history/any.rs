//! The quiet history in the form chosen at run time.

use riposte_movegen::{Bitboard, Color, Move};

use super::classic::{Absolute, Plausibility, Relative, RelativeBest, RelativeCutoff};
use super::quiet::{Gravity, HistoryUpdate, QuietPolicy};
use crate::params::names::QuietMemory;

macro_rules! any_quiet {
    ($($form:ident),*) => {
        /// One form of the quiet history, chosen at run time.
        #[derive(Clone, Debug)]
        pub enum AnyQuiet { $(
            #[doc = concat!("See [`", stringify!($form), "`](struct@super::classic::", stringify!($form), ").")]
            $form($form),
        )* }

        impl AnyQuiet {
            const fn memory(&self) -> QuietMemory {
                match self { $(Self::$form(_) => QuietMemory::$form,)* }
            }
        }

        impl QuietPolicy for AnyQuiet {
            const EVERY_NODE: bool = true;

            fn new(memory: QuietMemory) -> Self {
                match memory { $(QuietMemory::$form => Self::$form(QuietPolicy::new(memory)),)* }
            }

            fn clear(&mut self) {
                match self { $(Self::$form(it) => it.clear(),)* }
            }

            fn start_search(&mut self) {
                match self { $(Self::$form(it) => it.start_search(),)* }
            }

            fn choose(&mut self, memory: QuietMemory) {
                if self.memory() != memory {
                    *self = Self::new(memory);
                }
            }

            fn get(&self, side: Color, threats: Bitboard, mv: Move) -> i32 {
                match self { $(Self::$form(it) => it.get(side, threats, mv),)* }
            }

            fn add(&mut self, side: Color, threats: Bitboard, mv: Move, value: i32) {
                match self { $(Self::$form(it) => it.add(side, threats, mv, value),)* }
            }

            fn update(&mut self, searched: &HistoryUpdate<'_>) {
                match self { $(Self::$form(it) => it.update(searched),)* }
            }
        }
    };
}

any_quiet!(Gravity, Absolute, Relative, RelativeBest, RelativeCutoff, Plausibility);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordering::history::quiet::Outcome;
    use crate::ordering::history::testing::{MOVES, history_update};

    #[test]
    fn every_form_can_be_chosen_and_a_change_clears_it() {
        let mut memory = AnyQuiet::new(QuietMemory::Gravity);
        for &form in QuietMemory::ALL {
            memory.choose(form);
            assert_eq!(memory.memory(), form);
            let value = |memory: &AnyQuiet| memory.get(Color::White, Bitboard::EMPTY, MOVES[0]);
            assert_eq!(value(&memory), 0);
            memory.update(&history_update(Outcome::FailHigh, 6));
            let updated = value(&memory);
            assert!((1..=8192).contains(&updated), "{form:?}");
            memory.choose(form);
            assert_eq!(value(&memory), updated, "the same form keeps its values");
        }
    }
}

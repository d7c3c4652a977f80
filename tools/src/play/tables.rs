//! Many games between two searches at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use parking_lot::Mutex;
use riposte_board::Board;
use riposte_search::EngineError;
use riposte_search::lab::Masked;

use super::opponents::{Opponents, Terms};
use super::tally::Tally;
use crate::signals::Urgency;

/// As many pairs of opponents as games are played at once.
pub struct Tables(Vec<Opponents>);

impl Tables {
    /// # Errors
    ///
    /// When an engine gets no memory or no thread.
    pub fn new(count: u16, terms: &Terms) -> Result<Self, EngineError> {
        (0..count).map(|_| Opponents::new(terms.clone())).collect::<Result<_, _>>().map(Self)
    }

    /// Plays a game with each colour from every one of `starts`, or from as many
    /// as the user has patience for. `on_pair` hears of every pair.
    pub fn play(
        &mut self,
        tested: &Masked,
        other: &Masked,
        starts: &[Board],
        urgency: &Urgency,
        on_pair: impl Fn(&Tally) + Sync,
    ) -> Tally {
        let next = AtomicUsize::new(0);
        let total = Mutex::new(Tally::default());
        thread::scope(|scope| {
            for table in &mut self.0 {
                table.set_labs(tested.clone(), other.clone());
                scope.spawn(|| {
                    while urgency.load(Ordering::Relaxed) == 0 {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(start) = starts.get(index) else { return };
                        let quit = || urgency.load(Ordering::Relaxed) > 1;
                        let Some(pair) = table.pair(start, quit) else { return };
                        let mut total = total.lock();
                        total.add(pair);
                        on_pair(&total);
                    }
                });
            }
        });
        total.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use riposte_search::Evaluation;
    use riposte_search::lab::Feature;

    use super::*;
    use crate::play::adjudicate::Rules;
    use crate::play::openings::openings;

    fn tally_of(threads: u16) -> Tally {
        let terms = Terms {
            nodes: 60,
            hash: 1,
            evaluation: Evaluation::PieceSquare,
            rules: Rules { win_score: 1000, draw_score: 8 },
        };
        let starts = openings(None, 3, 7, &terms.evaluation).unwrap();
        let mut tables = Tables::new(threads, &terms).unwrap();
        let tested = Masked::with_flipped(Feature::StandPat);
        tables.play(&tested, &Masked::default(), &starts, &Urgency::default(), |_| {})
    }

    #[test]
    fn games_do_not_depend_on_the_number_of_threads() {
        let tally = tally_of(1);
        assert_eq!(tally.games(), 6);
        assert_eq!(tally_of(3), tally);
    }
}

//! Many pairs of games at once, counted in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use riposte_games::Game;
use riposte_search::STACK_BYTES;
use riposte_search::params::Masked;

use super::opponents::{Opponents, Pair};
use super::player::PlayerError;
use super::tally::Tally;
use crate::signals::Urgency;

/// What a thread has to say about the pair with a number.
type Finished = (u64, Result<Pair, PlayerError>);

/// What the pairs of a step of an experiment came to.
pub struct PlayedStep {
    /// Games won by the tested side less games lost.
    pub lead: i64,
    /// Those that were not lost on time.
    pub games: Vec<Game>,
}

/// As many pairs of opponents as games are played at once.
pub struct MatchRunner(Vec<Opponents>);

impl MatchRunner {
    /// Plays one game at a time for each of the `opponents`.
    pub fn new(opponents: Vec<Opponents>) -> Self {
        Self(opponents)
    }

    /// What the two sides search by from now on, where they are the tools' engine.
    pub fn set_labs(&mut self, tested: &Masked, other: &Masked) {
        self.0.iter_mut().for_each(|opponents| opponents.set_labs(tested, other));
    }

    /// Plays the pairs with these `numbers`, or as many as `count` and the user
    /// want. `count` gets every pair in the order of the numbers, so that short
    /// games are not counted before long ones; after its break, and when the
    /// user wants the end now, games under way are dropped.
    ///
    /// # Errors
    ///
    /// When a player cannot play on; all pairs before that one are counted.
    pub fn play(
        &mut self,
        numbers: Range<u64>,
        urgency: &Urgency,
        mut count: impl FnMut(Pair) -> ControlFlow<()>,
    ) -> Result<(), PlayerError> {
        let mut queue = InOrder::new(numbers.start);
        let next = AtomicU64::new(numbers.start);
        let is_over = AtomicBool::new(false);
        let (sender, finished) = channel::<Finished>();
        let mut outcome = Ok(());
        thread::scope(|scope| {
            for opponents in &mut self.0 {
                let (sender, next, is_over) = (sender.clone(), &next, &is_over);
                let end = numbers.end;
                let life = move || play_on(opponents, next, end, is_over, urgency, &sender);
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                if let Err(source) = thread.spawn_scoped(scope, life) {
                    is_over.store(true, Ordering::Relaxed);
                    outcome = Err(PlayerError::Thread(source));
                }
            }
            drop(sender);
            for (number, pair) in finished {
                // Pairs that finish after the break are dropped.
                if is_over.load(Ordering::Relaxed) {
                    continue;
                }
                for pair in queue.put(number, pair) {
                    let go_on = pair.map(&mut count);
                    if !matches!(go_on, Ok(ControlFlow::Continue(()))) {
                        is_over.store(true, Ordering::Relaxed);
                        outcome = go_on.map(|_| ());
                        break;
                    }
                }
            }
        });
        outcome
    }

    /// Plays the pairs of a step of an experiment. `None` if the user ended it before.
    ///
    /// # Errors
    ///
    /// When a player cannot play on.
    pub fn play_step(
        &mut self,
        numbers: Range<u64>,
        urgency: &Urgency,
    ) -> Result<Option<PlayedStep>, PlayerError> {
        let mut tally = Tally::default();
        let mut games = Vec::new();
        let wanted = 2 * (numbers.end - numbers.start);
        self.play(numbers, urgency, |pair| {
            tally.add(pair.result);
            games.extend(pair.played);
            ControlFlow::Continue(())
        })?;
        Ok((tally.games() == wanted).then(|| PlayedStep { lead: tally.lead(), games }))
    }
}

/// Plays the pairs with the next free numbers.
fn play_on(
    opponents: &mut Opponents,
    next: &AtomicU64,
    end: u64,
    is_over: &AtomicBool,
    urgency: &Urgency,
    finished: &Sender<Finished>,
) {
    let quit = || is_over.load(Ordering::Relaxed) || urgency.load(Ordering::Relaxed) > 1;
    while urgency.load(Ordering::Relaxed) == 0 && !quit() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= end {
            return;
        }
        let Some(pair) = opponents.pair(number, quit).transpose() else { return };
        let is_error = pair.is_err();
        if finished.send((number, pair)).is_err() || is_error {
            return;
        }
    }
}

/// Holds back what comes before its turn.
struct InOrder<T> {
    next: u64,
    early: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    fn new(first: u64) -> Self {
        Self { next: first, early: BTreeMap::new() }
    }

    /// Takes the item with this number; all whose turn it is now.
    fn put(&mut self, number: u64, item: T) -> Vec<T> {
        self.early.insert(number, item);
        let mut ready = Vec::new();
        while let Some(item) = self.early.remove(&self.next) {
            ready.push(item);
            self.next += 1;
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;
    use std::time::Duration;

    use riposte_search::Evaluation;
    use riposte_search::params::Feature;

    use super::*;
    use crate::play::Openings;
    use crate::play::adjudicate::Rules;
    use crate::play::clock::Pace;
    use crate::play::opponents::Terms;
    use crate::play::player::PlayerSpec;
    use crate::play::tally::PairResult;

    fn runner(pace: Pace, threads: u16) -> MatchRunner {
        let evaluation = Evaluation::PieceSquare;
        let terms = Terms {
            pace,
            hash: 1,
            overhead: Duration::ZERO,
            rules: Rules { win_score: 1000, draw_score: 8 },
        };
        let own =
            |lab: Masked| PlayerSpec::Own { lab: Box::new(lab), evaluation: evaluation.clone() };
        let mut without = Masked::default();
        without.set(Feature::StandPat, false);
        let tested = own(without);
        let other = own(Masked::default());
        let opponents = |_| {
            let openings = Openings::drawn(7, &evaluation, false).unwrap();
            Opponents::new([&tested, &other], openings, terms).unwrap()
        };
        MatchRunner::new((0..threads).map(opponents).collect())
    }

    /// Results and moves of the pairs with these numbers.
    fn pairs(pace: Pace, threads: u16, numbers: Range<u64>) -> Vec<(PairResult, Vec<String>)> {
        let mut pairs = Vec::new();
        let urgency = Urgency::default();
        let count = |pair: Pair| {
            let moves = pair.games.into_iter().flat_map(|game| game.line.moves);
            pairs.push((pair.result, moves.map(|mv| mv.san).collect()));
            ControlFlow::Continue(())
        };
        runner(pace, threads).play(numbers, &urgency, count).unwrap();
        pairs
    }

    const FEW_NODES: Pace = Pace::Nodes([60, 60]);

    #[test]
    fn games_do_not_depend_on_threads_or_on_where_a_match_began() {
        let all = pairs(FEW_NODES, 1, 0..6);
        assert_eq!(all.len(), 6);
        assert_eq!(pairs(FEW_NODES, 3, 0..6), all);
        assert_eq!(pairs(FEW_NODES, 2, 2..5), all[2..5]);
    }

    #[test]
    fn games_repeat_by_a_clock_that_counts_nodes() {
        let pace = Pace::Clock {
            control: "0.5+0.05".parse().unwrap(),
            margin: Duration::from_millis(20),
            nodes_per_ms: NonZeroU64::new(100),
        };
        let once = pairs(pace, 2, 0..3);
        assert!(once.iter().flat_map(|(result, _)| result).all(|game| !game.on_time), "{once:?}");
        assert_eq!(pairs(pace, 1, 0..3), once);
    }

    #[test]
    fn nothing_is_counted_after_the_break() {
        let mut tally = Tally::default();
        let urgency = Urgency::default();
        let count = |pair: Pair| {
            tally.add(pair.result);
            if tally.games() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        runner(FEW_NODES, 3).play(0..1000, &urgency, count).unwrap();
        assert_eq!(tally.games(), 4);
    }

    #[test]
    fn results_wait_for_the_ones_before_them() {
        let mut queue = InOrder::new(3);
        assert!(queue.put(5, 'c').is_empty());
        assert_eq!(queue.put(3, 'a'), ['a']);
        assert_eq!(queue.put(4, 'b'), ['b', 'c']);
        assert_eq!(queue.put(6, 'd'), ['d']);
    }
}

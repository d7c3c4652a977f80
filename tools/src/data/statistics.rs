//! What a set of games looks like.

mod verdicts;

use std::fmt;

use self::verdicts::Verdicts;

use riposte_games::{Ending, Game, Outcome};
use riposte_trainer::usable::unfit;

/// Upper ends of the classes of scores whose agreement with the result is
/// counted; the last class has none.
const CLASSES: [u16; 5] = [25, 100, 300, 1000, u16::MAX];

/// Counts over games.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    outcomes: [u64; Outcome::ALL.len()],
    endings: [u64; Ending::ALL.len()],
    positions: u64,
    usable: u64,
    shortest: Option<usize>,
    longest: usize,
    classes: [Class; CLASSES.len()],
    verdicts: Verdicts,
}

/// Positions with a score of some size.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    /// All of them.
    positions: u64,
    /// Those from games that were not drawn and with a score other than 0.
    decided: u64,
    /// Of these, those whose score names the winner.
    right: u64,
}

impl Statistics {
    /// Counts one more game.
    pub fn add(&mut self, game: &Game) {
        self.outcomes[game.outcome as usize] += 1;
        self.endings[game.ending as usize] += 1;
        self.positions += game.moves.len() as u64;
        self.shortest =
            Some(self.shortest.map_or(game.moves.len(), |least| least.min(game.moves.len())));
        self.longest = self.longest.max(game.moves.len());
        for score in game.moves.iter().filter_map(|played| played.scored()) {
            let size = score.unsigned_abs();
            let class = CLASSES.iter().position(|&end| size <= end).unwrap_or(CLASSES.len() - 1);
            self.classes[class].add(i32::from(score).signum(), game.outcome.sign());
        }
        self.verdicts.add(game);
        game.replay(|board, played| self.usable += u64::from(unfit(board, played).is_none()));
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Number of positions, one per recorded move.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

impl Class {
    fn add(&mut self, score: i32, result: i32) {
        self.positions += 1;
        if score != 0 && result != 0 {
            self.decided += 1;
            self.right += u64::from(score == result);
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games();
        writeln!(f, "games       {games}")?;
        writeln!(f, "positions   {}", self.positions)?;
        writeln!(f, "usable      {} ({})", self.usable, percent(self.usable, self.positions))?;
        if games == 0 {
            return Ok(());
        }
        let (shortest, mean) = (self.shortest.unwrap_or(0), self.positions as f64 / games as f64);
        writeln!(f, "moves/game  {mean:.1} plies on average, {shortest} to {}", self.longest)?;
        let [black, draws, white] = self.outcomes;
        let share = |count| percent(count, games);
        writeln!(
            f,
            "results     white {} draw {} black {}",
            share(white),
            share(draws),
            share(black)
        )?;
        write!(f, "endings    ")?;
        for ending in Ending::ALL {
            if self.endings[ending as usize] > 0 {
                write!(f, " {} {};", ending.name(), share(self.endings[ending as usize]))?;
            }
        }
        writeln!(f, "\nscores that name the winner, in games that have one:")?;
        let mut start = 0;
        for (class, end) in self.classes.iter().zip(CLASSES) {
            let right = percent(class.right, class.decided);
            let size =
                if end == u16::MAX { format!("{start}..") } else { format!("{start}..{end}") };
            let part = percent(class.positions, self.positions);
            writeln!(f, "  |score| {size:<9} {right:>7} right, {part:>7} of all positions")?;
            start = end.saturating_add(1);
        }
        self.verdicts.write(f, self.positions)
    }
}

/// A share for tables.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

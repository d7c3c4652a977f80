//! What is run: one setting in one position.

use std::time::{Duration, Instant};

use riposte_board::Board;
use riposte_search::Evaluation;
use riposte_search::stats::Event;

use super::classic::{Classic, Counts, Iteration, Memory, Narrow, Replacement, Systems, Table};
use super::searcher::Searcher;
use riposte_tools::problems::Problem;
use riposte_tools::setting;

/// Settings to be compared, each in every one of these positions.
pub struct Series {
    /// Unique among all series, for the file of finished parts.
    pub name: &'static str,
    /// The positions.
    pub subjects: Vec<Problem>,
    /// The settings; their names are unique.
    pub settings: Vec<Setting>,
}

/// One of the settings.
pub struct Setting {
    /// As tables show it; no commas.
    pub name: String,
    /// What it does.
    pub job: Job,
}

impl Setting {
    /// A search of the period.
    pub fn classic(name: impl Into<String>, systems: Systems, depth: u32) -> Self {
        Self { name: name.into(), job: Job::Classic { systems, depth } }
    }
}

/// What is done with a position.
pub enum Job {
    /// It is searched by [`Classic`].
    Classic {
        /// With these systems.
        systems: Systems,
        /// To this depth.
        depth: u32,
    },
    /// It and the positions that follow it in a game are searched one after the
    /// other, and the histories are kept.
    Game {
        /// With these systems.
        systems: Systems,
        /// To this depth.
        depth: u32,
    },
    /// It is searched by [`Classic`] with a table that errs.
    Narrow {
        /// To this depth.
        depth: u32,
        /// The table's size.
        index_bits: u32,
        /// The part of the key that is compared.
        check_bits: u32,
        /// What is kept.
        replacement: Replacement,
    },
    /// It is searched by the engine.
    Modern {
        /// With these changes.
        setting: setting::Setting,
        /// To this depth.
        depth: u32,
    },
}

impl Job {
    /// The deepest iteration.
    pub fn depth(&self) -> u32 {
        match *self {
            Self::Classic { depth, .. }
            | Self::Game { depth, .. }
            | Self::Narrow { depth, .. }
            | Self::Modern { depth, .. } => depth,
        }
    }
}

/// What was counted up to the end of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The iteration.
    pub depth: u32,
    /// The root's value.
    pub value: i32,
    /// Whether the move is a solution; no if there is none.
    pub solved: bool,
    /// Time since the start.
    pub time: Duration,
    /// Counts since the start.
    pub counts: Counts,
}

/// Positions of a game fragment.
const GAME_LENGTH: usize = 6;

/// Depth to which the moves of a game fragment are searched.
const GAME_DEPTH: u32 = 4;

/// Runs parts, one after the other.
pub struct Worker<'a> {
    classic: Classic,
    modern: Option<Searcher>,
    evaluation: &'a Evaluation,
}

impl<'a> Worker<'a> {
    /// A worker whose classic search has a table of so many megabytes, and whose
    /// engine judges by `evaluation`.
    ///
    /// # Errors
    ///
    /// A text when there is no memory.
    pub fn new(megabytes: usize, evaluation: &'a Evaluation) -> Result<Self, String> {
        let classic = Classic::new(megabytes).map_err(|error| format!("--hash: {error}"))?;
        Ok(Self { classic, modern: None, evaluation })
    }

    /// Does `job` with `subject`.
    ///
    /// # Errors
    ///
    /// What the engine was refused.
    pub fn run(&mut self, job: &Job, subject: &Problem) -> Result<Vec<Row>, String> {
        Ok(match job {
            &Job::Classic { systems, depth } => {
                self.classic.set_systems(systems);
                rows(self.classic.run(&subject.board, depth), subject)
            }
            &Job::Game { systems, depth } => self.game(systems, depth, subject),
            &Job::Narrow { depth, index_bits, check_bits, replacement } => {
                let table = Narrow::new(index_bits, check_bits, replacement);
                let mut classic = Classic::with_table(Table::Narrow(table));
                classic.set_systems(program());
                rows(classic.run(&subject.board, depth), subject)
            }
            Job::Modern { setting, depth } => vec![self.modern(setting, *depth, subject)?],
        })
    }

    /// Totals over the positions of a game fragment.
    fn game(&mut self, systems: Systems, depth: u32, subject: &Problem) -> Vec<Row> {
        let boards = self.fragment(&subject.board);
        self.classic.set_systems(systems);
        let mut sums: Vec<Row> = Vec::new();
        for board in &boards {
            let rows = rows(self.classic.run(board, depth), subject);
            if sums.is_empty() {
                sums = rows;
                continue;
            }
            for (sum, row) in sums.iter_mut().zip(rows) {
                sum.time += row.time;
                sum.counts += row.counts;
            }
        }
        sums
    }

    /// Positions in which the same side is to move, two plies apart. Both sides play
    /// the move of a shallow search, so the fragment is the same for all settings.
    fn fragment(&mut self, start: &Board) -> Vec<Board> {
        self.classic.set_systems(program());
        let mut board = start.clone();
        let mut boards = vec![board.clone()];
        while boards.len() < GAME_LENGTH {
            for _ in 0..2 {
                let last = self.classic.run(&board, GAME_DEPTH).pop();
                let Some(mv) = last.and_then(|last| last.best) else { return boards };
                board.make(mv);
            }
            if !board.has_legal_move() {
                break;
            }
            boards.push(board.clone());
        }
        boards
    }

    fn modern(
        &mut self,
        setting: &setting::Setting,
        depth: u32,
        subject: &Problem,
    ) -> Result<Row, String> {
        let searcher = match &mut self.modern {
            Some(searcher) => searcher,
            none => none.insert(Searcher::new(self.evaluation)?),
        };
        let start = Instant::now();
        let outcome = searcher.search(setting, &subject.board, depth)?;
        let counts = Counts {
            interior: outcome.nodes,
            cutoffs: outcome.counters.get(Event::FailHigh),
            first_cutoffs: outcome.counters.get(Event::FailHighFirst),
            ..Counts::default()
        };
        // A search that ends at once reports nothing.
        let time = if outcome.time.is_zero() { start.elapsed() } else { outcome.time };
        let solved = subject.has_solution() && subject.is_solved(outcome.best);
        Ok(Row { depth, value: 0, solved, time, counts })
    }
}

/// What experiments on other things than memories build upon.
pub fn program() -> Systems {
    Systems { memory: Some(Memory::SCHAEFFER), ..Systems::PROGRAM }
}

fn rows(iterations: Vec<Iteration>, subject: &Problem) -> Vec<Row> {
    let row = |Iteration { depth, value, best, counts, time }| {
        let solved = subject.has_solution() && subject.is_solved(best);
        Row { depth, value, solved, time, counts }
    };
    iterations.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions;

    #[test]
    fn parts_repeat_and_game_fragments_are_longer() {
        let evaluation = Evaluation::PieceSquare;
        let subject = &positions::load(None, Some(1)).unwrap()[0];
        let mut worker = Worker::new(1, &evaluation).unwrap();
        let counts = |rows: Vec<Row>| rows.last().map(|row| row.counts).unwrap();
        let single = Job::Classic { systems: program(), depth: 4 };
        let game = Job::Game { systems: program(), depth: 4 };
        let first = counts(worker.run(&single, subject).unwrap());
        let long = counts(worker.run(&game, subject).unwrap());
        assert_eq!(first, counts(worker.run(&single, subject).unwrap()));
        assert_eq!(long, counts(worker.run(&game, subject).unwrap()));
        assert!(long.nodes() > first.nodes());
    }

    #[test]
    fn the_engine_is_measured_too() {
        let evaluation = Evaluation::PieceSquare;
        let subject = &positions::load(None, Some(1)).unwrap()[0];
        let mut worker = Worker::new(1, &evaluation).unwrap();
        let mut nodes = |text: &str| {
            let setting = setting::Setting::parse(text).unwrap();
            let row = worker.run(&Job::Modern { setting, depth: 6 }, subject).unwrap()[0];
            assert!(row.counts.cutoffs > row.counts.first_cutoffs);
            row.counts.nodes()
        };
        assert_ne!(nodes("LateMoveReduction=off"), nodes("NullMove=off"));
    }
}

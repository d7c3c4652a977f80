//! The experiments: what is run, and what is made of the numbers.

mod ablate;
mod butterfly;
mod countermove;
mod hash;
mod null_move;
mod relative;
mod schaeffer;
mod show;

use std::path::PathBuf;

use clap::ValueEnum;

use super::parts::Series;
use super::positions;
use super::report::Section;
use super::summary::Measured;
use riposte_tools::problems::Problem;

/// The experiments by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// Schaeffer's grid of 64 combinations (1989).
    Schaeffer,
    /// Relative history and its relatives (Winands et al. 2004).
    Relative,
    /// Countermoves (Uiterwijk 1992).
    Countermove,
    /// Moves of the butterfly board (Hartmann and Kouwenhoven 1990).
    Butterfly,
    /// Null moves and the peak history reduction.
    Nullmove,
    /// Errors of hash keys and schemes of replacement.
    Hash,
    /// The engine's own heuristics, each off.
    Ablate,
    /// All of these.
    All,
}

impl Name {
    /// The experiments that a name stands for.
    pub fn expand(self) -> Vec<Self> {
        match self {
            Self::All => {
                Self::value_variants().iter().copied().filter(|&it| it != Self::All).collect()
            }
            one => vec![one],
        }
    }
}

/// What the user may choose.
#[derive(Default)]
pub struct Choices {
    /// A file of positions in place of the built-in ones.
    pub epd: Option<PathBuf>,
    /// At most so many positions.
    pub positions: Option<usize>,
    /// The deepest iteration, or the limit of all experiments' own.
    pub depth: Option<u32>,
    /// Whether `depth` is only a limit.
    pub depth_is_limit: bool,
    /// The settings of the engine that `ablate` measures; all if it is empty.
    pub only: Vec<String>,
    /// For what is drawn by lot.
    pub seed: u64,
}

impl Choices {
    fn subjects(&self) -> Result<Vec<Problem>, String> {
        positions::load(self.epd.as_deref(), self.positions)
    }

    /// The depth of an experiment whose own is `usual`.
    fn depth_or(&self, usual: u32) -> u32 {
        match self.depth {
            None => usual,
            Some(limit) if self.depth_is_limit => usual.min(limit),
            Some(depth) => depth,
        }
    }
}

/// Makes a section of finished series, in their order.
pub type Conclude = Box<dyn Fn(&[Measured<'_>]) -> Section>;

/// An experiment.
pub struct Experiment {
    /// What is to be run.
    pub series: Vec<Series>,
    /// What is made of it.
    pub conclude: Conclude,
}

/// The experiment of this name; [`Name::All`] is not one.
///
/// # Errors
///
/// A text when the positions cannot be read.
pub fn build(name: Name, choices: &Choices) -> Result<Experiment, String> {
    match name {
        Name::Schaeffer => schaeffer::build(choices),
        Name::Relative => relative::build(choices),
        Name::Countermove => countermove::build(choices),
        Name::Butterfly => butterfly::build(choices),
        Name::Nullmove => null_move::build(choices),
        Name::Hash => hash::build(choices),
        Name::Ablate => ablate::build(choices),
        Name::All => Err("an experiment at a time is built".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The file of finished parts knows settings by their names, between commas.
    #[test]
    fn names_of_settings_tell_them_apart_and_fit_into_a_file() {
        let choices = Choices { positions: Some(1), seed: 1, ..Choices::default() };
        let mut series = HashSet::new();
        for name in Name::All.expand() {
            for one in build(name, &choices).unwrap().series {
                assert!(series.insert(one.name), "{}", one.name);
                let names: HashSet<_> = one.settings.iter().map(|it| it.name.as_str()).collect();
                assert_eq!(names.len(), one.settings.len(), "{}", one.name);
                assert!(names.iter().all(|name| !name.contains([',', '\n'])), "{}", one.name);
            }
        }
    }
}

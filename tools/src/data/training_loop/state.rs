//! Which step is next, in a file.

use std::fs;
use std::path::Path;

/// The steps of a generation in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Games,
    Training,
    Yardstick,
    Match,
}

impl Stage {
    const ALL: [Self; 4] = [Self::Games, Self::Training, Self::Yardstick, Self::Match];

    pub fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Training => "training",
            Self::Yardstick => "yardstick",
            Self::Match => "match",
        }
    }
}

/// Where a loop stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Counted from 1.
    pub generation: u32,
    pub stage: Stage,
    /// The generation of the best network; 0 for the one that the loop began with.
    pub best: u32,
}

const NAME: &str = "state.txt";

impl State {
    const FIRST: Self = Self { generation: 1, stage: Stage::Games, best: 0 };

    /// The state of the loop in `folder`; the first one if it is new.
    ///
    /// # Errors
    ///
    /// When there is a file that cannot be read or says something else.
    pub fn load(folder: &Path) -> Result<Self, String> {
        let path = folder.join(NAME);
        if !path.exists() {
            return Ok(Self::FIRST);
        }
        let text = fs::read_to_string(&path).map_err(|error| error.to_string());
        text.and_then(|text| Self::parse(&text).ok_or("not the state of a loop".to_owned()))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Writes the state in one go: it is the old or the new one whatever happens.
    ///
    /// # Errors
    ///
    /// When the system does not take it.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        let (path, part) = (folder.join(NAME), folder.join("state.part"));
        fs::write(&part, self.text())
            .and_then(|()| fs::rename(&part, &path))
            .map_err(|error| format!("{}: {error}", path.display()))
    }

    fn text(&self) -> String {
        let Self { generation, stage, best } = self;
        format!("generation {generation}\nnext {}\nbest {best}\n", stage.name())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut value = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let generation = value("generation")?.parse().ok().filter(|&number| number > 0)?;
        let name = value("next")?;
        let stage = Stage::ALL.into_iter().find(|stage| stage.name() == name)?;
        let best = value("best")?.parse().ok().filter(|&best| best < generation)?;
        Some(Self { generation, stage, best })
    }

    /// The state after any step but the match.
    pub fn after_stage(&self) -> Self {
        let place = Stage::ALL.iter().position(|&stage| stage == self.stage).unwrap_or(0);
        let stage = Stage::ALL.get(place + 1).copied().unwrap_or(Stage::Match);
        Self { stage, ..*self }
    }

    /// The state after the match.
    pub fn after_match(&self, is_promoted: bool) -> Self {
        let best = if is_promoted { self.generation } else { self.best };
        Self { generation: self.generation + 1, stage: Stage::Games, best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_from_its_file() {
        let folder = tempfile::TempDir::new().unwrap();
        assert_eq!(State::load(folder.path()), Ok(State::FIRST));
        let mut state = State::FIRST;
        for promoted in [true, false] {
            for stage in Stage::ALL {
                assert_eq!(state.stage, stage);
                state.save(folder.path()).unwrap();
                assert_eq!(State::load(folder.path()).as_ref(), Ok(&state));
                state = match stage {
                    Stage::Match => state.after_match(promoted),
                    _ => state.after_stage(),
                };
            }
        }
        assert_eq!((state.generation, state.best), (3, 1));
    }

    #[test]
    fn another_file_is_refused() {
        for text in ["", "generation 0\nnext games\nbest 0\n", "generation 2\nnext x\nbest 0\n"] {
            assert_eq!(State::parse(text), None, "{text}");
        }
    }
}

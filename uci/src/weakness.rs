//! The options about weaker play.

use riposte_search::Strength;

use crate::options::DEFAULT_ELO;

/// What `UCI_LimitStrength`, `UCI_Elo` and `Strength Seed` are set to.
pub struct Weakness {
    pub is_on: bool,
    pub elo: u32,
    pub seed: u64,
}

impl Default for Weakness {
    fn default() -> Self {
        Self { is_on: false, elo: DEFAULT_ELO as u32, seed: 0 }
    }
}

impl Weakness {
    /// How strongly to play; `None` for as well as the engine can.
    pub fn strength(&self) -> Option<Strength> {
        self.is_on.then(|| Strength::new(self.elo, self.seed))
    }
}

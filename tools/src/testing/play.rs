//! What all tools need that let the engine play games: where games start, who
//! thinks, and when a result is clear.

pub mod adjudicate;
mod archive;
mod clock;
mod conditions;
mod game;
mod limits;
pub mod opening;
mod openings;
mod opponents;
mod player;
mod runner;
mod score_sheet;
mod tally;
mod uci_player;

pub use archive::Archive;
pub use clock::Pace;
pub use conditions::Conditions;
pub use game::play;
pub use limits::soft_nodes;
pub use openings::Openings;
pub use opponents::Pair;
pub use player::PlayerSpec;
pub use runner::MatchRunner;
pub use tally::{Elo, GameResult, PairResult, Points, Tally};
pub use uci_player::{UciProgram, from_centipawns};

use riposte_games::Played;
use riposte_movegen::Color;
use riposte_search::Score;

/// Games played at once when the user does not say: one per core.
pub fn default_threads() -> u16 {
    std::thread::available_parallelism()
        .map_or(1, |count| u16::try_from(count.get()).unwrap_or(u16::MAX))
}

// A score of the search fits into a game as it is.
const _: () = assert!(Played::MATE as i32 == Score::MATE.raw());

/// White's view of a score of `side`. Scores fit, as mate is 32,000.
pub fn from_white(score: Score, side: Color) -> i16 {
    let raw = if side == Color::White { score.raw() } else { -score.raw() };
    raw.clamp(-Score::MATE.raw(), Score::MATE.raw()) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites() {
        assert_eq!(from_white(Score::cp(31), Color::White), 31);
        assert_eq!(from_white(Score::cp(31), Color::Black), -31);
        assert_eq!(from_white(-Score::MATE, Color::Black), 32_000);
    }
}

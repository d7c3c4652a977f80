//! One side of a match: the engine of the tools, or a program.

use std::num::NonZeroU64;
use std::time::Duration;

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_search::params::Masked;
use riposte_search::{EngineError, Evaluation, Limits, Score, Solo};
use thiserror::Error;

use super::uci_player::{UciError, UciPlayer, UciProgram};

/// What a player is made from.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// The engine that is built into the tools.
    Own {
        /// How it searches.
        lab: Box<Masked>,
        /// How it evaluates.
        evaluation: Evaluation,
    },
    /// A UCI engine.
    Uci(UciProgram),
}

/// Why a player cannot play on.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// The tools' engine gets no memory or no thread.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program does not do as it should.
    #[error(transparent)]
    Uci(#[from] UciError),
    /// The system gives no thread to play in.
    #[error("no thread for a game: {0}")]
    Thread(std::io::Error),
    /// The tools' engine gave no move where one was legal.
    #[error("the engine has no move in {0}")]
    NoMove(String),
}

/// A move, what its player thinks of the position, and the time it took.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The move.
    pub mv: Move,
    /// For the side to move.
    pub score: Score,
    /// Iterations that led to it; zero if the player says nothing of them.
    pub depth: u32,
    /// From the request to the answer.
    pub taken: Duration,
}

/// One side of a match.
pub enum Player {
    /// In this process.
    Own(Box<Solo<Masked>>),
    /// In its own.
    Uci(UciPlayer),
}

impl Player {
    /// A player with `hash` megabytes that keeps back `overhead` per move. A
    /// program that has no option for one of them does without, and its own
    /// options have precedence.
    ///
    /// # Errors
    ///
    /// When an engine gets no memory, or a program cannot be used.
    pub fn new(spec: &PlayerSpec, hash: usize, overhead: Duration) -> Result<Self, PlayerError> {
        match spec {
            PlayerSpec::Own { lab, evaluation } => {
                let mut engine = Solo::new((**lab).clone(), hash, evaluation)?;
                engine.set_move_overhead(overhead);
                Ok(Self::Own(Box::new(engine)))
            }
            PlayerSpec::Uci(program) => {
                let mut player = UciPlayer::start(program.clone())?;
                let defaults = [
                    ("Hash", hash.to_string()),
                    ("Move Overhead", overhead.as_millis().to_string()),
                ];
                for (name, value) in defaults {
                    let is_given =
                        program.options.iter().any(|(it, _)| it.eq_ignore_ascii_case(name));
                    if player.has_option(name) && !is_given {
                        player.set_option(name, &value)?;
                    }
                }
                Ok(Self::Uci(player))
            }
        }
    }

    /// Measures time by nodes, so many to a millisecond, if it is the engine of the tools.
    pub fn set_nodes_per_ms(&mut self, rate: Option<NonZeroU64>) {
        if let Self::Own(engine) = self {
            engine.set_nodes_per_ms(rate);
        }
    }

    /// Searches by `lab` from now on, if it is the engine of the tools.
    pub fn set_lab(&mut self, lab: &Masked) {
        if let Self::Own(engine) = self {
            engine.set_lab(lab.clone());
        }
    }

    /// Forgets the last game, for one that begins at `start`.
    ///
    /// # Errors
    ///
    /// When a program cannot play it.
    pub fn new_game(&mut self, start: &Board) -> Result<(), PlayerError> {
        match self {
            Self::Own(engine) => engine.new_game(),
            Self::Uci(player) => player.new_game(start)?,
        }
        Ok(())
    }

    /// The player's move in `board`; `position` is the same in the words of the
    /// protocol. `None` if `quit` said so before the answer.
    ///
    /// # Errors
    ///
    /// When there is no legal answer.
    pub fn think(
        &mut self,
        board: &Board,
        position: &str,
        limits: &Limits,
        quit: impl Fn() -> bool,
    ) -> Result<Option<Reply>, PlayerError> {
        match self {
            Self::Own(engine) => {
                let answer = engine.search(board, limits.clone());
                let (mv, score) =
                    answer.ok_or_else(|| PlayerError::NoMove(board.shredder_fen()))?;
                let depth = engine.depth().plies().unsigned_abs();
                Ok(Some(Reply { mv, score, depth, taken: engine.spent() }))
            }
            Self::Uci(player) => {
                let reply = player.think(board, position, limits, quit)?;
                if reply.is_none() {
                    player.abandon();
                }
                Ok(reply)
            }
        }
    }
}

//! The switches.

use super::{CountermoveIndex, Knowledge, Memory, NullMove};

/// Which systems the search uses. Each is described in the module of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Systems {
    /// Iterative deepening.
    pub deepening: bool,
    /// Transposition table.
    pub table: bool,
    /// Refutation table; needs `deepening` to have any effect.
    pub refutation: bool,
    /// Aspiration with this half-width in centipawns; needs `deepening`.
    pub aspiration: Option<i32>,
    /// Minimal window.
    pub minimal_window: bool,
    /// Knowledge of chess in the order of moves.
    pub knowledge: Knowledge,
    /// Killers.
    pub killers: bool,
    /// Butterfly counts or a form of history.
    pub memory: Option<Memory>,
    /// Countermoves.
    pub countermove: Option<CountermoveIndex>,
    /// Moves of the butterfly board before any is generated.
    pub butterfly_moves: bool,
    /// Null moves; prunes.
    pub null_move: Option<NullMove>,
    /// Peak history reduction; prunes, and needs a `memory`.
    pub peak_reduction: bool,
}

impl Systems {
    /// Plain alpha-beta in the order of generation.
    pub const NONE: Self = Self {
        deepening: false,
        table: false,
        refutation: false,
        aspiration: None,
        minimal_window: false,
        knowledge: Knowledge::Off,
        killers: false,
        memory: None,
        countermove: None,
        butterfly_moves: false,
        null_move: None,
        peak_reduction: false,
    };

    /// What later experiments build upon: a strong program of about 1990 to
    /// 2004 without the system under test.
    pub const PROGRAM: Self = Self {
        deepening: true,
        table: true,
        minimal_window: true,
        knowledge: Knowledge::Captures,
        killers: true,
        ..Self::NONE
    };
}

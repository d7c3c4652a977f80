//! Fixed-depth alpha-beta as the papers had it, each system a switch.
//!
//! The names follow the literature: a *bottom position* is a node at the horizon
//! (Schaeffer's measure of a tree), from which quiescence searches on through
//! captures.

mod aspiration;
mod counts;
mod deepening;
mod evaluation;
mod minimal_window;
mod node;
mod null_move;
mod ordering;
mod peak;
mod quiescence;
mod systems;
mod table;
#[cfg(test)]
mod tests;

use riposte_board::Board;
use riposte_movegen::{Move, Piece};
use riposte_ordering::{ButterflyMoves, Countermoves, Killers};
pub use riposte_params::{CountermoveIndex, HistoryWeight, QuietMemory};
use riposte_tt::AllocError;

pub use counts::Counts;
pub use deepening::Iteration;
pub use null_move::{Exclusions, NullForm, NullMove};
pub use ordering::knowledge::Knowledge;
pub use ordering::quiet_history::Memory;
pub use systems::Systems;
pub use table::{Narrow, Replacement, Table};

use evaluation::Evaluator;
use ordering::quiet_history::Counted;
use ordering::refutation::RefutationTable;

/// Deepest search.
pub const MAX_DEPTH: u32 = 24;

/// Room for every ply of a search.
const PLIES: usize = MAX_DEPTH as usize + 2;

/// A side that is mated with `d` plies left has `-(MATE + d)`.
const MATE: i32 = 20_000;

/// Larger than any value.
const INFINITY: i32 = 30_000;

/// What was played at a ply: the piece and its move, or a null move.
type Played = Option<(Piece, Move)>;

/// The search with its memory, which lasts until [`Classic::forget`].
pub struct Classic {
    systems: Systems,
    board: Board,
    evaluator: Evaluator,
    table: Table,
    killers: Killers,
    counted: Counted,
    countermoves: Countermoves,
    butterfly_moves: ButterflyMoves,
    refutations: RefutationTable,
    /// The moves from the root to the current node.
    path: [Played; PLIES],
    /// The root move that goes first: the best of the iteration before.
    favourite: Option<Move>,
    /// The best root move of the running iteration.
    best: Option<Move>,
    counts: Counts,
}

impl Classic {
    /// A search with a transposition table of so many megabytes.
    ///
    /// # Errors
    ///
    /// When there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Self, AllocError> {
        Ok(Self::with_table(Table::shared(megabytes)?))
    }

    /// A search with this table.
    pub fn with_table(table: Table) -> Self {
        Self {
            systems: Systems::NONE,
            board: Board::startpos(),
            evaluator: Evaluator::default(),
            table,
            killers: Killers::default(),
            counted: Counted::default(),
            countermoves: Countermoves::default(),
            butterfly_moves: ButterflyMoves::default(),
            refutations: RefutationTable::default(),
            path: [None; PLIES],
            favourite: None,
            best: None,
            counts: Counts::default(),
        }
    }

    /// Searches by these systems from now on, with an empty memory.
    pub fn set_systems(&mut self, systems: Systems) {
        self.systems = systems;
        self.forget();
    }

    /// Clears the histories and the transposition table.
    pub fn forget(&mut self) {
        self.table.clear();
        self.killers = Killers::default();
        self.counted = Counted::default();
        self.countermoves = Countermoves::default();
        self.butterfly_moves = ButterflyMoves::default();
        self.refutations.clear();
    }

    /// Plays `mv` at `ply`.
    fn make(&mut self, ply: usize, mv: Move) {
        self.path[ply] = Some((self.board.moved_piece(mv), mv));
        self.evaluator.push();
        self.board.make_with(mv, &mut self.evaluator);
    }

    fn unmake(&mut self) {
        self.board.unmake();
        self.evaluator.pop();
    }

    /// What led to a node at `ply`; `None` at the root and after a null move.
    fn previous(&self, ply: usize) -> Played {
        ply.checked_sub(1).and_then(|before| self.path[before])
    }
}

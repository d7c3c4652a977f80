//! What moves did before, by side and squares: the butterfly heuristic (D. Hartmann,
//! *Butterfly Boards*, 1988) and the family of the history heuristic. The histories are the
//! engine's own switchable forms, of `riposte-ordering`, where their sources are named; here
//! their exact values decide alone.
//!
//! Schaeffer's history is for all moves, captures too; with knowledge, captures are ordered
//! by that instead. The other forms are for quiet moves.

use arrayvec::ArrayVec;
use riposte_board::Board;
use riposte_eval::Depth;
use riposte_movegen::{MAX_MOVES, Move, Piece};
use riposte_ordering::{CountedHistory, Outcome, SearchedNode};
use riposte_params::{HistoryWeight, QuietMemory};

use crate::classic::Classic;
use crate::classic::node::Progress;

/// The memories of quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// How often a move was tried, whatever came of it.
    ButterflyCounts,
    /// A form of history.
    History {
        /// Which nodes update what.
        form: QuietMemory,
        /// The weight of an update.
        weight: HistoryWeight,
        /// Whether the index is the moving piece and its squares, not the side and the
        /// squares.
        by_piece: bool,
    },
}

impl Memory {
    /// The history heuristic as Schaeffer recommended it.
    pub const SCHAEFFER: Self = Self::history(QuietMemory::Absolute, HistoryWeight::PowerOfDepth);

    /// A form of history by side and squares.
    pub const fn history(form: QuietMemory, weight: HistoryWeight) -> Self {
        Self::History { form, weight, by_piece: false }
    }

    fn row(self, board: &Board, mv: Move) -> usize {
        match self {
            Self::History { by_piece: true, .. } => board.moved_piece(mv).index(),
            _ => board.side().index(),
        }
    }
}

/// A move that a node has searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::classic) struct Tried {
    pub(in crate::classic) mv: Move,
    pub(in crate::classic) quiet: bool,
}

/// The counts of the memory in use.
pub(in crate::classic) type Counted = CountedHistory<{ Piece::ALL.len() }>;

impl Classic {
    /// What is thought of `mv`: larger goes first.
    pub(in crate::classic) fn memory_value(&self, mv: Move) -> i64 {
        let Some(memory) = self.systems.memory else { return 0 };
        let form = match memory {
            // They are kept as hits.
            Memory::ButterflyCounts => QuietMemory::Absolute,
            Memory::History { form, .. } => form,
        };
        self.counted.exact(form, memory.row(&self.board, mv), mv)
    }

    /// Updates from a node.
    pub(in crate::classic) fn update_memory(
        &mut self,
        depth: i32,
        outcome: Outcome,
        pv: bool,
        progress: &Progress,
    ) {
        let Some(memory) = self.systems.memory else { return };
        let (board, counted) = (&self.board, &mut self.counted);
        let row = |mv| memory.row(board, mv);
        let Memory::History { form, weight, .. } = memory else {
            return progress.tried.iter().for_each(|it| counted.add_hit(row(it.mv), it.mv, 1));
        };
        let best = progress.best_move.filter(|it| it.quiet || form == QuietMemory::Absolute);
        // Nodes that failed low have no move after which the others were not needed.
        let last = progress.best_move.filter(|_| outcome != Outcome::FailLow).map(|it| it.mv);
        let tried = progress.tried.iter().take_while(|it| Some(it.mv) != last);
        let quiets: ArrayVec<Move, MAX_MOVES> =
            tried.filter(|it| it.quiet).map(|it| it.mv).collect();
        let node = SearchedNode {
            outcome,
            pv,
            depth: Depth::new(depth),
            best: best.map(|it| it.mv),
            quiets: &quiets,
            noisies: &[],
        };
        counted.update(form, weight, &node, row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::Systems;

    /// Values of the best move, of one tried before it, and of one not searched.
    fn values(memory: Memory, outcome: Outcome) -> [i64; 3] {
        let mut classic = Classic::new(1).unwrap();
        classic.set_systems(Systems { memory: Some(memory), ..Systems::NONE });
        let moves = ["g1f3", "b1c3", "a2a3"].map(|mv| classic.board.parse_uci(mv).unwrap());
        let tried = |mv| Tried { mv, quiet: true };
        let progress = Progress {
            best: 0,
            best_move: Some(tried(moves[0])),
            tried: [moves[1], moves[0]].map(tried).into_iter().collect(),
        };
        classic.update_memory(3, outcome, false, &progress);
        moves.map(|mv| classic.memory_value(mv))
    }

    #[test]
    fn butterfly_counts_know_no_best_move() {
        for outcome in [Outcome::FailHigh, Outcome::FailLow] {
            assert_eq!(values(Memory::ButterflyCounts, outcome), [1, 1, 0]);
        }
    }

    #[test]
    fn histories_count_the_best_move_and_those_before_it() {
        let by = |form| values(Memory::history(form, HistoryWeight::Depth), Outcome::FailHigh);
        assert_eq!(values(Memory::SCHAEFFER, Outcome::FailLow), [8, 0, 0]);
        assert_eq!(by(QuietMemory::Relative), [3 << 16, 0, 0]);
        assert_eq!(by(QuietMemory::Plausibility), [3, -3, 0]);
    }
}

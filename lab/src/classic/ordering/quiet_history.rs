//! What moves did before, by side and squares: the butterfly counts and the
//! family of the history heuristic. They share two tables, of hits and of misses;
//! what a node adds to them and how they are read is each system's own.

mod butterfly;
mod history;
mod plausibility;
mod relative;

use riposte_board::Board;
use riposte_movegen::{Move, Piece};

pub use relative::RelativeForm;

/// The histories of quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietMemory {
    /// How often a move was tried ([`butterfly`]).
    ButterflyCounts,
    /// How often it was best ([`history`]).
    History {
        /// The weight of an update.
        weight: Weight,
        /// Whether the moving piece is part of the index.
        by_piece: bool,
    },
    /// How often it was best, by how often it was not ([`relative`]).
    Relative {
        /// Which nodes update what.
        form: RelativeForm,
        /// The weight of an update.
        weight: Weight,
    },
    /// How often it was best, less how often it failed ([`plausibility`]).
    Plausibility {
        /// The weight of an update.
        weight: Weight,
    },
}

impl QuietMemory {
    /// The history heuristic as Schaeffer recommended it.
    pub const SCHAEFFER: Self = Self::History { weight: Weight::PowerOfDepth, by_piece: false };

    fn is_by_piece(self) -> bool {
        matches!(self, Self::History { by_piece: true, .. })
    }
}

/// The weight of an update at a node with `d` plies left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// 1.
    One,
    /// d.
    Depth,
    /// d^2.
    DepthSquared,
    /// 2^d.
    PowerOfDepth,
}

impl Weight {
    /// All weights, and how they are written.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::One, "1"),
        (Self::Depth, "d"),
        (Self::DepthSquared, "d^2"),
        (Self::PowerOfDepth, "2^d"),
    ];

    fn at(self, depth: i32) -> i64 {
        let depth = i64::from(depth);
        match self {
            Self::One => 1,
            Self::Depth => depth,
            Self::DepthSquared => depth * depth,
            Self::PowerOfDepth => 1 << depth,
        }
    }
}

/// A move that a node has searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::classic) struct Tried {
    pub(in crate::classic) mv: Move,
    /// Its place in the tables.
    pub(in crate::classic) slot: usize,
    pub(in crate::classic) quiet: bool,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::classic) enum Outcome {
    FailLow,
    Exact,
    FailHigh,
}

/// The result of a node.
pub(in crate::classic) struct HistoryUpdate<'a> {
    pub(in crate::classic) depth: i32,
    pub(in crate::classic) outcome: Outcome,
    /// Whether it is a node of the principal variation.
    pub(in crate::classic) pv: bool,
    /// The move that cut or was best.
    pub(in crate::classic) best: Tried,
    /// Every move searched, the best one among them.
    pub(in crate::classic) tried: &'a [Tried],
}

/// The tables of hits and misses.
#[derive(Default)]
struct Tallies {
    hits: Vec<i64>,
    misses: Vec<i64>,
}

impl Tallies {
    fn hit(&mut self, mv: Tried, count: i64) {
        self.hits[mv.slot] += count;
    }

    fn miss(&mut self, mv: Tried, count: i64) {
        self.misses[mv.slot] += count;
    }
}

/// The memory in use.
#[derive(Default)]
pub(in crate::classic) struct Memory {
    kind: Option<QuietMemory>,
    tallies: Tallies,
}

const SQUARE_PAIRS: usize = 64 * 64;

impl Memory {
    /// Starts with nothing known.
    pub(in crate::classic) fn reset(&mut self, kind: Option<QuietMemory>) {
        let slots = match kind {
            None => 0,
            Some(kind) if kind.is_by_piece() => Piece::ALL.len() * SQUARE_PAIRS,
            Some(_) => 2 * SQUARE_PAIRS,
        };
        self.kind = kind;
        for table in [&mut self.tallies.hits, &mut self.tallies.misses] {
            table.clear();
            table.resize(slots, 0);
        }
    }

    /// The place of `mv` in the tables.
    pub(in crate::classic) fn slot(&self, board: &Board, mv: Move) -> usize {
        let row = match self.kind {
            Some(kind) if kind.is_by_piece() => board.moved_piece(mv).index(),
            _ => board.side().index(),
        };
        row * SQUARE_PAIRS + mv.from_to()
    }

    /// What is thought of the move in `slot`: larger goes first.
    pub(in crate::classic) fn value(&self, slot: usize) -> i64 {
        let Some(kind) = self.kind else { return 0 };
        let (hits, misses) = (self.tallies.hits[slot], self.tallies.misses[slot]);
        match kind {
            QuietMemory::ButterflyCounts => butterfly::value(misses),
            QuietMemory::History { .. } => history::value(hits),
            QuietMemory::Relative { .. } => relative::value(hits, misses),
            QuietMemory::Plausibility { .. } => plausibility::value(hits, misses),
        }
    }

    /// Updates with a node.
    pub(in crate::classic) fn update(&mut self, update: &HistoryUpdate<'_>) {
        let tallies = &mut self.tallies;
        match self.kind {
            None => {}
            Some(QuietMemory::ButterflyCounts) => butterfly::add(tallies, update),
            Some(QuietMemory::History { weight, .. }) => history::add(tallies, update, weight),
            Some(QuietMemory::Relative { form, weight }) => {
                relative::add(tallies, update, form, weight);
            }
            Some(QuietMemory::Plausibility { weight }) => {
                plausibility::add(tallies, update, weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use riposte_movegen::Square;

    const SLOTS: [usize; 3] = [1, 2, 3];

    fn tried(slot: usize) -> Tried {
        Tried { mv: Move::normal(Square::A1, Square::C1), slot, quiet: true }
    }

    /// Values of the best move, of one tried before it, and of one not searched.
    fn values(kind: QuietMemory, outcome: Outcome, pv: bool) -> [i64; 3] {
        let mut memory = Memory::default();
        memory.reset(Some(kind));
        let moves = [tried(SLOTS[1]), tried(SLOTS[0])];
        memory.update(&HistoryUpdate { depth: 3, outcome, pv, best: moves[1], tried: &moves });
        SLOTS.map(|slot| memory.value(slot))
    }

    #[test]
    fn weights_grow_as_published() {
        assert_eq!(Weight::ALL.map(|(weight, _)| weight.at(5)), [1, 5, 25, 32]);
    }

    #[test]
    fn butterfly_counts_know_no_best_move() {
        let kind = QuietMemory::ButterflyCounts;
        for outcome in [Outcome::FailHigh, Outcome::FailLow] {
            assert_eq!(values(kind, outcome, false), [1, 1, 0]);
        }
    }

    #[test]
    fn history_rewards_the_best_move_of_every_node() {
        for outcome in [Outcome::FailHigh, Outcome::Exact, Outcome::FailLow] {
            assert_eq!(values(QuietMemory::SCHAEFFER, outcome, true), [8, 0, 0]);
        }
    }

    #[test]
    fn the_forms_of_relative_history_differ_at_nodes_without_cutoff() {
        let kind = |form| QuietMemory::Relative { form, weight: Weight::One };
        for (form, _) in RelativeForm::ALL {
            let [best, other, fresh] = values(kind(form), Outcome::FailHigh, false);
            assert!(best > other && other >= fresh && fresh == 0, "{form:?}");
        }
        let low = |form| values(kind(form), Outcome::FailLow, false);
        assert_eq!(low(RelativeForm::Cutoffs), [0; 3], "no cutoff, no hit");
        assert!(low(RelativeForm::BestMoves)[0] > 0, "the best move of any node");
        let open = |form| values(kind(form), Outcome::FailHigh, true);
        assert_eq!(open(RelativeForm::Cutoffs), [0; 3], "principal variation");
        assert_ne!(open(RelativeForm::CutoffsOnly), [0; 3]);
    }

    #[test]
    fn plausibility_sinks_below_zero() {
        let kind = QuietMemory::Plausibility { weight: Weight::Depth };
        assert_eq!(values(kind, Outcome::FailHigh, false), [3, -3, 0]);
    }
}

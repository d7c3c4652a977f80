//! The order of the moves of a node: what each system says of a move, the
//! weightiest first. Among equals, and where no system is in use, moves keep the
//! order of generation.

use arrayvec::ArrayVec;
use riposte_movegen::{MAX_MOVES, Move};

use super::knowledge;
use super::quiet_history::Tried;
use crate::classic::{Classic, Knowledge};

/// What puts a move in its place, from the last to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// Ordered by memory and knowledge alone.
    Rest,
    Countermove,
    Killer,
    /// A capture or promotion, where knowledge puts these first.
    Capture,
    Refutation,
    /// The table's move; at the root the best of the last iteration.
    Table,
}

/// Compared field by field: the larger goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    tier: Tier,
    /// For killers the more recent, for the rest the memory's value.
    memory: i64,
    knowledge: i32,
}

#[derive(Clone, Copy)]
struct Candidate {
    merit: Merit,
    /// The place in the order of generation.
    number: usize,
    tried: Tried,
}

/// The moves of a node that were not searched yet.
pub(in crate::classic) struct Moves {
    list: ArrayVec<Candidate, MAX_MOVES>,
    /// The largest memory value among the quiet moves.
    pub(in crate::classic) peak: i64,
}

impl Moves {
    /// Takes the best move out.
    pub(in crate::classic) fn next(&mut self) -> Option<Tried> {
        let key = |at: &usize| {
            let candidate = &self.list[*at];
            (candidate.merit, std::cmp::Reverse(candidate.number))
        };
        let best = (0..self.list.len()).max_by_key(key)?;
        Some(self.list.swap_remove(best).tried)
    }
}

/// Moves that some system names for a node.
struct Named {
    table: Option<Move>,
    refutation: Option<Move>,
    killers: [Option<Move>; 2],
    countermove: Option<Move>,
}

impl Classic {
    /// All moves of a node but `done`.
    pub(in crate::classic) fn moves(
        &self,
        ply: usize,
        table: Option<Move>,
        done: Option<Move>,
    ) -> Moves {
        let named = self.named(ply, table);
        let mut moves = Moves { list: ArrayVec::new(), peak: 0 };
        for (number, mv) in self.board.legal_moves().into_iter().enumerate() {
            if Some(mv) == done {
                continue;
            }
            let tried = self.tried(mv);
            let merit = self.merit(&named, tried);
            if tried.quiet && self.systems.peak_reduction {
                moves.peak = moves.peak.max(self.memory_value(mv));
            }
            moves.list.push(Candidate { merit, number, tried });
        }
        moves
    }

    /// `mv` and its kind.
    pub(in crate::classic) fn tried(&self, mv: Move) -> Tried {
        Tried { mv, quiet: !self.board.is_noisy(mv) }
    }

    fn named(&self, ply: usize, table: Option<Move>) -> Named {
        Named {
            table,
            refutation: self.refutation_move(ply),
            killers: self.known_killers(ply),
            countermove: self.known_countermove(ply),
        }
    }

    fn merit(&self, named: &Named, Tried { mv, quiet }: Tried) -> Merit {
        let with = |tier, memory| Merit { tier, memory, knowledge: 0 };
        let is = |name: Option<Move>| name == Some(mv);
        let level = self.systems.knowledge;
        if is(named.table) {
            with(Tier::Table, 0)
        } else if is(named.refutation) {
            with(Tier::Refutation, 0)
        } else if !quiet && level != Knowledge::Off {
            Merit { knowledge: knowledge::gain(&self.board, mv), ..with(Tier::Capture, 0) }
        } else if quiet && is(named.killers[0]) {
            with(Tier::Killer, 1)
        } else if quiet && is(named.killers[1]) {
            with(Tier::Killer, 0)
        } else if quiet && is(named.countermove) {
            with(Tier::Countermove, 0)
        } else {
            let full = quiet && level == Knowledge::Full;
            let knowledge = if full { knowledge::placement(&self.board, mv) } else { 0 };
            Merit { knowledge, ..with(Tier::Rest, self.memory_value(mv)) }
        }
    }
}

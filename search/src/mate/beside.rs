//! The mate search beside the ordinary one: `go mate`.

use super::{LONGEST, MateVerdict, Solver};
use crate::depth::{Depth, Ply};
use crate::info::Bound;
use crate::params::Lab;
use crate::score::Score;
use crate::time::clock::Stopped;
use crate::tree::root::RootScore;
use crate::tree::search::Search;

/// The ordinary search begins, so that there is a fair answer in any case.
const FIRST_DEPTH: Depth = Depth::new(6);

/// The mate search gets as many nodes as the other one, but not fewer than
/// this at a time.
const LEAST_NODES: u64 = 2000;

/// A mate that was asked for, and the search for it.
pub(crate) struct MateSearch {
    solver: Solver,
    /// Moves in which the mate was asked for.
    most: u32,
    /// Nodes that the mate search has had.
    spent: u64,
}

impl<L: Lab> Search<'_, L> {
    /// The hunt that the limits ask for, on the thread that speaks for all. Not
    /// in lockstep: the others would wait for this thread.
    pub(crate) fn mate_search(&self) -> Option<MateSearch> {
        let most = self.shared.limits.mate?;
        let hunts = self.worker.is_main() && self.shared.lockstep.is_none();
        hunts.then(|| MateSearch {
            solver: Solver::new(self.shared.board.clone(), &self.shared.root_moves, most),
            most,
            spent: 0,
        })
    }

    /// Gives `hunt` its share after an iteration; whether it is over.
    pub(crate) fn share_with(&mut self, proof_search: &mut MateSearch) -> bool {
        if self.root_depth >= FIRST_DEPTH && self.verdict(proof_search) == MateVerdict::Unknown {
            let ordinary = self.nodes - proof_search.spent;
            let share = ordinary.saturating_sub(proof_search.spent).max(LEAST_NODES);
            self.pursue(proof_search, share);
        }
        self.verdict(proof_search) != MateVerdict::Unknown
    }

    /// Says what came of `hunt`. If the ordinary search has no more to do by
    /// itself, the hunt goes on first.
    pub(crate) fn close(&mut self, mut proof_search: MateSearch) {
        let is_limited = self.shared.limits.depth.is_some() || self.shared.clock.is_stopped();
        if !is_limited && self.verdict(&proof_search) == MateVerdict::Unknown {
            self.pursue(&mut proof_search, u64::MAX);
        }
        let verdict = self.verdict(&proof_search);
        self.shared.reporter.with_sink(|sink| sink.mate_verdict(proof_search.most, verdict));
    }

    /// What is known from either search.
    fn verdict(&self, proof_search: &MateSearch) -> MateVerdict {
        let score = self.root.at(0).exact_score();
        match score.mate_in().filter(|_| score != -Score::INFINITE) {
            Some(moves) if moves > 0 && moves.unsigned_abs() <= proof_search.most => {
                MateVerdict::Proved
            }
            Some(moves) if moves <= 0 => MateVerdict::Refuted,
            _ => proof_search.solver.verdict(),
        }
    }

    /// Hunts for so many nodes, and takes a mate that is proved as the best line.
    fn pursue(&mut self, proof_search: &mut MateSearch, share: u64) {
        let end = proof_search.spent.saturating_add(share);
        let before = self.nodes;
        let mut spent = proof_search.spent;
        let mut clock = || {
            spent += 1;
            self.tick()?;
            if spent < end { Ok(()) } else { Err(Stopped) }
        };
        // Stopped or not, the verdict tells what was found.
        let _ = proof_search.solver.run(&mut clock);
        if proof_search.solver.verdict() == MateVerdict::Proved {
            let line = proof_search.solver.line(&mut || self.tick());
            self.take_mate(proof_search.solver.moves(), &line);
        }
        proof_search.spent += self.nodes - before;
    }

    fn take_mate(&mut self, moves: u32, line: &[riposte_movegen::Move]) {
        let Some((&first, rest)) = line.split_first() else { return };
        let length = Ply::new((moves.min(LONGEST) * 2 - 1) as u16);
        let found = RootScore {
            score: Score::mating(length),
            bound: Bound::Exact,
            selective_depth: length,
            line: rest,
        };
        self.root.rank = 0;
        self.root.record(first, 0, Some(found));
        self.root.sort();
    }
}

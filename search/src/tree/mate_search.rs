//! The mate search beside the ordinary one: `go mate`.

use riposte_eval::{Depth, Ply, Score};
use riposte_mate::{LONGEST, Solver, Stopped};
use riposte_movegen::Move;
use riposte_params::Lab;

use crate::info::{Bound, MateVerdict};
use crate::tree::root::RootScore;
use crate::tree::search::Search;

/// Depth of the ordinary search before the mate search starts, so that there is a best move
/// in any case.
const FIRST_DEPTH: Depth = Depth::new(6);

/// The mate search gets as many nodes as the other one, but not fewer than
/// this at a time.
const LEAST_NODES: u64 = 2000;

/// The mate search of one `go mate`.
pub(crate) struct MateSearch {
    solver: Solver,
    /// The limit, in moves.
    most: u32,
    /// Nodes that the mate search has had.
    spent: u64,
}

impl<L: Lab> Search<'_, L> {
    /// The mate search that the limits ask for, on the main thread. Not in lockstep, where
    /// the others would wait for this thread.
    pub(crate) fn mate_search(&self) -> Option<MateSearch> {
        let most = self.shared.limits.mate?;
        let applies = self.worker.is_main() && self.shared.lockstep.is_none();
        applies.then(|| MateSearch {
            solver: Solver::new(self.shared.board.clone(), &self.shared.root_moves, most),
            most,
            spent: 0,
        })
    }

    /// Gives the mate search its share of nodes after an iteration. Returns whether it has
    /// a verdict.
    pub(crate) fn share_with(&mut self, mate_search: &mut MateSearch) -> bool {
        if self.root_depth >= FIRST_DEPTH && self.verdict(mate_search) == MateVerdict::Unknown {
            let ordinary = self.nodes - mate_search.spent;
            let share = ordinary.saturating_sub(mate_search.spent).max(LEAST_NODES);
            self.pursue(mate_search, share);
        }
        self.verdict(mate_search) != MateVerdict::Unknown
    }

    /// Reports the verdict. If the ordinary search has ended by itself, the mate search
    /// continues first.
    pub(crate) fn close(&mut self, mut mate_search: MateSearch) {
        let is_limited = self.shared.limits.depth.is_some() || self.shared.clock.is_stopped();
        if !is_limited && self.verdict(&mate_search) == MateVerdict::Unknown {
            self.pursue(&mut mate_search, u64::MAX);
        }
        let verdict = self.verdict(&mate_search);
        self.shared.reporter.with_sink(|sink| sink.mate_verdict(mate_search.most, verdict));
    }

    /// The verdict of either search.
    fn verdict(&self, mate_search: &MateSearch) -> MateVerdict {
        let score = self.root.at(0).exact_score();
        match score.mate_in().filter(|_| score != -Score::INFINITE) {
            Some(moves) if moves > 0 && moves.unsigned_abs() <= mate_search.most => {
                MateVerdict::Proved
            }
            Some(moves) if moves <= 0 => MateVerdict::Refuted,
            _ => mate_search.solver.verdict(),
        }
    }

    /// Runs the mate search for so many nodes. A proved mate becomes the best pv.
    fn pursue(&mut self, mate_search: &mut MateSearch, share: u64) {
        let end = mate_search.spent.saturating_add(share);
        let before = self.nodes;
        let mut spent = mate_search.spent;
        let mut clock = || {
            spent += 1;
            self.tick()?;
            if spent < end { Ok(()) } else { Err(Stopped) }
        };
        // Stopped or not, the verdict is up to date.
        let _ = mate_search.solver.run(&mut clock);
        if mate_search.solver.verdict() == MateVerdict::Proved {
            let line = mate_search.solver.line(&mut || self.tick());
            self.take_mate(mate_search.solver.moves(), &line);
        }
        mate_search.spent += self.nodes - before;
    }

    fn take_mate(&mut self, moves: u32, line: &[Move]) {
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

//! The root moves and their scores.

use std::slice;

use riposte_eval::{Ply, Score};
use riposte_movegen::Move;
use riposte_syzygy::Wdl;

use crate::info::Bound;
use crate::tb::root::RootVerdict;

/// A root move and its pv.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Score in this iteration; minus infinity if it was only refuted.
    pub(crate) score: Score,
    /// Score in the last iteration.
    pub(crate) previous: Score,
    /// Running mean of the scores, where the aspiration window starts.
    pub(crate) average: Score,
    /// Whether `score` is exact.
    pub(crate) bound: Bound,
    pub(crate) selective_depth: Ply,
    /// Nodes spent below this move.
    pub(crate) nodes: u64,
    /// The pv, this move first; empty until the move was searched. See [`Self::pv`].
    line: Vec<Move>,
    /// The best line after this move when it was last searched, a pv or a refutation; kept
    /// for [`Feature::RefutationTable`] only.
    ///
    /// [`Feature::RefutationTable`]: riposte_params::Feature::RefutationTable
    pub(crate) refutation: Vec<Move>,
    /// The tablebase result of the move.
    pub(crate) verdict: Option<RootVerdict>,
}

impl RootMove {
    /// The pv, this move first.
    pub(crate) fn pv(&self) -> &[Move] {
        if self.line.is_empty() { slice::from_ref(&self.mv) } else { &self.line }
    }

    /// Whether the move draws according to tablebases.
    pub(crate) fn is_tb_draw(&self) -> bool {
        self.verdict.is_some_and(|verdict| verdict.is_draw())
    }

    /// Whether the score is the tablebases' and not the search's.
    pub(crate) fn has_tb_score(&self) -> bool {
        !self.score.is_mate() && self.verdict.is_some_and(|verdict| verdict.score().is_some())
    }

    /// The tablebase result; all root moves have one or none has.
    pub(crate) fn result(&self) -> Option<Wdl> {
        self.verdict.map(|verdict| verdict.result)
    }

    /// Whether this iteration found an exact score.
    fn is_exact(&self) -> bool {
        self.bound == Bound::Exact && self.score != -Score::INFINITE
    }

    /// The last exact score: the one to report if the search was stopped before a new one.
    pub(crate) fn exact_score(&self) -> Score {
        if self.is_exact() || self.previous == -Score::INFINITE {
            self.score
        } else {
            self.previous
        }
    }
}

/// All root moves, the best first as far as they have been sorted.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// Rank of the pv under search (`MultiPV`).
    pub(crate) rank: usize,
    has_score: bool,
    /// Whether every legal move may be searched for the first pv.
    is_open: bool,
}

impl RootMoves {
    /// Moves in the order of `verdicts`, if there are any; `legal` moves there are in all.
    pub(crate) fn new(moves: &[Move], verdicts: &[RootVerdict], legal: usize) -> Self {
        let is_open = moves.len() == legal && verdicts.is_empty();
        let moves = moves
            .iter()
            .enumerate()
            .map(|(index, &mv)| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                average: Score::NONE,
                bound: Bound::None,
                selective_depth: Ply::ROOT,
                nodes: 0,
                line: Vec::new(),
                refutation: Vec::new(),
                verdict: verdicts.get(index).copied(),
            })
            .collect();
        Self { moves, rank: 0, has_score: false, is_open }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether some move has a score, so that there is a best move.
    pub(crate) fn has_score(&self) -> bool {
        self.has_score
    }

    /// The move at `rank`.
    pub(crate) fn at(&self, rank: usize) -> &RootMove {
        &self.moves[rank]
    }

    /// The entry of `mv`, if it is a root move.
    pub(crate) fn get(&self, mv: Move) -> Option<&RootMove> {
        self.moves.iter().find(|root| root.mv == mv)
    }

    /// The first move of the pv under search.
    pub(crate) fn current(&self) -> &RootMove {
        &self.moves[self.rank]
    }

    /// Scores of the finished pvs, best first.
    pub(crate) fn scores(&self) -> Vec<Score> {
        let known = |score: &Score| *score != -Score::INFINITE;
        self.moves.iter().map(RootMove::exact_score).take_while(known).collect()
    }

    /// Puts the move at `rank` before all others.
    pub(crate) fn prefer(&mut self, rank: usize) {
        self.moves[..=rank].rotate_right(1);
    }

    /// Whether `mv` may be searched for the current pv: not the best move of an earlier pv,
    /// not excluded by `searchmoves`, and with the best tablebase result of the moves left.
    pub(crate) fn is_candidate(&self, mv: Move) -> bool {
        if self.is_open && self.rank == 0 {
            return true;
        }
        let best = self.current().result();
        self.moves[self.rank..].iter().any(|root| root.mv == mv && root.result() == best)
    }

    /// The score of a searched move corrected by tablebases. Only a mate proved by the
    /// search is better.
    pub(crate) fn with_tb_score(&self, mv: Move, score: Score) -> Score {
        let known = self.get(mv).and_then(|root| root.verdict?.score());
        known.filter(|_| !score.is_mate()).unwrap_or(score)
    }

    /// Keeps the scores of the last iteration for comparison.
    pub(crate) fn start_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous = root.score;
            root.score = -Score::INFINITE;
        }
    }

    /// Records a move that was searched to the end.
    pub(crate) fn record(&mut self, mv: Move, nodes: u64, found: Option<RootScore<'_>>) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        let Some(found) = found else {
            root.score = -Score::INFINITE;
            return;
        };
        root.score = found.score;
        root.bound = found.bound;
        root.selective_depth = found.selective_depth;
        root.average = if root.average == Score::NONE {
            found.score
        } else {
            root.average.midpoint(found.score)
        };
        root.line.clear();
        root.line.push(mv);
        root.line.extend_from_slice(found.line);
        self.has_score = true;
    }

    /// Stores the refutation of the root move `mv`.
    pub(crate) fn store_refutation(&mut self, mv: Move, line: &[Move]) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.refutation.clear();
            root.refutation.extend_from_slice(line);
        }
    }

    /// The refutation of the root move `mv` when it was last searched.
    pub(crate) fn refutation(&self, mv: Move) -> &[Move] {
        self.get(mv).map_or(&[], |root| &root.refutation)
    }

    /// Sorts the moves from the current pv on. Stable, so that refuted moves keep their
    /// order.
    pub(crate) fn sort(&mut self) {
        let rank = self.rank;
        sort(&mut self.moves[rank..]);
    }

    /// Sorts the finished pvs.
    pub(crate) fn sort_finished(&mut self) {
        let end = (self.rank + 1).min(self.moves.len());
        sort(&mut self.moves[..end]);
    }

    /// Sorts the pvs behind the first by their reported scores, to report the first `lines`
    /// of all. A search that was stopped between two pvs fills up with those of the
    /// iteration before; otherwise moves refuted in this iteration come after those with
    /// exact scores.
    pub(crate) fn sort_reported(&mut self, lines: usize) {
        let Some((_, others)) = self.moves.split_first_mut() else { return };
        let is_complete = others.iter().filter(|root| root.is_exact()).count() + 1 >= lines;
        let stands_back = |root: &RootMove| is_complete && !root.is_exact();
        others.sort_by(|a, b| {
            let results = b.result().cmp(&a.result());
            let standing = stands_back(a).cmp(&stands_back(b));
            results.then(standing).then(b.exact_score().cmp(&a.exact_score()))
        });
    }
}

fn sort(moves: &mut [RootMove]) {
    moves.sort_by(|a, b| {
        let results = b.result().cmp(&a.result());
        results.then(b.score.cmp(&a.score)).then(b.previous.cmp(&a.previous))
    });
}

/// The outcome of a root move that was the first or raised alpha.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootScore<'a> {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) selective_depth: Ply,
    /// The pv after the root move.
    pub(crate) line: &'a [Move],
}

//! Endgame tablebases in the tree: results that are known bound the score.
//!
//! With no tables the search pays one check of an option that never changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam::utils::CachePadded;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_movegen::Move;
use riposte_syzygy::{MAX_MEN, Tables, Wdl};
use riposte_tt::{Bound, Entry};

use crate::depth::{Depth, Ply};
use crate::params::Lab;
use crate::score::Score;
use crate::tb::root::{RootVerdict, rank_by_dtz, rank_by_wdl, tb_line};
use crate::tree::node::NodeKind;
use crate::tree::root::RootMove;
use crate::tree::search::Search;
use crate::tree::window::Window;

/// By how much the entry of a known result outlives one that was searched to
/// the same depth.
const WORTH: i32 = 6;

/// Which tablebases a search asks, and when.
#[derive(Clone, Debug)]
pub struct Tablebases {
    /// The tables; none by default.
    pub tables: Arc<Tables>,
    /// Positions with as many pieces as the largest tables asked are asked about
    /// from this remaining depth on. Smaller ones always are.
    pub probe_depth: u32,
    /// Positions with more pieces are not asked about.
    pub probe_limit: usize,
    /// Whether a win that takes more than 50 moves without capture or pawn move
    /// is a draw.
    pub fifty_move_rule: bool,
}

impl Default for Tablebases {
    fn default() -> Self {
        Self { tables: Arc::default(), probe_depth: 1, probe_limit: MAX_MEN, fifty_move_rule: true }
    }
}

/// The tables during one search.
pub(crate) struct TbProber {
    tables: Arc<Tables>,
    /// The most pieces of a position that is asked about.
    max_pieces: usize,
    probe_depth: Depth,
    fifty_move_rule: bool,
    /// Not when the distances of all root moves are known: then the search
    /// looks for a mate, and results without distance would hide it.
    in_tree: bool,
    /// What is known of the root moves, in their order; empty if nothing is.
    pub(crate) root: Vec<RootVerdict>,
    /// Lines that were followed through the tables for a report.
    lines: Mutex<Vec<(Move, Vec<Move>)>>,
    hits: Box<[CachePadded<AtomicU64>]>,
}

impl TbProber {
    /// Looks up the root moves and brings them into the order of what is known
    /// of them. `None` if there is nothing to ask.
    pub(crate) fn new(
        settings: &Tablebases,
        board: &Board,
        root_moves: &mut Vec<Move>,
        threads: usize,
    ) -> Option<Self> {
        let max_pieces = settings.probe_limit.min(settings.tables.most_men());
        if max_pieces == 0 {
            return None;
        }
        let mut tb = Self {
            tables: Arc::clone(&settings.tables),
            max_pieces,
            probe_depth: Depth::new(i32::try_from(settings.probe_depth).unwrap_or(i32::MAX)),
            fifty_move_rule: settings.fifty_move_rule,
            in_tree: true,
            root: Vec::new(),
            lines: Mutex::default(),
            hits: (0..threads).map(|_| CachePadded::default()).collect(),
        };
        if board.occupied().len() as usize <= max_pieces && board.castling().is_empty() {
            tb.look_up_root(&mut board.clone(), root_moves);
        }
        Some(tb)
    }

    fn look_up_root(&mut self, board: &mut Board, root_moves: &mut Vec<Move>) {
        let mut ranked = rank_by_dtz(&self.tables, board, root_moves, self.fifty_move_rule);
        self.in_tree = ranked.is_none();
        if ranked.is_none() {
            ranked = rank_by_wdl(&self.tables, board, root_moves, self.fifty_move_rule);
        }
        let Some(mut ranked) = ranked else { return };
        self.count_hits(0, ranked.len() as u64);
        ranked.sort_by_key(|(_, verdict)| verdict.order());
        (*root_moves, self.root) = ranked.into_iter().unzip();
    }

    /// The result of a position whose 50-move counter is at zero, as it counts
    /// in this search.
    fn result(&self, board: &mut Board, depth: Depth) -> Option<Wdl> {
        let pieces = board.occupied().len() as usize;
        let is_asked = self.in_tree
            && pieces <= self.max_pieces
            && (pieces < self.max_pieces || depth >= self.probe_depth)
            && board.halfmove_clock() == 0
            && board.castling().is_empty();
        if !is_asked {
            return None;
        }
        let wdl = self.tables.wdl(board).ok()?;
        Some(if self.fifty_move_rule { wdl } else { wdl.without_fifty_move_rule() })
    }

    fn count_hits(&self, thread: usize, count: u64) {
        self.hits[thread].fetch_add(count, Ordering::Relaxed);
    }

    /// Positions answered so far, all threads together.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }

    /// The line of a root move as it is told: where the tables decided and not
    /// the search, they say how it goes on.
    pub(crate) fn pv_of(&self, board: &Board, root: &RootMove) -> Vec<Move> {
        let is_from_tables = root.pv.len() == 1 && root.has_tb_score();
        if !is_from_tables {
            return root.pv.clone();
        }
        let mut lines = self.lines.lock();
        if let Some((_, line)) = lines.iter().find(|(mv, _)| *mv == root.mv) {
            return line.clone();
        }
        let line = tb_line(&self.tables, board, root.mv);
        lines.push((root.mv, line.clone()));
        line
    }

    /// Damage of tables that was found since this was last asked.
    pub(crate) fn new_errors(&self) -> Vec<String> {
        self.tables.take_faults().iter().map(ToString::to_string).collect()
    }
}

/// The scores between which the tables say that the true one lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TbBounds {
    least: Score,
    most: Score,
}

impl TbBounds {
    /// Any score is possible.
    pub(crate) const NOTHING: Self =
        Self { least: Score::cp(-Score::INFINITE.raw()), most: Score::INFINITE };

    /// What a result says `ply` half-moves from the root. A win may be a nearer
    /// mate. The tiny values let a search among draws prefer those in which the
    /// opponent has to know the 50-move rule.
    fn from_result(wdl: Wdl, ply: Ply) -> Self {
        match wdl {
            Wdl::Win => Self { least: Score::tb_win(ply), ..Self::NOTHING },
            Wdl::Loss => Self { most: -Score::tb_win(ply), ..Self::NOTHING },
            Wdl::CursedWin => Self::exactly(Score::cp(1)),
            Wdl::Draw => Self::exactly(Score::DRAW),
            Wdl::BlessedLoss => Self::exactly(Score::cp(-1)),
        }
    }

    fn exactly(score: Score) -> Self {
        Self { least: score, most: score }
    }

    /// The score and its bound, if that answers every question about `window`.
    fn decide(self, window: Window) -> Option<(Score, Bound)> {
        if self.least == self.most {
            Some((self.least, Bound::Exact))
        } else if self.least >= window.beta {
            Some((self.least, Bound::Lower))
        } else if self.most <= window.alpha {
            Some((self.most, Bound::Upper))
        } else {
            None
        }
    }

    /// A searched score made to agree with what is known, and the bound that it
    /// then is, if it had to be changed.
    #[inline]
    pub(crate) fn correct(self, score: Score) -> (Score, Option<Bound>) {
        if score < self.least {
            (self.least, Some(Bound::Lower))
        } else if score > self.most {
            (self.most, Some(Bound::Upper))
        } else {
            (score, None)
        }
    }
}

/// What asking the tables at a node led to.
pub(crate) enum TbProbe {
    /// The score of the node.
    Score(Score),
    /// The search has to go on, knowing this.
    Search(TbBounds),
}

impl<L: Lab> Search<'_, L> {
    /// Asks the tables about the current position.
    #[inline]
    pub(crate) fn probe_tb<K: NodeKind>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> TbProbe {
        if K::ROOT || self.shared.tb.is_none() || self.frame(ply).excluded.is_some() {
            return TbProbe::Search(TbBounds::NOTHING);
        }
        self.probe_tb_position(window, depth, ply)
    }

    /// The score of a root move, and its line, as far as tablebases know better
    /// than the search.
    pub(crate) fn apply_tb_score(&mut self, mv: Move, score: Score) -> Score {
        let ranked = self.root.with_tb_score(mv, score);
        if ranked != score {
            self.clear_pv(Ply::ROOT.next());
        }
        ranked
    }

    #[inline(never)]
    fn probe_tb_position(&mut self, window: Window, depth: Depth, ply: Ply) -> TbProbe {
        let Some(tb) = &self.shared.tb else { return TbProbe::Search(TbBounds::NOTHING) };
        let Some(wdl) = tb.result(&mut self.board, depth) else {
            return TbProbe::Search(TbBounds::NOTHING);
        };
        tb.count_hits(self.worker.id, 1);
        let bounds = TbBounds::from_result(wdl, ply);
        let Some((score, bound)) = bounds.decide(window) else { return TbProbe::Search(bounds) };
        self.store_entry(Entry {
            mv: Move::option_bits(None),
            score: score.to_tt(ply),
            eval: Score::NONE.raw() as i16,
            depth: (depth + WORTH).min(Depth::MAX).to_tt(),
            bound,
            pv: false,
        });
        TbProbe::Score(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_bound_the_score_and_mates_lie_beyond() {
        let ply = Ply::new(7);
        let won = TbBounds::from_result(Wdl::Win, ply);
        let near = Window::above(Score::cp(300));
        assert_eq!(won.decide(near), Some((Score::tb_win(ply), Bound::Lower)));
        assert_eq!(won.decide(Window::above(Score::mating(Ply::new(20)))), None);
        assert_eq!(won.correct(Score::cp(90)), (Score::tb_win(ply), Some(Bound::Lower)));
        let mate = Score::mating(Ply::new(30));
        assert_eq!(won.correct(mate), (mate, None));

        let lost = TbBounds::from_result(Wdl::Loss, ply);
        assert_eq!(lost.decide(near), Some((-Score::tb_win(ply), Bound::Upper)));
        assert_eq!(lost.correct(Score::DRAW), (-Score::tb_win(ply), Some(Bound::Upper)));
        for wdl in [Wdl::CursedWin, Wdl::Draw, Wdl::BlessedLoss] {
            let score = TbBounds::from_result(wdl, ply).decide(Window::FULL);
            assert!(matches!(score, Some((score, Bound::Exact)) if score.raw().abs() <= 1));
        }
    }
}

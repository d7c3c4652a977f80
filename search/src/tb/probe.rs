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
use crate::tb::root::{RootVerdict, continuation, judge_by_distance, judge_by_result};
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
    /// Positions with as many men as the largest tables asked are asked about
    /// from this remaining depth on. Smaller ones always are.
    pub probe_depth: u32,
    /// Positions with more men are not asked about.
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
pub(crate) struct Probing {
    tables: Arc<Tables>,
    /// The most men of a position that is asked about.
    men: usize,
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

impl Probing {
    /// Looks up the root moves and brings them into the order of what is known
    /// of them. `None` if there is nothing to ask.
    pub(crate) fn new(
        settings: &Tablebases,
        board: &Board,
        root_moves: &mut Vec<Move>,
        threads: usize,
    ) -> Option<Self> {
        let men = settings.probe_limit.min(settings.tables.most_men());
        if men == 0 {
            return None;
        }
        let mut probing = Self {
            tables: Arc::clone(&settings.tables),
            men,
            probe_depth: Depth::new(i32::try_from(settings.probe_depth).unwrap_or(i32::MAX)),
            fifty_move_rule: settings.fifty_move_rule,
            in_tree: true,
            root: Vec::new(),
            lines: Mutex::default(),
            hits: (0..threads).map(|_| CachePadded::default()).collect(),
        };
        if board.occupied().len() as usize <= men && board.castling().is_empty() {
            probing.look_up_root(&mut board.clone(), root_moves);
        }
        Some(probing)
    }

    fn look_up_root(&mut self, board: &mut Board, root_moves: &mut Vec<Move>) {
        let mut judged = judge_by_distance(&self.tables, board, root_moves, self.fifty_move_rule);
        self.in_tree = judged.is_none();
        if judged.is_none() {
            judged = judge_by_result(&self.tables, board, root_moves, self.fifty_move_rule);
        }
        let Some(mut judged) = judged else { return };
        self.count_hits(0, judged.len() as u64);
        judged.sort_by_key(|(_, verdict)| verdict.order());
        (*root_moves, self.root) = judged.into_iter().unzip();
    }

    /// The result of a position whose 50-move counter is at zero, as it counts
    /// in this search.
    fn result(&self, board: &mut Board, depth: Depth) -> Option<Wdl> {
        let men = board.occupied().len() as usize;
        let is_asked = self.in_tree
            && men <= self.men
            && (men < self.men || depth >= self.probe_depth)
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
    pub(crate) fn line_of(&self, board: &Board, root: &RootMove) -> Vec<Move> {
        let is_from_tables = root.pv.len() == 1 && root.is_settled();
        if !is_from_tables {
            return root.pv.clone();
        }
        let mut lines = self.lines.lock();
        if let Some((_, line)) = lines.iter().find(|(mv, _)| *mv == root.mv) {
            return line.clone();
        }
        let line = continuation(&self.tables, board, root.mv);
        lines.push((root.mv, line.clone()));
        line
    }

    /// Damage of tables that was found since this was last asked.
    pub(crate) fn new_faults(&self) -> Vec<String> {
        self.tables.take_faults().iter().map(ToString::to_string).collect()
    }
}

/// The scores between which the tables say that the true one lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    least: Score,
    most: Score,
}

impl Known {
    /// Any score is possible.
    pub(crate) const NOTHING: Self =
        Self { least: Score::cp(-Score::INFINITE.raw()), most: Score::INFINITE };

    /// What a result says `ply` half-moves from the root. A win may be a nearer
    /// mate. The tiny values let a search among draws prefer those in which the
    /// opponent has to know the 50-move rule.
    fn from_result(wdl: Wdl, ply: Ply) -> Self {
        match wdl {
            Wdl::Win => Self { least: Score::table_win(ply), ..Self::NOTHING },
            Wdl::Loss => Self { most: -Score::table_win(ply), ..Self::NOTHING },
            Wdl::CursedWin => Self::exactly(Score::cp(1)),
            Wdl::Draw => Self::exactly(Score::DRAW),
            Wdl::BlessedLoss => Self::exactly(Score::cp(-1)),
        }
    }

    fn exactly(score: Score) -> Self {
        Self { least: score, most: score }
    }

    /// The score and its bound, if that answers every question about `window`.
    fn answer(self, window: Window) -> Option<(Score, Bound)> {
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
pub(crate) enum Asked {
    /// The score of the node.
    Score(Score),
    /// The search has to go on, knowing this.
    Search(Known),
}

impl<L: Lab> Search<'_, L> {
    /// Asks the tables about the current position.
    #[inline]
    pub(crate) fn ask_tables<K: NodeKind>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Asked {
        if K::ROOT || self.task.probing.is_none() || self.frame(ply).excluded.is_some() {
            return Asked::Search(Known::NOTHING);
        }
        self.ask_about_node(window, depth, ply)
    }

    /// The score of a root move, and its line, as far as tablebases know better
    /// than the search.
    pub(crate) fn judge_root_move(&mut self, mv: Move, score: Score) -> Score {
        let judged = self.root.judge(mv, score);
        if judged != score {
            self.clear_pv(Ply::ROOT.next());
        }
        judged
    }

    #[inline(never)]
    fn ask_about_node(&mut self, window: Window, depth: Depth, ply: Ply) -> Asked {
        let Some(probing) = &self.task.probing else { return Asked::Search(Known::NOTHING) };
        let Some(wdl) = probing.result(&mut self.board, depth) else {
            return Asked::Search(Known::NOTHING);
        };
        probing.count_hits(self.worker.id, 1);
        let known = Known::from_result(wdl, ply);
        let Some((score, bound)) = known.answer(window) else { return Asked::Search(known) };
        self.store(Entry {
            mv: Move::option_bits(None),
            score: score.to_table(ply),
            eval: Score::NONE.raw() as i16,
            depth: (depth + WORTH).min(Depth::MAX).to_table(),
            bound,
            pv: false,
        });
        Asked::Score(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_bound_the_score_and_mates_lie_beyond() {
        let ply = Ply::new(7);
        let won = Known::from_result(Wdl::Win, ply);
        let near = Window::above(Score::cp(300));
        assert_eq!(won.answer(near), Some((Score::table_win(ply), Bound::Lower)));
        assert_eq!(won.answer(Window::above(Score::mating(Ply::new(20)))), None);
        assert_eq!(won.correct(Score::cp(90)), (Score::table_win(ply), Some(Bound::Lower)));
        let mate = Score::mating(Ply::new(30));
        assert_eq!(won.correct(mate), (mate, None));

        let lost = Known::from_result(Wdl::Loss, ply);
        assert_eq!(lost.answer(near), Some((-Score::table_win(ply), Bound::Upper)));
        assert_eq!(lost.correct(Score::DRAW), (-Score::table_win(ply), Some(Bound::Upper)));
        for wdl in [Wdl::CursedWin, Wdl::Draw, Wdl::BlessedLoss] {
            let score = Known::from_result(wdl, ply).answer(Window::FULL);
            assert!(matches!(score, Some((score, Bound::Exact)) if score.raw().abs() <= 1));
        }
    }
}

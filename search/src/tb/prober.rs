//! The tablebases of one search, and when to probe them.
//!
//! Without tablebases a search has no [`TbProber`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam::utils::CachePadded;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_eval::Depth;
use riposte_movegen::Move;
use riposte_syzygy::{MAX_PIECES, Tables, Wdl};

use crate::tb::root::{RootVerdict, rank_by_dtz, rank_by_wdl, tb_line};
use crate::tree::root::RootMove;

/// Which tablebases a search probes, and when.
#[derive(Clone, Debug)]
pub struct Tablebases {
    /// The tablebases; none by default.
    pub tables: Arc<Tables>,
    /// Minimum depth for probing positions with the largest available piece count. Smaller
    /// positions are always probed.
    pub probe_depth: u32,
    /// Largest piece count that is probed.
    pub probe_limit: usize,
    /// Whether a win that takes more than 50 moves without capture or pawn move
    /// is a draw.
    pub fifty_move_rule: bool,
}

impl Default for Tablebases {
    fn default() -> Self {
        Self {
            tables: Arc::default(),
            probe_depth: 1,
            probe_limit: MAX_PIECES,
            fifty_move_rule: true,
        }
    }
}

/// The tablebases during one search.
pub(crate) struct TbProber {
    tables: Arc<Tables>,
    /// Largest piece count that is probed.
    max_pieces: usize,
    probe_depth: Depth,
    fifty_move_rule: bool,
    /// False if the distances of all root moves are known: the search then looks for a
    /// mate, and results without distance would hide it.
    in_tree: bool,
    /// Results of the root moves, in their order; empty if unknown.
    pub(crate) root: Vec<RootVerdict>,
    /// Reported pvs that were completed from tablebases.
    lines: Mutex<Vec<(Move, Vec<Move>)>>,
    hits: Box<[CachePadded<AtomicU64>]>,
}

impl TbProber {
    /// Ranks the root moves. `None` if there is nothing to probe.
    pub(crate) fn new(
        settings: &Tablebases,
        board: &Board,
        root_moves: &mut Vec<Move>,
        threads: usize,
    ) -> Option<Self> {
        let max_pieces = settings.probe_limit.min(settings.tables.max_pieces());
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

    /// The result of a position whose 50-move counter is at zero, under the rules of this
    /// search.
    pub(crate) fn result(&self, board: &mut Board, depth: Depth) -> Option<Wdl> {
        let pieces = board.occupied().len() as usize;
        let is_asked = self.in_tree
            && pieces <= self.max_pieces
            && (pieces < self.max_pieces || depth >= self.probe_depth)
            && board.halfmove_clock() == 0
            && board.castling().is_empty();
        if !is_asked {
            return None;
        }
        let wdl = self.tables.wdl(board.position()).ok()?;
        Some(if self.fifty_move_rule { wdl } else { wdl.without_fifty_move_rule() })
    }

    pub(crate) fn count_hits(&self, thread: usize, count: u64) {
        self.hits[thread].fetch_add(count, Ordering::Relaxed);
    }

    /// Tablebase hits of all threads.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }

    /// The reported pv of a root move. Where the score comes from tablebases, so does the
    /// pv.
    pub(crate) fn pv_of(&self, board: &Board, root: &RootMove) -> Vec<Move> {
        let is_from_tables = root.pv().len() == 1 && root.has_tb_score();
        if !is_from_tables {
            return root.pv().to_vec();
        }
        let mut lines = self.lines.lock();
        if let Some((_, line)) = lines.iter().find(|(mv, _)| *mv == root.mv) {
            return line.clone();
        }
        let line = tb_line(&self.tables, board, root.mv);
        lines.push((root.mv, line.clone()));
        line
    }

    /// Errors found since the last call.
    pub(crate) fn new_errors(&self) -> Vec<String> {
        self.tables.take_errors().iter().map(ToString::to_string).collect()
    }
}

//! The transposition table (R. Greenblatt et al. 1967; D. Slate and L. Atkin 1977):
//! the result and the best move of every position searched.
//!
//! A TT bound ends a node only if it comes from exactly the depth that is
//! wanted: a deeper result is better play, but it is not the value that this
//! search is to compute. The best move is used from any depth. At the root
//! nothing is cut, so that there is always a best move.

mod narrow;

use riposte_movegen::Move;
use riposte_tt::{AllocError, Bound, Entry};

pub use narrow::{Narrow, Replacement};

use super::Classic;
use super::node::Node;

/// Where results are kept.
pub enum Table {
    /// The engine's own table.
    Shared(riposte_tt::Table),
    /// A table of the experiments with keys and replacement, which the engine's
    /// is too good for.
    Narrow(Narrow),
}

impl Table {
    /// The engine's table with so many megabytes.
    ///
    /// # Errors
    ///
    /// When there is no memory for it.
    pub fn shared(megabytes: usize) -> Result<Self, AllocError> {
        riposte_tt::Table::new(megabytes, 1).map(Self::Shared)
    }

    pub(super) fn clear(&mut self) {
        match self {
            Self::Shared(table) => table.clear(1),
            Self::Narrow(table) => table.clear(),
        }
    }

    pub(super) fn new_search(&mut self) {
        if let Self::Shared(table) = self {
            table.new_search();
        }
    }
}

/// A result as both kinds of table give it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    mv: u16,
    score: i16,
    depth: u8,
    bound: Bound,
    /// Nodes that it took, if the table knows.
    effort: u64,
    /// Whether it is another position's.
    is_false: bool,
}

/// What the table says of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TtHit {
    /// The best move known, legal or not.
    pub(super) mv: Option<Move>,
    /// The value that ends the node.
    pub(super) cut: Option<i32>,
}

impl Classic {
    /// Nodes searched, and where replacement asks for them those that table
    /// cutoffs stood for.
    pub(super) fn effort(&self) -> u64 {
        let saved = match &self.table {
            Table::Narrow(table) => table.saved(),
            Table::Shared(_) => 0,
        };
        self.counts.nodes() + saved
    }

    pub(super) fn probe(&mut self, node: &Node) -> TtHit {
        if !self.systems.table {
            return TtHit::default();
        }
        self.counts.probes += 1;
        let key = self.board.key();
        let found = match &self.table {
            Table::Shared(table) => table.probe(key).map(Finding::of_entry),
            Table::Narrow(table) => {
                self.counts.foreign += table.foreign(key);
                table.probe(key)
            }
        };
        let Some(finding) = found else { return TtHit::default() };
        self.counts.hits += 1;
        self.counts.false_hits += u64::from(finding.is_false);
        let cut = finding.cut(node);
        if cut.is_some() {
            self.counts.table_cuts += 1;
            if let Table::Narrow(table) = &mut self.table {
                table.save(finding.effort);
            }
        }
        TtHit { mv: Move::from_bits(finding.mv), cut }
    }

    pub(super) fn store(&mut self, node: &Node, score: i32, bound: Bound, mv: Move, effort: u64) {
        if !self.systems.table {
            return;
        }
        let (mv, score, depth) = (mv.bits(), score as i16, node.depth as u8);
        let key = self.board.key();
        match &mut self.table {
            Table::Shared(table) => {
                table.store(key, Entry { mv, score, eval: 0, depth, bound, pv: false });
            }
            Table::Narrow(table) => {
                table.store(key, Finding { mv, score, depth, bound, effort, is_false: false });
            }
        }
    }
}

impl Finding {
    fn of_entry(entry: Entry) -> Self {
        let Entry { mv, score, depth, bound, .. } = entry;
        Self { mv, score, depth, bound, effort: 0, is_false: false }
    }

    fn cut(&self, node: &Node) -> Option<i32> {
        let score = i32::from(self.score);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
            Bound::None => false,
        };
        let same_depth = i32::from(self.depth) == node.depth;
        (settles && same_depth && node.ply > 0).then_some(score)
    }
}

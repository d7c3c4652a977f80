//! Tablebase probes in the tree: known results bound the score.
//!
//! Without tablebases the search pays one check of an option that never changes.

use riposte_eval::{Depth, Ply, Score};
use riposte_movegen::Move;
use riposte_params::Lab;
use riposte_tt::Entry;

use crate::tb::bounds::TbBounds;
use crate::tree::node::NodeKind;
use crate::tree::search::Search;
use crate::tree::window::Window;

/// Depth added to the TT entry of a tablebase result: how much longer it is kept than
/// the entry of a search to the same depth.
const TT_DEPTH_BONUS: i32 = 6;

/// The outcome of a tablebase probe at a node.
pub(crate) enum TbProbe {
    /// The score of the node.
    Score(Score),
    /// The search has to go on, knowing this.
    Search(TbBounds),
}

impl<L: Lab> Search<'_, L> {
    /// Probes the tablebases for the current position.
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

    /// The score of a root move, replaced by that of the tablebases where they are better.
    /// Clears the pv then.
    pub(crate) fn apply_tb_score(&mut self, mv: Move, score: Score) -> Score {
        let ranked = self.root.with_tb_score(mv, score);
        if ranked != score {
            self.worker.stack.clear_pv(Ply::ROOT.next());
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
            depth: (depth + TT_DEPTH_BONUS).min(Depth::MAX).to_tt(),
            bound,
            pv: false,
        });
        TbProbe::Score(score)
    }
}

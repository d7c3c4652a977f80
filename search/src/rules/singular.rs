//! Singular extensions: is the TT move the only good one?
//! (Anantharaman, Campbell and Hsu 1988; the form by a reduced search without
//! the TT move is Stockfish's.)

use riposte_eval::{Depth, Score};
use riposte_mate::Stopped;
use riposte_movegen::Move;
use riposte_params::{Feature, Lab};

use crate::tree::node::{Node, NodeKind, NonPv};
use crate::tree::search::Search;
use crate::tree::window::Window;

/// Most double extensions on one path.
const MOST_EXTENSIONS: u32 = 10;

/// The decision about a move before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verdict {
    /// It is searched with its depth changed by so many plies.
    Extend(i32),
    /// The node needs no search: it fails high without this move too.
    Cut(Score),
}

impl<L: Lab> Search<'_, L> {
    /// Decides about extending `mv`.
    pub(crate) fn singular<K: NodeKind>(
        &mut self,
        node: &Node,
        mv: Move,
    ) -> Result<Verdict, Stopped> {
        if !self.may_be_singular::<K>(node, mv) {
            return Ok(Verdict::Extend(0));
        }
        let margin = node.depth.plies() * self.lab.singular_margin() / 16;
        let limit = node.tt_hit.score - margin;
        let half = Depth::new((node.depth.plies() - 1) / 2);
        self.frame_mut(node.ply).excluded = Some(mv);
        let outcome = self.search::<NonPv>(Window::below(limit), half, node.ply, node.cut);
        self.frame_mut(node.ply).excluded = None;
        let score = outcome?;
        if score < limit {
            return Ok(Verdict::Extend(self.singular_plies::<K>(node, mv, score, limit)));
        }
        if self.lab.on(Feature::MultiCut) && score >= node.window.beta && !score.is_decisive() {
            return Ok(Verdict::Cut(score));
        }
        Ok(Verdict::Extend(self.negative_plies::<K>(node)))
    }

    fn may_be_singular<K: NodeKind>(&self, node: &Node, mv: Move) -> bool {
        let least = self.lab.singular_depth() + i32::from(node.was_pv);
        !K::ROOT
            && self.lab.on(Feature::Singular)
            && Some(mv) == node.tt_hit.mv
            && node.excluded.is_none()
            && node.depth >= Depth::new(least)
            && node.tt_hit.depth >= node.depth - 3
            && node.tt_hit.proves_at_least(-Score::INFINITE)
            && !node.tt_hit.score.is_decisive()
            && node.ply.number() < 2 * self.root_depth.plies()
    }

    /// One ply for a singular move, more the more singular it is.
    fn singular_plies<K: NodeKind>(
        &self,
        node: &Node,
        mv: Move,
        score: Score,
        limit: Score,
    ) -> i32 {
        let at_pv = if K::PV { self.lab.double_pv() } else { 0 };
        let doubles = self.lab.on(Feature::DoubleExtension)
            && score < limit - self.lab.double_margin() - at_pv
            && self.frame(node.ply).extensions < MOST_EXTENSIONS;
        let triples = doubles
            && self.lab.on(Feature::TripleExtension)
            && !self.board.is_noisy(mv)
            && score < limit - self.lab.triple_margin();
        1 + i32::from(doubles) + i32::from(triples)
    }

    /// The TT move is not singular: reduces it in favour of other moves.
    fn negative_plies<K: NodeKind>(&self, node: &Node) -> i32 {
        if !self.lab.on(Feature::NegativeExtension) {
            0
        } else if node.tt_hit.score >= node.window.beta {
            -2 - i32::from(!K::PV)
        } else if node.cut {
            -2
        } else {
            0
        }
    }
}

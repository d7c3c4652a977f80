//! Kinds of node, and the data of a node before its moves are searched.

use riposte_eval::{Depth, Ply, Score};
use riposte_movegen::{Move, Threats};
use riposte_ordering::{ContHistKeys, MoveContext};
use riposte_tt::Bound;

use crate::tb::bounds::TbBounds;
use crate::tree::window::Window;

/// A kind of node, as a type: the search is compiled once for each.
pub(crate) trait NodeKind {
    /// Whether an exact score is wanted.
    const PV: bool;
    /// Whether this is the root.
    const ROOT: bool;
}

/// The node kind of these constants.
pub(crate) struct Kind<const PV: bool, const ROOT: bool>;

impl<const PV: bool, const ROOT: bool> NodeKind for Kind<PV, ROOT> {
    const PV: bool = PV;
    const ROOT: bool = ROOT;
}

/// The position to search.
pub(crate) type Root = Kind<true, true>;
/// A node on the principal variation.
pub(crate) type Pv = Kind<true, false>;
/// A node searched with a window of width one.
pub(crate) type NonPv = Kind<false, false>;

/// The TT entry of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtHit {
    /// Checked to be legal.
    pub(crate) mv: Option<Move>,
    pub(crate) score: Score,
    /// Uncorrected static evaluation; [`Score::NONE`] if it was in check.
    pub(crate) eval: Score,
    pub(crate) depth: Depth,
    pub(crate) bound: Bound,
    pub(crate) pv: bool,
}

impl TtHit {
    /// No entry.
    pub(crate) const NOTHING: Self = Self {
        mv: None,
        score: Score::NONE,
        eval: Score::NONE,
        depth: Depth::ZERO,
        bound: Bound::None,
        pv: false,
    };

    /// Whether the TT score proves that the score is at least `limit`.
    #[inline]
    pub(crate) fn proves_at_least(&self, limit: Score) -> bool {
        matches!(self.bound, Bound::Lower | Bound::Exact) && self.score >= limit
    }

    /// Whether the TT score proves that the score is at most `limit`.
    #[inline]
    pub(crate) fn proves_at_most(&self, limit: Score) -> bool {
        matches!(self.bound, Bound::Upper | Bound::Exact) && self.score <= limit
    }

    /// Whether the TT score decides every question about `window`.
    #[inline]
    pub(crate) fn decides(&self, window: Window) -> bool {
        self.proves_at_least(window.beta) || self.proves_at_most(window.alpha)
    }
}

/// The static evaluation of a node. [`Score::NONE`] in check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaticEval {
    /// As evaluated from the position alone.
    pub(crate) raw: Score,
    /// With the damping of the 50-move rule and corrections.
    pub(crate) eval: Score,
    /// The size of the corrections.
    pub(crate) correction: i32,
}

/// The data of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: Ply,
    pub(crate) depth: Depth,
    pub(crate) window: Window,
    /// Expected to fail high.
    pub(crate) cut: bool,
    pub(crate) in_check: bool,
    pub(crate) tt_hit: TtHit,
    /// Whether the TT move, if any, is a capture or promotion.
    pub(crate) tt_move_is_noisy: bool,
    /// The move left out, in a singular search.
    pub(crate) excluded: Option<Move>,
    /// Static evaluation without corrections.
    pub(crate) raw_eval: Score,
    /// Static evaluation with corrections.
    pub(crate) eval: Score,
    /// The size of the corrections.
    pub(crate) correction: i32,
    /// The best estimate of the score: `eval`, or the TT score where its bound is tighter.
    pub(crate) tt_adjusted_eval: Score,
    /// Whether the evaluation has risen since the side's last turns.
    pub(crate) improving: bool,
    /// Whether this or an earlier search saw the node on a principal variation.
    pub(crate) was_pv: bool,
    /// Whether a null move has failed high and has to be verified by the moves
    /// ([`NullForm::Verified`](riposte_params::NullForm::Verified)).
    pub(crate) verify_null: bool,
    /// The moves that led here.
    pub(crate) cont_hist: ContHistKeys,
    /// What the opponent attacks. Found for the evaluation, if it asks for it, or when the
    /// node is not pruned; in quiescence only in check.
    pub(crate) threats: Option<Threats>,
    /// Bounds of the score by tablebases.
    pub(crate) tb_bounds: TbBounds,
}

impl Node {
    /// The node as the histories need it.
    #[inline]
    pub(crate) fn move_context<'a>(&'a self, board: &'a riposte_board::Board) -> MoveContext<'a> {
        let threats = self.threats.as_ref();
        MoveContext { board, cont_hist: &self.cont_hist, ply: self.ply, threats }
    }
}

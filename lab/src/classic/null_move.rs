//! The null move: if even passing fails high, so will some move (D. Beal 1989; G.
//! Goetsch and M. Campbell 1990; C. Donninger 1993). The node after the pass is
//! searched with `depth - 1 - R`. This prunes, and is wrong in zugzwang.
//!
//! [`NullForm::Adaptive`] is E. Heinz's rule (1999). [`NullForm::Verified`] is that
//! of O. Tabibi and N. Netanyahu (2002): R = 3, but the first fail high on a path
//! does not cut. It takes a ply from the node instead and ends the verification
//! below; if the moves then do not reach beta either, a zugzwang is found, and
//! they are searched again with the ply given back.

use riposte_movegen::PieceType;

use super::Classic;
use super::node::Node;

/// How much less deep the position after a pass is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullForm {
    /// R is always this.
    Fixed(i32),
    /// R = 3 at depths above 6, else 2.
    Adaptive,
    /// R = 3, verified.
    Verified,
}

/// When not to pass. Never in check, whatever is said here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusions {
    /// Not twice in a row.
    pub twice: bool,
    /// Not with king and pawns only.
    pub pawns_only: bool,
    /// Not with a single minor piece beside king and pawns either.
    pub single_minor: bool,
}

impl Exclusions {
    /// What nearly all programs exclude.
    pub const USUAL: Self = Self { twice: true, pawns_only: true, single_minor: false };
    /// Nothing but check and two passes in a row.
    pub const FEWEST: Self = Self { twice: true, pawns_only: false, single_minor: false };
}

/// A way to use null moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMove {
    /// How deep to search after the pass.
    pub form: NullForm,
    /// When not to pass.
    pub exclusions: Exclusions,
}

/// What came of passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// It was not tried or failed low.
    Nothing,
    /// It failed high, and that is enough.
    Cut(i32),
    /// It failed high, and the moves have to confirm it.
    Doubt,
}

impl Classic {
    /// Passes if that is allowed.
    pub(super) fn pass(&mut self, node: &Node) -> Pass {
        let Some(null) = self.systems.null_move else { return Pass::Nothing };
        let verifies = null.form == NullForm::Verified && node.verify;
        if !self.may_pass(node, null.exclusions) || (verifies && node.depth < 2) {
            return Pass::Nothing;
        }
        self.counts.null_tried += 1;
        let child = node.child(node.beta - 1, node.beta);
        self.path[node.ply] = None;
        self.board.make_null();
        let score = -self.search(Node { depth: child.depth - null.form.reduction(node), ..child });
        self.board.unmake_null();
        if score < node.beta {
            return Pass::Nothing;
        }
        self.counts.null_high += 1;
        if verifies { Pass::Doubt } else { Pass::Cut(score) }
    }

    fn may_pass(&self, node: &Node, exclusions: Exclusions) -> bool {
        let side = self.board.side();
        let again = exclusions.twice && self.previous(node.ply).is_none();
        let pawns_only = exclusions.pawns_only && !self.board.has_non_pawn_material(side);
        let single_minor = exclusions.single_minor && self.has_single_minor();
        let excluded = again || pawns_only || single_minor;
        node.ply > 0 && !self.board.in_check() && !excluded
    }

    /// Whether the side to move has at most one minor piece beside king and pawns.
    fn has_single_minor(&self) -> bool {
        let board = &self.board;
        let own = board.color(board.side());
        let majors = board.kind(PieceType::Rook) | board.kind(PieceType::Queen);
        let pieces = own - board.kind(PieceType::Pawn) - board.kind(PieceType::King);
        !own.meets(majors) && pieces.len() <= 1
    }
}

impl NullForm {
    fn reduction(self, node: &Node) -> i32 {
        match self {
            Self::Fixed(plies) => plies,
            Self::Adaptive if node.depth > 6 => 3,
            Self::Adaptive => 2,
            Self::Verified => 3,
        }
    }
}

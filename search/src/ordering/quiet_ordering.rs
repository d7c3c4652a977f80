//! Ordering of quiet moves by the board alone: checks and escapes from attacks. It helps
//! where the histories hold little.

use riposte_board::{Board, CheckSquares, SeeValue};
use riposte_movegen::{Bitboard, Move, PieceType, Threats};

use crate::eval::material;
use crate::ordering::history::MoveContext;
use crate::params::{Feature, Lab};

/// Largest SEE loss of a check that still gets the bonus.
const CHECK_LOSS: SeeValue = SeeValue::new(75);

/// Ordering terms of the quiet moves of one position.
pub(crate) struct QuietOrdering<'a> {
    board: &'a Board,
    /// Present when checks go forward.
    checks: Option<CheckSquares>,
    /// For every kind of piece, where a lesser one of the opponent attacks.
    danger: [Bitboard; PieceType::ALL.len()],
    check_order: i32,
    escape_order: i32,
}

impl<'a> QuietOrdering<'a> {
    pub(crate) fn new<L: Lab>(lab: &L, context: &MoveContext<'a>) -> Self {
        let board = context.board;
        let danger = if lab.on(Feature::EscapeOrder) {
            danger(&context.threats.copied().unwrap_or_else(|| board.threats()))
        } else {
            Default::default()
        };
        Self {
            board,
            checks: lab.on(Feature::CheckOrder).then(|| board.check_squares()),
            danger,
            check_order: lab.check_order(),
            escape_order: lab.escape_order(),
        }
    }

    /// The bonus of a move of a piece of this kind, added to its history.
    #[inline]
    pub(crate) fn bonus_of(&self, kind: PieceType) -> impl Fn(Move) -> i32 {
        let danger = self.danger[kind.index()];
        let escape = self.escape_order * material(kind);
        move |mv| {
            let escapes = i32::from(danger.has(mv.from())) - i32::from(danger.has(mv.to()));
            let mut value = escapes * escape;
            if let Some(checks) = &self.checks
                && self.board.gives_check_on(checks, mv)
                && self.board.see_ge(mv, -CHECK_LOSS)
            {
                value += self.check_order;
            }
            value
        }
    }
}

fn danger(threats: &Threats) -> [Bitboard; PieceType::ALL.len()] {
    let mut danger = [Bitboard::EMPTY; PieceType::ALL.len()];
    danger[PieceType::Knight.index()] = threats.by_pawns;
    danger[PieceType::Bishop.index()] = threats.by_pawns;
    danger[PieceType::Rook.index()] = threats.by_minors;
    danger[PieceType::Queen.index()] = threats.by_rooks;
    danger
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Ply;
    use crate::ordering::history::{ContHistKeys, PieceTo};
    use crate::params::{Masked, Release};

    fn value<L: Lab>(lab: &L, fen: &str, mv: &str) -> i32 {
        let board = Board::from_fen(fen).expect("the test's own position");
        let mv = board.parse_uci(mv).expect("a legal move");
        let cont_hist = ContHistKeys { moves: [PieceTo::NONE; 4], previous: None };
        let context =
            MoveContext { board: &board, cont_hist: &cont_hist, ply: Ply::ROOT, threats: None };
        QuietOrdering::new(lab, &context).bonus_of(board.moved_piece(mv).kind())(mv)
    }

    #[test]
    fn out_of_a_lesser_attack_is_forward_and_into_one_is_back() {
        // The pawn on e5 attacks d4 and f4, the knight on b4 c2 and d3.
        let see = |mv| value(&Release, "4k3/8/8/4p3/1n1R4/8/1B6/3QK3 w - - 0 1", mv);
        let rook = Release.escape_order() * material(PieceType::Rook);
        assert_eq!(see("d4d7"), rook);
        assert_eq!(see("d4d3"), 0, "from one attack into another");
        assert_eq!(see("d1c2"), -Release.escape_order() * material(PieceType::Queen));
        assert_eq!(see("b2a1"), 0, "nothing attacks the bishop");
        assert_eq!(see("e1e2"), 0, "kings have nothing to fear from lesser pieces");
    }

    #[test]
    fn only_checks_that_cost_nothing_go_forward() {
        let mut lab = Masked::with_flipped(Feature::CheckOrder);
        lab.set(Feature::EscapeOrder, false);
        let see = |mv| value(&lab, "4k3/8/8/8/8/7p/8/R3K3 w - - 0 1", mv);
        assert_eq!(see("a1a8"), lab.check_order());
        assert_eq!(see("a1a7"), 0);
        let see = |mv| value(&lab, "4k3/8/2n5/8/8/8/8/R3K3 w - - 0 1", mv);
        assert_eq!(see("a1a8"), lab.check_order(), "the knight on c6 does not guard a8");
        let see = |mv| value(&lab, "4k3/2n5/8/8/8/8/8/R3K3 w - - 0 1", mv);
        assert_eq!(see("a1a8"), 0, "the knight on c7 does");
    }
}

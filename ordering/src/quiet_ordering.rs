//! Ordering of quiet moves by the board alone: escapes from attacks. It helps where the
//! histories hold little.

use riposte_eval::material;
use riposte_movegen::{Bitboard, Move, PieceType, Threats};
use riposte_params::{Feature, Lab};

use crate::histories::MoveContext;

/// Ordering terms of the quiet moves of one position.
pub(crate) struct QuietOrdering {
    /// For every kind of piece, where a lesser one of the opponent attacks.
    danger: [Bitboard; PieceType::ALL.len()],
    escape_order: i32,
}

impl QuietOrdering {
    pub(crate) fn new<L: Lab>(lab: &L, context: &MoveContext<'_>) -> Self {
        let danger = if lab.on(Feature::EscapeOrder) {
            danger(&context.threats.copied().unwrap_or_else(|| context.board.threats()))
        } else {
            Default::default()
        };
        Self { danger, escape_order: lab.escape_order() }
    }

    /// The bonus of a move of a piece of this kind, added to its history.
    #[inline]
    pub(crate) fn bonus_of(&self, kind: PieceType) -> impl Fn(Move) -> i32 + use<> {
        let danger = self.danger[kind.index()];
        let escape = self.escape_order * material(kind);
        move |mv| {
            let escapes = i32::from(danger.has(mv.from())) - i32::from(danger.has(mv.to()));
            escapes * escape
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
    use riposte_board::Board;

    use super::*;
    use crate::tables::ContHistKeys;
    use riposte_eval::Ply;
    use riposte_params::Release;

    fn value(fen: &str, mv: &str) -> i32 {
        let board = Board::from_fen(fen).expect("the test's own position");
        let mv = board.parse_uci(mv).expect("a legal move");
        let cont_hist = ContHistKeys::NONE;
        let context =
            MoveContext { board: &board, cont_hist: &cont_hist, ply: Ply::ROOT, threats: None };
        QuietOrdering::new(&Release, &context).bonus_of(board.moved_piece(mv).kind())(mv)
    }

    #[test]
    fn out_of_a_lesser_attack_is_forward_and_into_one_is_back() {
        // The pawn on e5 attacks d4 and f4, the knight on b4 c2 and d3.
        let see = |mv| value("4k3/8/8/4p3/1n1R4/8/1B6/3QK3 w - - 0 1", mv);
        let rook = Release.escape_order() * material(PieceType::Rook);
        assert_eq!(see("d4d7"), rook);
        assert_eq!(see("d4d3"), 0, "from one attack into another");
        assert_eq!(see("d1c2"), -Release.escape_order() * material(PieceType::Queen));
        assert_eq!(see("b2a1"), 0, "nothing attacks the bishop");
        assert_eq!(see("e1e2"), 0, "kings have nothing to fear from lesser pieces");
    }
}

//! What a quiet move is seen to do on the board, without any memory: it helps to
//! order the moves of positions about which the histories know little.

use riposte_board::{Board, CheckSquares};
use riposte_movegen::{
    Bitboard, Move, PieceType, attacked_by_minors, attacked_by_pawns, attacked_by_rooks,
};

use crate::eval::material;
use crate::lab::{Feature, Lab};

/// What a checking move may lose by SEE and still goes forward.
const CHECK_LOSS: i32 = 75;

/// The quiet moves of one position as they look.
pub(crate) struct Sight<'a> {
    board: &'a Board,
    /// Present when checks go forward.
    checks: Option<CheckSquares>,
    /// For every kind of man, where a lesser one of the opponent attacks.
    danger: [Bitboard; PieceType::ALL.len()],
    check_order: i32,
    escape_order: i32,
}

impl<'a> Sight<'a> {
    pub(crate) fn new<L: Lab>(lab: &L, board: &'a Board) -> Self {
        Self {
            board,
            checks: lab.on(Feature::CheckOrder).then(|| board.check_squares()),
            danger: if lab.on(Feature::EscapeOrder) { danger(board) } else { Default::default() },
            check_order: lab.check_order(),
            escape_order: lab.escape_order(),
        }
    }

    /// How much further forward `mv` goes than its history says.
    #[inline]
    pub(crate) fn value(&self, mv: Move) -> i32 {
        let kind = self.board.moved_piece(mv).kind();
        let danger = self.danger[kind.index()];
        let escapes = i32::from(danger.has(mv.from())) - i32::from(danger.has(mv.to()));
        let mut value = escapes * self.escape_order * material(kind);
        if let Some(checks) = &self.checks
            && self.board.gives_check_on(checks, mv)
            && self.board.see_ge(mv, -CHECK_LOSS)
        {
            value += self.check_order;
        }
        value
    }
}

fn danger(board: &Board) -> [Bitboard; PieceType::ALL.len()] {
    let (placement, them) = (board.placement(), !board.side());
    let pawns = attacked_by_pawns(placement, them);
    let minors = pawns | attacked_by_minors(placement, them);
    let rooks = minors | attacked_by_rooks(placement, them);
    let mut danger = [Bitboard::EMPTY; PieceType::ALL.len()];
    danger[PieceType::Knight.index()] = pawns;
    danger[PieceType::Bishop.index()] = pawns;
    danger[PieceType::Rook.index()] = minors;
    danger[PieceType::Queen.index()] = rooks;
    danger
}

//! Quiet moves by piece, so that what depends on the piece is looked up once for all its
//! moves, and no list of moves is written only to be read again.

use arrayvec::ArrayVec;
use riposte_board::Board;
use riposte_movegen::{Bitboard, Move, Piece, PieceType, Square, Visitor};

/// Two for each square: queens are reported twice.
const MAX_GROUPS: usize = 2 * Square::COUNT;

/// Moves of one piece, or of pawns with the same step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) piece: Piece,
    pub(crate) targets: Bitboard,
    /// The bits of a move to `to` are `base + to * factor`.
    base: u16,
    factor: u16,
}

impl Group {
    /// The move to `to`, one of the targets.
    #[inline]
    pub(crate) fn to(&self, to: Square) -> Option<Move> {
        Move::from_bits(self.base.wrapping_add(to.index() as u16 * self.factor))
    }
}

/// What a step of the target adds to the bits of a move.
const TO: u16 = Move::normal(Square::A1, Square::new(1)).bits();

/// What a step of the origin adds.
const FROM: u16 = Move::normal(Square::new(1), Square::A1).bits();

/// The quiet moves of a position, in the order of generation.
pub(crate) struct QuietGroups<'a> {
    board: &'a Board,
    pub(crate) found: ArrayVec<Group, MAX_GROUPS>,
}

impl<'a> QuietGroups<'a> {
    #[inline]
    pub(crate) fn new(board: &'a Board) -> Self {
        Self { board, found: ArrayVec::new() }
    }

    /// Adds moves one by one.
    pub(crate) fn add_all(&mut self, moves: &[Move]) {
        for &mv in moves {
            self.special(mv);
        }
    }

    #[inline]
    fn add(&mut self, group: Group) {
        // There is room for every piece, so it cannot fail.
        let _ = self.found.try_push(group);
    }
}

impl Visitor for QuietGroups<'_> {
    // The order of generation decides between equal values.
    const SPLITS_QUEENS: bool = true;

    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) {
        if targets.any()
            && let Some(piece) = self.board.piece_on(from)
        {
            let base = from.index() as u16 * FROM;
            self.add(Group { piece, targets, base, factor: TO });
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        if targets.any() {
            let piece = Piece::new(self.board.side(), PieceType::Pawn);
            // The origin moves with the target, `step` behind it.
            let base = (-i16::from(step)) as u16 * FROM;
            self.add(Group { piece, targets, base, factor: TO + FROM });
        }
    }

    /// Promotions are not quiet.
    #[inline]
    fn promotions(&mut self, _: Bitboard, _: i8) {}

    #[inline]
    fn special(&mut self, mv: Move) {
        let targets = mv.to().bitboard();
        let base = mv.bits().wrapping_sub(mv.to().index() as u16 * TO);
        self.add(Group { piece: self.board.moved_piece(mv), targets, base, factor: TO });
    }
}

#[cfg(test)]
mod tests {
    use riposte_movegen::{MoveList, Quiet};

    use super::*;

    fn moves(groups: &QuietGroups<'_>) -> Vec<Move> {
        let found = groups.found.iter();
        found.flat_map(|group| group.targets.into_iter().filter_map(|to| group.to(to))).collect()
    }

    #[test]
    fn groups_hold_the_quiet_moves_in_the_order_of_generation() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "1rk4r/pppppppp/8/8/8/8/PPPPPPPP/R3KR2 w FAhb - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/8/1b6/8/3P4/R3K2R w KQ - 0 1",
            "4k3/4r3/8/8/8/8/P2PBP2/R3K3 w Q - 0 1",
        ] {
            let board = Board::from_fen(fen).expect("the test's own position");
            let mut list = MoveList::new();
            board.generate::<Quiet>(&mut list);
            let mut groups = QuietGroups::new(&board);
            board.visit::<Quiet, _>(&mut groups);
            assert_eq!(moves(&groups), list.as_slice(), "{fen}");
            for group in &groups.found {
                for to in group.targets {
                    let mv = group.to(to).expect("a move");
                    assert_eq!(board.moved_piece(mv), group.piece, "{mv} in {fen}");
                }
            }
            let mut one_by_one = QuietGroups::new(&board);
            one_by_one.add_all(&list);
            assert_eq!(moves(&one_by_one), list.as_slice(), "{fen}");
        }
    }
}

//! What is done with the moves that generation finds.

use crate::{Bitboard, Move, MoveList, PieceType, Placement, Promotion, Square};

/// Receives the legal moves of a position in sets, without a list in between:
/// for counting, for filtering by squares, and for making moves of a known kind
/// of piece. See [`visit`](crate::visit).
///
/// `step` is what a pawn's move adds to the number of its square, so a pawn that
/// goes to `to` comes from [`origin(to, step)`](origin).
pub trait Visitor {
    /// Whether a queen is reported twice, with its diagonal moves among those of
    /// the bishops and with its straight moves among those of the rooks. That is
    /// the order of a [`MoveList`].
    const SPLITS_QUEENS: bool = false;

    /// Whether generation may end.
    #[inline]
    fn done(&self) -> bool {
        false
    }

    /// A piece of this kind, no pawn, goes from `from` to each of `targets`, of
    /// which there may be none.
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard);

    /// A pawn goes to each of `targets`, not on the last rank.
    fn pawns(&mut self, targets: Bitboard, step: i8);

    /// A pawn goes to each of `targets` on the last rank, with four promotions
    /// each.
    fn promotions(&mut self, targets: Bitboard, step: i8);

    /// A move of another kind: castling or en passant.
    fn special(&mut self, mv: Move);
}

/// Where a pawn that reached `to` with this step comes from.
#[inline]
pub const fn origin(to: Square, step: i8) -> Square {
    Square::new((to.index() as u8).wrapping_sub(step as u8))
}

/// Adds a move. With more pieces than chess allows the list may be full; then
/// the move is left out.
#[inline]
fn add(moves: &mut MoveList, mv: Move) {
    let _ = moves.try_push(mv);
}

impl Visitor for MoveList {
    const SPLITS_QUEENS: bool = true;

    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard) {
        for to in targets {
            add(self, Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            add(self, Move::normal(origin(to, step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for promotion in Promotion::ALL {
                add(self, Move::promotion(origin(to, step), to, promotion));
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        add(self, mv);
    }
}

/// Which quiet moves are wanted by [`generate_aimed`](crate::generate_aimed).
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Squares that pieces of each kind are wanted on, pawn to king.
    pub targets: [Bitboard; 6],
    /// Pieces of which every move is wanted.
    pub free: Bitboard,
}

/// Writes the moves that an [`Aim`] wants.
pub(super) struct Aimed<'a> {
    pub(super) moves: &'a mut MoveList,
    pub(super) aim: &'a Aim,
    pub(super) placement: &'a Placement,
}

impl Aimed<'_> {
    /// The kind of a piece that is reported as `kind`: bishops and rooks may be
    /// queens.
    #[inline]
    fn kind_of(&self, kind: PieceType, from: Square) -> PieceType {
        let may_be_queen = matches!(kind, PieceType::Bishop | PieceType::Rook);
        if may_be_queen && self.placement.kind(PieceType::Queen).has(from) {
            PieceType::Queen
        } else {
            kind
        }
    }
}

impl Visitor for Aimed<'_> {
    const SPLITS_QUEENS: bool = true;

    #[inline]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        let wanted = if self.aim.free.has(from) {
            Bitboard::ALL
        } else {
            self.aim.targets[self.kind_of(kind, from).index()]
        };
        self.moves.piece(kind, from, targets & wanted);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            if self.aim.targets[PieceType::Pawn.index()].has(to) || self.aim.free.has(from) {
                add(self.moves, Move::normal(from, to));
            }
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        self.moves.promotions(targets, step);
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        add(self.moves, mv);
    }
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u32);

impl Visitor for Count {
    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.len();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 += 4 * targets.len();
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Remembers whether there was a move.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl Visitor for Any {
    #[inline]
    fn done(&self) -> bool {
        self.0
    }

    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 |= targets.any();
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 = true;
    }
}

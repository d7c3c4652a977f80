//! What becomes of the moves that the walk finds.

use crate::{Bitboard, Move, MoveList, PieceType, Placement, Promotion, Square};

/// What the walk does with the moves that it finds.
pub(super) trait Sink {
    /// Whether the walk may end.
    fn done(&self) -> bool {
        false
    }

    /// One man goes to each of these squares.
    fn man(&mut self, from: Square, targets: Bitboard);

    /// A pawn goes to each of these squares, all from `step` squares before.
    fn pawns(&mut self, targets: Bitboard, step: i8);

    /// The same on the last rank.
    fn promotions(&mut self, targets: Bitboard, step: i8);

    /// A single move.
    fn one(&mut self, mv: Move);
}

#[inline]
fn step_back(to: Square, step: i8) -> Square {
    Square::new((to.index() as u8).wrapping_sub(step as u8))
}

impl Sink for MoveList {
    #[inline]
    fn man(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            self.push(Move::normal(step_back(to, step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for promotion in Promotion::ALL {
                self.push(Move::promotion(step_back(to, step), to, promotion));
            }
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Which quiet moves are wanted by [`generate_aimed`](crate::generate_aimed).
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Squares that men of each kind are wanted on, pawn to king.
    pub targets: [Bitboard; 6],
    /// Men of which every move is wanted.
    pub free: Bitboard,
}

/// Writes the moves that an [`Aim`] wants.
pub(super) struct Aimed<'a> {
    pub(super) moves: &'a mut MoveList,
    pub(super) aim: &'a Aim,
    pub(super) placement: &'a Placement,
}

impl Aimed<'_> {
    /// Where the man on `from`, which is no pawn, is wanted.
    #[inline]
    fn targets_of(&self, from: Square) -> Bitboard {
        let is = |kind| self.placement.kind(kind).has(from);
        let kind = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
            .into_iter()
            .find(|&kind| is(kind))
            .unwrap_or(PieceType::King);
        self.aim.targets[kind.index()]
    }
}

impl Sink for Aimed<'_> {
    #[inline]
    fn man(&mut self, from: Square, targets: Bitboard) {
        let wanted = if self.aim.free.has(from) { Bitboard::ALL } else { self.targets_of(from) };
        self.moves.man(from, targets & wanted);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = step_back(to, step);
            if self.aim.targets[PieceType::Pawn.index()].has(to) || self.aim.free.has(from) {
                self.moves.push(Move::normal(from, to));
            }
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        self.moves.promotions(targets, step);
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Count(pub(super) u32);

impl Sink for Count {
    #[inline]
    fn man(&mut self, _: Square, targets: Bitboard) {
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
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Remembers whether there was a move.
#[derive(Default)]
pub(super) struct Any(pub(super) bool);

impl Sink for Any {
    #[inline]
    fn done(&self) -> bool {
        self.0
    }

    #[inline]
    fn man(&mut self, _: Square, targets: Bitboard) {
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
    fn one(&mut self, _: Move) {
        self.0 = true;
    }
}

use core::ops::Neg;

use riposte_movegen::{
    Bitboard, Color, Move, MoveKind, PieceType, Rank, Situation, Square, Threats, attackers_to,
    bishop_attacks, line, queen_lines, rook_attacks,
};

use crate::Board;

/// Material as static exchange evaluation counts it, in [`SEE_VALUES`]. A type of its own,
/// because an evaluation counts pieces differently: the two must not be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeeValue(i32);

impl SeeValue {
    /// Nothing won, nothing lost.
    pub const ZERO: Self = Self(0);
    /// Less than any exchange can win.
    pub const LEAST_GAIN: Self = Self(1);

    /// So many hundredths of a pawn.
    #[inline]
    pub const fn new(hundredths: i32) -> Self {
        Self(hundredths)
    }

    /// Hundredths of a pawn.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }
}

impl Neg for SeeValue {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What a piece is worth in static exchange evaluation, from pawn to king. The
/// king's value never enters a sum: it only captures what is not defended.
pub const SEE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];

const fn value(kind: PieceType) -> i32 {
    SEE_VALUES[kind.index()]
}

/// What a pawn gains when it becomes a queen.
const QUEENING: i32 = value(PieceType::Queen) - value(PieceType::Pawn);

impl Board {
    /// Whether the exchange that a legal move starts on its target square wins
    /// at least `threshold` (in [`SEE_VALUES`]) for the mover, if both sides
    /// capture with their least valuable piece and stop when that is better.
    ///
    /// A piece that stands behind another joins in when that one has captured. A
    /// piece that is pinned before the exchange joins in only along the pin or
    /// once the pin is gone. A pawn that captures on the last rank becomes a
    /// queen; the move itself promotes as it says. Castling exchanges nothing.
    ///
    /// Source: the swap algorithm as described in the Chess Programming Wiki,
    /// "SEE - The Swap Algorithm"; the threshold form stops as soon as the
    /// answer is known.
    pub fn see_ge(&self, mv: Move, threshold: SeeValue) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mut gain = self.captured(mv).map_or(0, value);
        let mut at_stake = value(self.moved_piece(mv).kind());
        let mut occupied = self.occupied().without(from);
        if !mv.is_normal() {
            match mv.kind() {
                Some(MoveKind::Castle) => return threshold <= SeeValue::ZERO,
                Some(MoveKind::EnPassant) => {
                    occupied = occupied.without(to.forward(!self.side()));
                }
                Some(MoveKind::Promotion(promotion)) => {
                    at_stake = value(promotion.piece_type());
                    gain += at_stake - value(PieceType::Pawn);
                }
                _ => {}
            }
        }
        // What the mover has beyond the threshold if there is no recapture.
        let balance = gain - threshold.raw();
        if balance < 0 {
            return false;
        }
        // Losing the piece outright is not too much.
        if balance >= at_stake && !self.can_queen_on(!self.side(), to) {
            return true;
        }
        Exchange::new(self, to, occupied).first_side_wins(balance, at_stake)
    }

    /// [`Self::see_ge`], given [`Position::threats`](crate::Position::threats): faster where
    /// nothing can recapture.
    #[inline]
    pub fn see_ge_with_threats(&self, mv: Move, threshold: SeeValue, threats: &Threats) -> bool {
        // An attack on the target alone may begin behind the square that the piece leaves.
        if mv.is_normal() && !threats.all.has(mv.from()) && !threats.all.has(mv.to()) {
            return self.captured(mv).map_or(0, value) >= threshold.raw();
        }
        self.see_ge(mv, threshold)
    }

    /// Whether a pawn of `color` that captures on `square` becomes a queen.
    #[inline]
    fn can_queen_on(&self, color: Color, square: Square) -> bool {
        square.rank() == Rank::R8.relative_to(color)
    }
}

/// The captures that follow on one square.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    /// Who is still on the board, the piece on the target not counted.
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    #[inline]
    fn new(board: &'a Board, target: Square, occupied: Bitboard) -> Self {
        let occupied = occupied.without(target);
        let attackers = attackers_to(board.placement(), target, occupied) & occupied;
        Self { board, target, occupied, attackers }
    }

    /// Plays the exchange out. `balance`, never negative, is what the side that
    /// made the first move has beyond the threshold, and `at_stake` the value
    /// of its piece on the target.
    ///
    /// In each turn a side captures only if that can turn the balance in its
    /// favour; who cannot or will not, loses.
    fn first_side_wins(&mut self, mut balance: i32, mut at_stake: i32) -> bool {
        let first = self.board.side();
        let mut side = !first;
        let mut their_pinned = None;
        loop {
            // From here on `balance` is seen from the side that has just moved;
            // it is not negative.
            let own = self.attackers & self.board.color(side);
            let queening = if self.board.can_queen_on(side, self.target) { QUEENING } else { 0 };
            if own.is_empty() || at_stake + queening <= balance {
                return side != first;
            }
            let own = if side == first {
                self.without_pinned(own, self.board.pinned(), side)
            } else if own.meets(queen_lines(self.board.king(side))) {
                let pinned = *their_pinned.get_or_insert_with(|| {
                    Situation::checkers_and_pinned(self.board.placement(), side).1
                });
                self.without_pinned(own, pinned, side)
            } else {
                // A pinned piece stands on a line of its king.
                own
            };
            let Some((kind, square)) = self.least_valuable(own) else {
                return side != first;
            };
            let (mut gain, mut next_at_stake) = (at_stake, value(kind));
            if kind == PieceType::Pawn {
                gain += queening;
                next_at_stake += queening;
            }
            // Seen from the side that captures now, which must end above zero
            // to have changed anything: equality belongs to the other.
            balance = gain - balance - 1;
            if balance < 0 {
                return side != first;
            }
            if kind == PieceType::King {
                // The king may capture only an undefended piece.
                let defended = self.attackers.meets(self.board.color(!side));
                return (side == first) != defended;
            }
            at_stake = next_at_stake;
            self.capture_with(kind, square);
            side = !side;
        }
    }

    /// `own` without those that are pinned now and would leave the line of the
    /// pin. Pins that the exchange itself brings about are not looked for.
    #[inline]
    fn without_pinned(&self, own: Bitboard, pinned: Bitboard, side: Color) -> Bitboard {
        let mut able = own;
        for square in own & pinned {
            if self.is_held(square, side) {
                able = able.without(square);
            }
        }
        able
    }

    #[cold]
    fn is_held(&self, square: Square, side: Color) -> bool {
        let placement = self.board.placement();
        let king = placement.king(side);
        if line(king, square).has(self.target) {
            return false;
        }
        let occupied = self.occupied.without(square).with(self.target);
        let sliders = self.occupied;
        bishop_attacks(king, occupied).meets(placement.diagonals(!side) & sliders)
            || rook_attacks(king, occupied).meets(placement.orthogonals(!side) & sliders)
    }

    #[inline]
    fn least_valuable(&self, own: Bitboard) -> Option<(PieceType, Square)> {
        PieceType::ALL.into_iter().find_map(|kind| {
            let square = (own & self.board.kind(kind)).first()?;
            Some((kind, square))
        })
    }

    /// Takes the capturing piece off its square, which may let another look
    /// through.
    #[inline]
    fn capture_with(&mut self, kind: PieceType, square: Square) {
        self.occupied = self.occupied.without(square);
        let placement = self.board.placement();
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let diagonals = placement.diagonals(Color::White) | placement.diagonals(Color::Black);
            self.attackers |= bishop_attacks(self.target, self.occupied) & diagonals;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            let orthogonals =
                placement.orthogonals(Color::White) | placement.orthogonals(Color::Black);
            self.attackers |= rook_attacks(self.target, self.occupied) & orthogonals;
        }
        self.attackers &= self.occupied;
    }
}

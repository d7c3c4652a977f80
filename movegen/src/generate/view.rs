//! The walk over the pieces of one side.

use core::marker::PhantomData;

use super::Kind;
use super::side::Side;
use super::visitor::Visitor;
use crate::attacks::{
    between, bishop_attacks, diagonal, king_attacks, knight_attacks, line, pawn_attacks,
    rook_attacks, slider_attacks,
};
use crate::{
    Bitboard, CastlingSide, Color, File, Move, PieceType, Placement, Rank, Situation, Square,
};

/// The squares that the enemies of side `S` attack when `occupied` are not empty.
/// Not part of [`View`], so that the fields of that stay in registers.
#[inline(never)]
fn danger<S: Side>(placement: &Placement, occupied: Bitboard) -> Bitboard {
    let enemies = placement.color(!S::COLOR);
    let pawns = (placement.kind(PieceType::Pawn) & enemies).forward(!S::COLOR);
    let king = king_attacks(placement.king(!S::COLOR));
    let mut danger = pawns.east() | pawns.west() | king;
    for knight in placement.kind(PieceType::Knight) & enemies {
        danger |= knight_attacks(knight);
    }
    for slider in placement.diagonals(!S::COLOR) {
        danger |= bishop_attacks(slider, occupied);
    }
    for slider in placement.orthogonals(!S::COLOR) {
        danger |= rook_attacks(slider, occupied);
    }
    danger
}

/// In standard chess: where king and rook stand, what must be free between them,
/// and what the king crosses or reaches.
#[inline]
const fn standard_castling(
    color: Color,
    wing: CastlingSide,
) -> (Square, Square, Bitboard, Bitboard) {
    let rank = Rank::R1.relative_to(color);
    match wing {
        CastlingSide::King => {
            let crossed =
                Bitboard::EMPTY.with(Square::at(File::F, rank)).with(Square::at(File::G, rank));
            (Square::at(File::E, rank), Square::at(File::H, rank), crossed, crossed)
        }
        CastlingSide::Queen => {
            let crossed =
                Bitboard::EMPTY.with(Square::at(File::D, rank)).with(Square::at(File::C, rank));
            let free = crossed.with(Square::at(File::B, rank));
            (Square::at(File::E, rank), Square::at(File::A, rank), free, crossed)
        }
    }
}

/// A position as the side to move sees it.
pub(crate) struct View<'a, S: Side> {
    pub(crate) placement: &'a Placement,
    pub(crate) situation: &'a Situation,
    pub(crate) king: Square,
    pub(crate) own: Bitboard,
    pub(crate) enemies: Bitboard,
    pub(crate) occupied: Bitboard,
    /// What the enemies attack, if the caller knows and there is no check.
    threats: Option<Bitboard>,
    side: PhantomData<S>,
}

impl<'a, S: Side> View<'a, S> {
    #[inline]
    pub(crate) fn new(placement: &'a Placement, situation: &'a Situation) -> Self {
        Self::with_threats(placement, situation, None)
    }

    #[inline]
    pub(crate) fn with_threats(
        placement: &'a Placement,
        situation: &'a Situation,
        threats: Option<Bitboard>,
    ) -> Self {
        Self {
            placement,
            situation,
            king: placement.king(S::COLOR),
            own: placement.color(S::COLOR),
            enemies: placement.color(!S::COLOR),
            occupied: placement.occupied(),
            threats,
            side: PhantomData,
        }
    }

    /// The view after an enemy piece has gone to an empty square; both squares are
    /// in `changed`. The placement, which is not changed, may be asked about own
    /// pieces only.
    #[inline]
    pub(crate) fn after_enemy_move(&self, changed: Bitboard) -> Self {
        Self {
            enemies: self.enemies ^ changed,
            occupied: self.occupied ^ changed,
            side: PhantomData,
            ..*self
        }
    }

    // Inlined into each of its callers: only then do the fields stay in registers and
    // threats that are not given cost nothing.
    #[inline(always)]
    pub(crate) fn walk<K: Kind, T: Visitor>(&self, visitor: &mut T) {
        let wanted = self.wanted::<K>();
        let checkers = self.situation.checkers;
        if checkers.any() {
            self.king_moves(wanted, visitor);
            if !checkers.more_than_one() && !visitor.done() {
                let checker = checkers.lowest();
                self.piece_moves::<K, T>(
                    wanted,
                    between(self.king, checker).with(checker),
                    visitor,
                );
            }
            return;
        }
        if K::QUIET && self.situation.castling.any(S::COLOR) {
            self.king_moves_and_castling(wanted, visitor);
        } else {
            self.king_moves(wanted, visitor);
        }
        if !visitor.done() {
            self.piece_moves::<K, T>(wanted, Bitboard::ALL, visitor);
        }
    }

    /// The squares that pieces other than pawns may go to as far as the kind of
    /// moves is concerned.
    #[inline]
    fn wanted<K: Kind>(&self) -> Bitboard {
        match (K::NOISY, K::QUIET) {
            (true, true) => !self.own,
            (true, false) => self.enemies,
            (false, true) => !self.occupied,
            (false, false) => Bitboard::EMPTY,
        }
    }

    /// The moves of all pieces but the king that end in `check_mask`, the squares
    /// that meet a check.
    #[inline(always)]
    pub(crate) fn piece_moves<K: Kind, T: Visitor>(
        &self,
        wanted: Bitboard,
        check_mask: Bitboard,
        visitor: &mut T,
    ) {
        self.pawn_moves::<K, T>(check_mask, visitor);
        if visitor.done() {
            return;
        }
        let targets = wanted & check_mask;
        self.knight_moves(targets, visitor);
        self.slider_moves(targets, visitor);
    }

    /// The moves of knights to `targets`.
    #[inline(always)]
    pub(crate) fn knight_moves<T: Visitor>(&self, targets: Bitboard, visitor: &mut T) {
        // A pinned knight cannot stay on the line.
        for from in self.of(PieceType::Knight) - self.situation.pinned {
            visitor.piece(PieceType::Knight, from, knight_attacks(from) & targets);
        }
    }

    /// The moves of bishops, rooks and queens to `targets`.
    #[inline(always)]
    pub(crate) fn slider_moves<T: Visitor>(&self, targets: Bitboard, visitor: &mut T) {
        let pinned = self.situation.pinned;
        let (bishops, rooks, queens) = self.sliders(T::SPLITS_QUEENS);
        self.slide(PieceType::Bishop, bishops - pinned, targets, visitor);
        self.slide(PieceType::Rook, rooks - pinned, targets, visitor);
        self.slide(PieceType::Queen, queens - pinned, targets, visitor);
        if pinned.meets(bishops | rooks | queens) {
            self.slide_pinned(PieceType::Bishop, bishops & pinned, targets, visitor);
            self.slide_pinned(PieceType::Rook, rooks & pinned, targets, visitor);
            self.slide_pinned(PieceType::Queen, queens & pinned, targets, visitor);
        }
    }

    /// Bishops, rooks and queens; with the queens among both others if
    /// `split_queens`.
    #[inline(always)]
    fn sliders(&self, split_queens: bool) -> (Bitboard, Bitboard, Bitboard) {
        if split_queens {
            let diagonals = self.placement.diagonals(S::COLOR);
            (diagonals, self.placement.orthogonals(S::COLOR), Bitboard::EMPTY)
        } else {
            (self.of(PieceType::Bishop), self.of(PieceType::Rook), self.of(PieceType::Queen))
        }
    }

    #[inline(always)]
    fn slide<T: Visitor>(
        &self,
        kind: PieceType,
        pieces: Bitboard,
        targets: Bitboard,
        visitor: &mut T,
    ) {
        for from in pieces {
            visitor.piece(kind, from, slider_attacks(kind, from, self.occupied) & targets);
        }
    }

    #[inline(always)]
    fn slide_pinned<T: Visitor>(
        &self,
        kind: PieceType,
        pieces: Bitboard,
        targets: Bitboard,
        visitor: &mut T,
    ) {
        for from in pieces {
            let along = targets & line(self.king, from);
            visitor.piece(kind, from, slider_attacks(kind, from, self.occupied) & along);
        }
    }

    #[inline(always)]
    pub(crate) fn pawn_moves<K: Kind, T: Visitor>(&self, answers: Bitboard, visitor: &mut T) {
        let pawns = self.of(PieceType::Pawn);
        let free = pawns - self.situation.pinned;
        let (mut pushing, mut to_east, mut to_west) = (free, free, free);
        if pawns != free {
            // A pinned piece on the king's file is pinned along that file, and so
            // for the diagonals.
            let bound = pawns & self.situation.pinned;
            let rising = diagonal(self.king, true);
            let falling = diagonal(self.king, false);
            pushing |= bound & self.king.file().bitboard();
            to_east |= bound & if S::UP > 0 { rising } else { falling };
            to_west |= bound & if S::UP > 0 { falling } else { rising };
        }
        let targets = self.enemies & answers;
        let forward = pushing.forward(S::COLOR) - self.occupied;
        let mut steps = forward & answers;
        let mut east = to_east.forward(S::COLOR).east() & targets;
        let mut west = to_west.forward(S::COLOR).west() & targets;
        if pawns.meets(Rank::R7.relative_to(S::COLOR).bitboard()) {
            let last_rank = Rank::R8.relative_to(S::COLOR).bitboard();
            if K::NOISY {
                visitor.promotions(east & last_rank, S::UP + 1);
                visitor.promotions(west & last_rank, S::UP - 1);
                visitor.promotions(steps & last_rank, S::UP);
            }
            east = east - last_rank;
            west = west - last_rank;
            steps = steps - last_rank;
        }
        if K::NOISY {
            visitor.pawns(east, S::UP + 1);
            visitor.pawns(west, S::UP - 1);
            self.en_passant(visitor);
        }
        if K::QUIET {
            let third_rank = Rank::R3.relative_to(S::COLOR).bitboard();
            let double_pushes = (forward & third_rank).forward(S::COLOR) - self.occupied;
            visitor.pawns(steps, S::UP);
            visitor.pawns(double_pushes & answers, 2 * S::UP);
        }
    }

    #[inline]
    fn en_passant<T: Visitor>(&self, visitor: &mut T) {
        let Some(target) = self.situation.en_passant else { return };
        for from in pawn_attacks(!S::COLOR, target) & self.of(PieceType::Pawn) {
            if self.en_passant_is_safe(from, target) {
                visitor.special(Move::en_passant(from, target));
            }
        }
    }

    /// Whether the king is safe after the pawn on `from` has taken en passant: two
    /// pieces leave their squares at once, which no pin tells.
    pub(super) fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let taken = target.forward(!S::COLOR);
        let occupied = self.occupied.without(from).without(taken).with(target);
        let leapers = self.situation.checkers
            & (self.kind(PieceType::Knight) | self.kind(PieceType::Pawn).without(taken));
        leapers.is_empty() && !self.sliders_reach(self.king, occupied)
    }

    #[inline(always)]
    fn king_moves<T: Visitor>(&self, wanted: Bitboard, visitor: &mut T) {
        let steps = king_attacks(self.king) & wanted;
        if steps.any() {
            visitor.piece(PieceType::King, self.king, self.safe(steps));
        }
    }

    #[inline(always)]
    fn king_moves_and_castling<T: Visitor>(&self, wanted: Bitboard, visitor: &mut T) {
        let steps = king_attacks(self.king) & wanted;
        let crossed = CastlingSide::ALL.map(|wing| self.castling_path(wing));
        let visited = steps | crossed[0] | crossed[1];
        if visited.is_empty() {
            return;
        }
        let safe = self.safe(visited);
        visitor.piece(PieceType::King, self.king, steps & safe);
        for wing in CastlingSide::ALL {
            let crossed = crossed[wing as usize];
            if let Some(rook) = self.situation.castling.rook(S::COLOR, wing)
                && crossed.any()
                && crossed.within(safe)
            {
                visitor.special(Move::castle(self.king, rook));
            }
        }
    }

    /// Those of `squares` where the king would not stand in check.
    #[inline(always)]
    pub(super) fn safe(&self, squares: Bitboard) -> Bitboard {
        if let Some(threats) = self.threats {
            return squares - threats;
        }
        // It is cheaper to look around from one or two squares than to ask every
        // enemy what it attacks.
        if squares.without_lowest().more_than_one() {
            // The king does not hide behind itself: sliders look through it.
            return squares - danger::<S>(self.placement, self.occupied.without(self.king));
        }
        let mut safe = squares;
        for square in squares {
            if !self.king_is_safe(square) {
                safe = safe.without(square);
            }
        }
        safe
    }

    /// Whether no enemy attacks `square` once the king has left its own.
    #[inline]
    pub(super) fn king_is_safe(&self, square: Square) -> bool {
        let leapers = pawn_attacks(S::COLOR, square) & self.kind(PieceType::Pawn)
            | knight_attacks(square) & self.kind(PieceType::Knight)
            | king_attacks(square) & self.kind(PieceType::King);
        !leapers.meets(self.enemies)
            && !self.sliders_reach(square, self.occupied.without(self.king))
    }

    #[inline]
    fn sliders_reach(&self, square: Square, occupied: Bitboard) -> bool {
        bishop_attacks(square, occupied).meets(self.placement.diagonals(!S::COLOR))
            || rook_attacks(square, occupied).meets(self.placement.orthogonals(!S::COLOR))
    }

    /// The squares that the king crosses to castle on `wing` and the one where
    /// it ends; none if the right is gone or something stands in the way. The
    /// side is not in check; what the enemy attacks is left to the caller.
    #[inline]
    pub(super) fn castling_path(&self, wing: CastlingSide) -> Bitboard {
        let Some(rook) = self.situation.castling.rook(S::COLOR, wing) else {
            return Bitboard::EMPTY;
        };
        // The castling of standard chess, without the looks into tables. Nothing
        // can pin a rook in the corner along the first rank.
        let (home, corner, free, crossed) = standard_castling(S::COLOR, wing);
        if self.king == home && rook == corner {
            return if self.occupied.meets(free) { Bitboard::EMPTY } else { crossed };
        }
        let king_target = wing.king_target(S::COLOR);
        let rook_target = wing.rook_target(S::COLOR);
        let crossed = between(king_target, self.king).with(king_target);
        let rook_path = between(rook_target, rook).with(rook_target);
        let others = self.occupied.without(self.king).without(rook);
        // The rook is pinned if a slider stands behind it on the first rank;
        // wherever king and rook go, that slider then sees the king.
        if (crossed | rook_path).meets(others) || self.situation.pinned.has(rook) {
            Bitboard::EMPTY
        } else {
            crossed
        }
    }

    #[inline]
    pub(super) fn kind(&self, kind: PieceType) -> Bitboard {
        self.placement.kind(kind)
    }

    #[inline]
    fn of(&self, kind: PieceType) -> Bitboard {
        self.placement.of(S::COLOR, kind)
    }
}

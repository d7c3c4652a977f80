//! The walk over the men of one side, and the test of single moves.

use core::marker::PhantomData;

use super::Kind;
use super::sink::Sink;
use crate::attacks::{
    between, bishop_attacks, diagonal, king_attacks, knight_attacks, line, pawn_attacks,
    rook_attacks,
};
use crate::{
    Bitboard, Color, File, Move, MoveKind, PieceType, Placement, Rank, Situation, Square, Wing,
};

/// A colour known at compile time.
pub(super) trait Side {
    const COLOR: Color;
    /// How far the square number changes with a pawn's step.
    const UP: i8;
}

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const UP: i8 = 8;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const UP: i8 = -8;
}

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
const fn standard_castling(color: Color, wing: Wing) -> (Square, Square, Bitboard, Bitboard) {
    let rank = Rank::R1.relative_to(color);
    match wing {
        Wing::King => {
            let crossed =
                Bitboard::EMPTY.with(Square::at(File::F, rank)).with(Square::at(File::G, rank));
            (Square::at(File::E, rank), Square::at(File::H, rank), crossed, crossed)
        }
        Wing::Queen => {
            let crossed =
                Bitboard::EMPTY.with(Square::at(File::D, rank)).with(Square::at(File::C, rank));
            let free = crossed.with(Square::at(File::B, rank));
            (Square::at(File::E, rank), Square::at(File::A, rank), free, crossed)
        }
    }
}

/// A position as the side to move sees it.
pub(super) struct View<'a, S: Side> {
    placement: &'a Placement,
    situation: &'a Situation,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    side: PhantomData<S>,
}

impl<'a, S: Side> View<'a, S> {
    #[inline]
    pub(super) fn new(placement: &'a Placement, situation: &'a Situation) -> Self {
        Self {
            placement,
            situation,
            king: placement.king(S::COLOR),
            own: placement.color(S::COLOR),
            enemies: placement.color(!S::COLOR),
            occupied: placement.occupied(),
            side: PhantomData,
        }
    }

    #[inline]
    pub(super) fn walk<K: Kind, T: Sink>(&self, sink: &mut T) {
        let wanted = self.wanted::<K>();
        let checkers = self.situation.checkers;
        if K::EVASIONS || checkers.any() {
            self.king_moves(wanted, sink);
            if !checkers.more_than_one() && !sink.done() {
                let checker = checkers.lowest();
                self.men::<K, T>(wanted, between(self.king, checker).with(checker), sink);
            }
            return;
        }
        if K::QUIET && self.situation.castling.any(S::COLOR) {
            self.king_moves_and_castling(wanted, sink);
        } else {
            self.king_moves(wanted, sink);
        }
        if !sink.done() {
            self.men::<K, T>(wanted, Bitboard::ALL, sink);
        }
    }

    /// The squares that men other than pawns may go to as far as the kind of
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

    /// The moves of all men but the king that end in `answers`, the squares
    /// that meet a check.
    #[inline]
    fn men<K: Kind, T: Sink>(&self, wanted: Bitboard, answers: Bitboard, sink: &mut T) {
        self.pawn_moves::<K, T>(answers, sink);
        if sink.done() {
            return;
        }
        let targets = wanted & answers;
        let pinned = self.situation.pinned;
        // A pinned knight cannot stay on the line.
        for from in self.of(PieceType::Knight) - pinned {
            sink.man(from, knight_attacks(from) & targets);
        }
        let diagonals = self.placement.diagonals(S::COLOR);
        let orthogonals = self.placement.orthogonals(S::COLOR);
        for from in diagonals - pinned {
            sink.man(from, bishop_attacks(from, self.occupied) & targets);
        }
        for from in orthogonals - pinned {
            sink.man(from, rook_attacks(from, self.occupied) & targets);
        }
        if pinned.meets(diagonals | orthogonals) {
            for from in diagonals & pinned {
                let along = targets & line(self.king, from);
                sink.man(from, bishop_attacks(from, self.occupied) & along);
            }
            for from in orthogonals & pinned {
                let along = targets & line(self.king, from);
                sink.man(from, rook_attacks(from, self.occupied) & along);
            }
        }
    }

    #[inline]
    fn pawn_moves<K: Kind, T: Sink>(&self, answers: Bitboard, sink: &mut T) {
        let pawns = self.of(PieceType::Pawn);
        let free = pawns - self.situation.pinned;
        let (mut pushing, mut to_east, mut to_west) = (free, free, free);
        if pawns != free {
            // A pinned man on the king's file is pinned along that file, and so
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
                sink.promotions(east & last_rank, S::UP + 1);
                sink.promotions(west & last_rank, S::UP - 1);
                sink.promotions(steps & last_rank, S::UP);
            }
            east = east - last_rank;
            west = west - last_rank;
            steps = steps - last_rank;
        }
        if K::NOISY {
            sink.pawns(east, S::UP + 1);
            sink.pawns(west, S::UP - 1);
            self.en_passant(sink);
        }
        if K::QUIET {
            let third_rank = Rank::R3.relative_to(S::COLOR).bitboard();
            let leaps = (forward & third_rank).forward(S::COLOR) - self.occupied;
            sink.pawns(steps, S::UP);
            sink.pawns(leaps & answers, 2 * S::UP);
        }
    }

    #[inline]
    fn en_passant<T: Sink>(&self, sink: &mut T) {
        let Some(target) = self.situation.en_passant else { return };
        for from in pawn_attacks(!S::COLOR, target) & self.of(PieceType::Pawn) {
            if self.en_passant_is_safe(from, target) {
                sink.one(Move::en_passant(from, target));
            }
        }
    }

    /// Whether the king stands well after the pawn on `from` has taken en
    /// passant: two men leave their squares at once, which no pin tells.
    fn en_passant_is_safe(&self, from: Square, target: Square) -> bool {
        let taken = target.forward(!S::COLOR);
        let occupied = self.occupied.without(from).without(taken).with(target);
        let leapers = self.situation.checkers
            & (self.kind(PieceType::Knight) | self.kind(PieceType::Pawn).without(taken));
        leapers.is_empty() && !self.sliders_reach(self.king, occupied)
    }

    #[inline]
    fn king_moves<T: Sink>(&self, wanted: Bitboard, sink: &mut T) {
        let steps = king_attacks(self.king) & wanted;
        if steps.any() {
            sink.man(self.king, self.safe(steps));
        }
    }

    #[inline]
    fn king_moves_and_castling<T: Sink>(&self, wanted: Bitboard, sink: &mut T) {
        let steps = king_attacks(self.king) & wanted;
        let crossed = Wing::ALL.map(|wing| self.castling_path(wing));
        let visited = steps | crossed[0] | crossed[1];
        if visited.is_empty() {
            return;
        }
        let safe = self.safe(visited);
        sink.man(self.king, steps & safe);
        for wing in Wing::ALL {
            let crossed = crossed[wing as usize];
            if let Some(rook) = self.situation.castling.rook(S::COLOR, wing)
                && crossed.any()
                && crossed.within(safe)
            {
                sink.one(Move::castle(self.king, rook));
            }
        }
    }

    /// Those of `squares` where the king would not stand in check.
    #[inline(always)]
    fn safe(&self, squares: Bitboard) -> Bitboard {
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
    fn king_is_safe(&self, square: Square) -> bool {
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
    fn castling_path(&self, wing: Wing) -> Bitboard {
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

    fn may_castle(&self, rook: Square) -> bool {
        let on_wing = |wing: Wing| {
            let crossed = self.castling_path(wing);
            self.situation.castling.rook(S::COLOR, wing) == Some(rook)
                && crossed.any()
                && crossed.within(self.safe(crossed))
        };
        self.situation.checkers.is_empty() && Wing::ALL.into_iter().any(on_wing)
    }

    pub(super) fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if !self.own.has(from) {
            return false;
        }
        let last_rank = Rank::R8.relative_to(S::COLOR);
        let pawn = self.kind(PieceType::Pawn).has(from);
        match mv.kind() {
            Some(MoveKind::Normal) if pawn => to.rank() != last_rank && self.pawn_goes(from, to),
            Some(MoveKind::Normal) => self.man_goes(from, to),
            Some(MoveKind::Promotion(_)) => {
                pawn && to.rank() == last_rank && self.pawn_goes(from, to)
            }
            Some(MoveKind::EnPassant) => {
                pawn && self.situation.en_passant == Some(to)
                    && pawn_attacks(S::COLOR, from).has(to)
                    && self.en_passant_is_safe(from, to)
            }
            Some(MoveKind::Castle) => from == self.king && self.may_castle(to),
            None => false,
        }
    }

    fn pawn_goes(&self, from: Square, to: Square) -> bool {
        let start_rank = Rank::R2.relative_to(S::COLOR).bitboard();
        let step = from.bitboard().forward(S::COLOR) - self.occupied;
        let leap = if start_rank.has(from) { step.forward(S::COLOR) } else { Bitboard::EMPTY };
        let targets = pawn_attacks(S::COLOR, from) & self.enemies | step | (leap - self.occupied);
        targets.has(to) && self.keeps_king_safe(from, to)
    }

    fn man_goes(&self, from: Square, to: Square) -> bool {
        if self.own.has(to) {
            return false;
        }
        if from == self.king {
            return king_attacks(from).has(to) && self.king_is_safe(to);
        }
        let diagonal = self.placement.diagonals(S::COLOR).has(from)
            && bishop_attacks(from, self.occupied).has(to);
        let orthogonal = self.placement.orthogonals(S::COLOR).has(from)
            && rook_attacks(from, self.occupied).has(to);
        let knight = self.kind(PieceType::Knight).has(from) && knight_attacks(from).has(to);
        (diagonal || orthogonal || knight) && self.keeps_king_safe(from, to)
    }

    /// Whether a man other than the king neither leaves its pin nor a check
    /// unanswered.
    fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let checkers = self.situation.checkers;
        let answered = match checkers.first() {
            None => true,
            Some(_) if checkers.more_than_one() => false,
            Some(checker) => between(self.king, checker).with(checker).has(to),
        };
        let unbound = !self.situation.pinned.has(from) || line(self.king, from).has(to);
        answered && unbound
    }

    #[inline]
    fn kind(&self, kind: PieceType) -> Bitboard {
        self.placement.kind(kind)
    }

    #[inline]
    fn of(&self, kind: PieceType) -> Bitboard {
        self.placement.of(S::COLOR, kind)
    }
}

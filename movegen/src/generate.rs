//! Fully legal move generation.
//!
//! One walk over the men of the side to move serves all callers. It is
//! compiled for each colour, each [`Kind`] of moves and each [`Sink`]: one sink
//! writes a list, one counts squares without looking at them one by one, one
//! stops at the first move.

use crate::attacks::{
    between, bishop_attacks, diagonal, king_attacks, knight_attacks, line, pawn_attacks,
    rook_attacks,
};
use crate::{
    Bitboard, Color, Move, MoveKind, MoveList, PieceType, Placement, Promotion, Rank, Situation,
    Square, Wing,
};

/// Which moves to generate, chosen at compile time.
pub trait Kind: kind::Sealed {
    /// Whether captures, en passant and promotions are wanted.
    const NOISY: bool;
    /// Whether all other moves are wanted.
    const QUIET: bool;
    /// Whether the caller knows that the side to move is in check.
    const EVASIONS: bool = false;
}

mod kind {
    /// Closes [`super::Kind`] to further implementors.
    pub trait Sealed {}
}

/// Every legal move.
#[derive(Clone, Copy, Debug)]
pub struct All;

/// Captures, en passant and every promotion, capturing or not.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;

/// Every move that is not noisy, castling included.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

/// Every legal move of a side that is in check; the same moves as [`All`], with
/// less code.
#[derive(Clone, Copy, Debug)]
pub struct Evasions;

impl kind::Sealed for All {}
impl kind::Sealed for Noisy {}
impl kind::Sealed for Quiet {}
impl kind::Sealed for Evasions {}

impl Kind for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Kind for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Kind for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

impl Kind for Evasions {
    const NOISY: bool = true;
    const QUIET: bool = true;
    const EVASIONS: bool = true;
}

/// Appends the legal moves of kind `K` to `moves`.
pub fn generate<K: Kind>(placement: &Placement, situation: &Situation, moves: &mut MoveList) {
    dispatch::<K, MoveList>(placement, situation, moves);
}

/// How many legal moves there are.
pub fn count_legal(placement: &Placement, situation: &Situation) -> u32 {
    let mut count = Count(0);
    dispatch::<All, Count>(placement, situation, &mut count);
    count.0
}

/// Whether there is a legal move.
pub fn has_legal_move(placement: &Placement, situation: &Situation) -> bool {
    let mut any = Any(false);
    dispatch::<All, Any>(placement, situation, &mut any);
    any.0
}

/// Whether `mv` is legal. Any bit pattern may be asked about, so a move that
/// was stored for another position does no harm.
pub fn is_legal(placement: &Placement, situation: &Situation, mv: Move) -> bool {
    match situation.side {
        Color::White => View::<White>::new(placement, situation).is_legal(mv),
        Color::Black => View::<Black>::new(placement, situation).is_legal(mv),
    }
}

#[inline]
fn dispatch<K: Kind, S: Sink>(placement: &Placement, situation: &Situation, sink: &mut S) {
    match situation.side {
        Color::White => View::<White>::new(placement, situation).walk::<K, S>(sink),
        Color::Black => View::<Black>::new(placement, situation).walk::<K, S>(sink),
    }
}

/// A colour known at compile time.
trait Side {
    const COLOR: Color;
    /// How far the square number changes with a pawn's step.
    const UP: i8;
}

struct White;
struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const UP: i8 = 8;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const UP: i8 = -8;
}

/// What the walk does with the moves that it finds.
trait Sink {
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

/// Counts moves.
struct Count(u32);

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
struct Any(bool);

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

/// A position as the side to move sees it.
struct View<'a, S: Side> {
    placement: &'a Placement,
    situation: &'a Situation,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    side: core::marker::PhantomData<S>,
}

impl<'a, S: Side> View<'a, S> {
    #[inline]
    fn new(placement: &'a Placement, situation: &'a Situation) -> Self {
        Self {
            placement,
            situation,
            king: placement.king(S::COLOR),
            own: placement.color(S::COLOR),
            enemies: placement.color(!S::COLOR),
            occupied: placement.occupied(),
            side: core::marker::PhantomData,
        }
    }

    #[inline]
    fn walk<K: Kind, T: Sink>(&self, sink: &mut T) {
        let wanted = self.wanted::<K>();
        let checkers = self.situation.checkers;
        self.king_moves(wanted, sink);
        if checkers.more_than_one() || sink.done() {
            return;
        }
        if K::EVASIONS || checkers.any() {
            let checker = checkers.lowest();
            let answers = between(self.king, checker).with(checker);
            self.men::<K, T>(wanted, answers, sink);
        } else {
            if K::QUIET && self.situation.castling.any(S::COLOR) {
                self.castling(sink);
            }
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
        for from in diagonals & pinned {
            let along = targets & line(self.king, from);
            sink.man(from, bishop_attacks(from, self.occupied) & along);
        }
        for from in orthogonals & pinned {
            let along = targets & line(self.king, from);
            sink.man(from, rook_attacks(from, self.occupied) & along);
        }
    }

    #[inline]
    fn pawn_moves<K: Kind, T: Sink>(&self, answers: Bitboard, sink: &mut T) {
        let last_rank = Rank::R8.relative_to(S::COLOR).bitboard();
        let pawns = self.of(PieceType::Pawn);
        let pinned = self.situation.pinned;
        let up = S::UP;
        let forward =
            (pawns & (!pinned | self.king.file().bitboard())).forward(S::COLOR) - self.occupied;
        let steps = forward & answers;
        if K::NOISY {
            let captures = self.enemies & answers;
            let east = self.free_towards(pawns, 1).forward(S::COLOR).east() & captures;
            let west = self.free_towards(pawns, -1).forward(S::COLOR).west() & captures;
            sink.pawns(east - last_rank, up + 1);
            sink.pawns(west - last_rank, up - 1);
            if (pawns & Rank::R7.relative_to(S::COLOR).bitboard()).any() {
                sink.promotions(east & last_rank, up + 1);
                sink.promotions(west & last_rank, up - 1);
                sink.promotions(steps & last_rank, up);
            }
            self.en_passant(sink);
        }
        if K::QUIET {
            let third_rank = Rank::R3.relative_to(S::COLOR).bitboard();
            let leaps = (forward & third_rank).forward(S::COLOR) - self.occupied;
            sink.pawns(steps - last_rank, up);
            sink.pawns(leaps & answers, 2 * up);
        }
    }

    /// The pawns that a pin does not keep from capturing towards the h file
    /// (`files` 1) or the a file (-1): a pinned man on the king's diagonal is
    /// pinned along that diagonal.
    #[inline]
    fn free_towards(&self, pawns: Bitboard, files: i8) -> Bitboard {
        let rising = (files > 0) == matches!(S::COLOR, Color::White);
        pawns & (!self.situation.pinned | diagonal(self.king, rising))
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
        let mut targets = Bitboard::EMPTY;
        for to in king_attacks(self.king) & wanted {
            if self.king_is_safe(to) {
                targets = targets.with(to);
            }
        }
        sink.man(self.king, targets);
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

    fn castling<T: Sink>(&self, sink: &mut T) {
        for wing in Wing::ALL {
            if let Some(rook) = self.castling_rook(wing) {
                sink.one(Move::castle(self.king, rook));
            }
        }
    }

    /// The rook to castle with on `wing`, if the side, not being in check, may
    /// do so now.
    fn castling_rook(&self, wing: Wing) -> Option<Square> {
        let rook = self.situation.castling.rook(S::COLOR, wing)?;
        let king_target = wing.king_target(S::COLOR);
        let rook_target = wing.rook_target(S::COLOR);
        let king_path = between(self.king, king_target).with(king_target);
        let rook_path = between(rook, rook_target).with(rook_target);
        let others = self.occupied.without(self.king).without(rook);
        // The rook is pinned if a slider stands behind it on the first rank;
        // wherever king and rook go, that slider then sees the king.
        let free = !(king_path | rook_path).meets(others) && !self.situation.pinned.has(rook);
        (free && king_path.into_iter().all(|square| self.king_is_safe(square))).then_some(rook)
    }

    fn is_legal(&self, mv: Move) -> bool {
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
            Some(MoveKind::Castle) => {
                from == self.king
                    && self.situation.checkers.is_empty()
                    && Wing::ALL.into_iter().any(|wing| self.castling_rook(wing) == Some(to))
            }
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

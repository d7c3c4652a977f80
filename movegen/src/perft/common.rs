//! What the replies to the moves of one position have in common.

use super::Parent;
use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
    slider_attacks,
};
use crate::generate::side::Side;
use crate::generate::view::View;
use crate::generate::visitor::Count;
use crate::{
    All, Bitboard, Castling, CastlingSide, Color, PieceType, Placement, Rank, Situation, Square,
    attacked_by_pawns,
};

/// The squares that matter to the replies to the moves of side `S`, and the
/// numbers of replies as long as a move touches none of them.
pub(super) struct Common<'a, S: Side> {
    /// The position with the replying side to move.
    view: View<'a, S::Other>,
    pub(super) occupied_without_king: Bitboard,
    /// For each kind of piece that moves: squares whose change may give check or
    /// change what is pinned.
    decisive: [Bitboard; 6],
    /// Squares whose change alters what sliders of `S` attack near the king.
    zone_rays: Bitboard,
    /// What at least one piece of `S` and at least two pieces attack when they
    /// look through the replying king.
    attacked: Bitboard,
    attacked_twice: Bitboard,
    /// Where the king may step as far as its own side is concerned.
    king_steps: Bitboard,
    paths: [Path; 2],
    /// What the sliders of the replying side attack.
    slider_squares: Bitboard,
    /// What its pawns step on, jump over or attack.
    pawn_squares: Bitboard,
    knight_moves: u32,
    slider_moves: u32,
    pawn_moves: u32,
}

/// What castling on one wing needs, attacks aside.
#[derive(Clone, Copy)]
struct Path {
    /// Squares that must be empty; all if there is no right.
    free: Bitboard,
    /// Squares that must not be attacked.
    crossed: Bitboard,
}

impl<'a, S: Side> Common<'a, S> {
    /// `replying` is the situation with the other side than `S` to move.
    pub(super) fn new(parent: Parent<'a>, replying: &'a Situation) -> Self {
        let placement = parent.placement;
        let view = View::<S::Other>::new(placement, replying);
        let paths = CastlingSide::ALL.map(|wing| Path::new(placement, replying, wing));
        let zone = king_attacks(view.king) | paths[0].crossed | paths[1].crossed;
        let occupied_without_king = view.occupied.without(view.king);
        let (attacked, attacked_twice) = attacks_of::<S>(placement, occupied_without_king);
        let mut common = Self {
            occupied_without_king,
            decisive: decisive_squares::<S>(placement, view.king),
            zone_rays: zone_rays::<S>(placement, zone, occupied_without_king),
            attacked,
            attacked_twice,
            king_steps: king_attacks(view.king) - view.own,
            paths,
            slider_squares: slider_squares(placement, !S::COLOR),
            pawn_squares: pawn_squares(placement, !S::COLOR),
            knight_moves: 0,
            slider_moves: 0,
            pawn_moves: 0,
            view,
        };
        common.knight_moves = counted(|count| common.view.knight_moves(!common.view.own, count));
        common.slider_moves = common.count_sliders(Bitboard::EMPTY);
        common.pawn_moves = common.count_pawns(Bitboard::EMPTY);
        common
    }

    /// Those captures and those moves to empty squares among the moves of a piece
    /// that leave alone who gives check, what is pinned and what the other pieces
    /// attack near the king.
    #[inline]
    pub(super) fn harmless(
        &self,
        kind: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let decisive = self.decisive[kind.index()];
        if (decisive | self.zone_rays).has(from) {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let rest = targets - decisive;
        (rest & self.view.own, rest - self.view.own - self.zone_rays)
    }

    /// What is attacked without a piece that attacks `by_one`.
    #[inline]
    pub(super) fn attacked_without(&self, by_one: Bitboard) -> Bitboard {
        self.attacked_twice | (self.attacked - by_one)
    }

    /// Whether a pawn of the replying side stands beside one that has jumped over
    /// `passed`.
    #[inline]
    pub(super) fn may_capture_en_passant(&self, passed: Square) -> bool {
        let pawns = self.view.placement.of(!S::COLOR, PieceType::Pawn);
        pawn_attacks(S::COLOR, passed).meets(pawns)
    }

    /// The number of replies to a harmless move to an empty square after which
    /// `danger` is attacked.
    #[inline]
    pub(super) fn count_after_quiet(&self, from: Square, to: Square, danger: Bitboard) -> u32 {
        let changed = from.bitboard() | to.bitboard();
        let mut count = self.knight_moves + (self.king_steps - danger).len();
        let occupied = self.view.occupied ^ changed;
        for path in self.paths {
            count += u32::from(path.is_open(occupied, danger));
        }
        count += if changed.meets(self.slider_squares) {
            self.count_sliders(changed)
        } else {
            self.slider_moves
        };
        count += if changed.meets(self.pawn_squares) {
            self.count_pawns(changed)
        } else {
            self.pawn_moves
        };
        count
    }

    /// The number of replies to a harmless capture that led to `child`.
    #[inline(never)]
    pub(super) fn count_after_capture(
        &self,
        child: &Placement,
        castling: Castling,
        danger: Bitboard,
    ) -> u32 {
        let view = View::<S::Other>::new(child, self.view.situation);
        let mut count = Count::default();
        view.piece_moves::<All, _>(!view.own, Bitboard::ALL, &mut count);
        count.0 += (king_attacks(view.king) - view.own - danger).len();
        for wing in CastlingSide::ALL {
            let is_open = self.paths[wing as usize].is_open(view.occupied, danger);
            count.0 += u32::from(is_open && castling.rook(!S::COLOR, wing).is_some());
        }
        count.0
    }

    /// The moves of the replying sliders after an enemy piece has changed these
    /// squares by a move to an empty one.
    #[inline(never)]
    fn count_sliders(&self, changed: Bitboard) -> u32 {
        let view = self.view.after_enemy_move(changed);
        counted(|count| view.slider_moves(!view.own, count))
    }

    /// The same for the pawns.
    #[inline(never)]
    fn count_pawns(&self, changed: Bitboard) -> u32 {
        let view = self.view.after_enemy_move(changed);
        counted(|count| view.pawn_moves::<All, _>(Bitboard::ALL, count))
    }
}

impl Path {
    fn new(placement: &Placement, situation: &Situation, wing: CastlingSide) -> Self {
        let side = situation.side;
        match situation.castling.rook(side, wing) {
            // Wherever king and rook go, the slider behind a pinned rook then
            // sees the king.
            Some(rook) if !situation.pinned.has(rook) => {
                let king = placement.king(side);
                let (king_target, rook_target) = (wing.king_target(side), wing.rook_target(side));
                let crossed = between(king_target, king).with(king_target);
                let path = crossed | between(rook_target, rook).with(rook_target);
                Self { free: path.without(king).without(rook), crossed }
            }
            _ => Self { free: Bitboard::ALL, crossed: Bitboard::EMPTY },
        }
    }

    #[inline]
    fn is_open(self, occupied: Bitboard, danger: Bitboard) -> bool {
        (self.free & occupied | self.crossed & danger).is_empty()
    }
}

#[inline]
fn counted(walk: impl FnOnce(&mut Count)) -> u32 {
    let mut count = Count::default();
    walk(&mut count);
    count.0
}

/// What one piece of side `S` at least attacks, and what two at least.
fn attacks_of<S: Side>(placement: &Placement, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let pawns = placement.of(S::COLOR, PieceType::Pawn).forward(S::COLOR);
    let (mut once, mut twice) = (pawns.east() | pawns.west(), pawns.east() & pawns.west());
    let mut add = |attacks: Bitboard| {
        twice |= once & attacks;
        once |= attacks;
    };
    add(king_attacks(placement.king(S::COLOR)));
    for knight in placement.of(S::COLOR, PieceType::Knight) {
        add(knight_attacks(knight));
    }
    for kind in [PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for slider in placement.of(S::COLOR, kind) {
            add(slider_attacks(kind, slider, occupied));
        }
    }
    (once, twice)
}

/// For each kind of piece of side `S`: the squares that it gives check or pins
/// from, and those that lie between a slider and the king with no more than two
/// pieces in the way.
fn decisive_squares<S: Side>(placement: &Placement, king: Square) -> [Bitboard; 6] {
    let occupied = placement.occupied();
    let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
    // As far as the second piece on each line.
    let diagonal = bishop_attacks(king, occupied - diagonal) | diagonal;
    let straight = rook_attacks(king, occupied - straight) | straight;
    let snipers = bishop_attacks(king, Bitboard::EMPTY) & placement.diagonals(S::COLOR)
        | rook_attacks(king, Bitboard::EMPTY) & placement.orthogonals(S::COLOR);
    let mut guarded = Bitboard::EMPTY;
    for sniper in snipers {
        let gap = between(king, sniper);
        if (gap & occupied).len() <= 2 {
            guarded |= gap;
        }
    }
    [
        guarded | pawn_attacks(!S::COLOR, king),
        guarded | knight_attacks(king),
        guarded | diagonal,
        guarded | straight,
        guarded | diagonal | straight,
        guarded,
    ]
}

/// The squares between sliders of side `S` and `zone` whose change alters what
/// the sliders attack there.
fn zone_rays<S: Side>(placement: &Placement, zone: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut rays = Bitboard::EMPTY;
    for kind in [PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for slider in placement.of(S::COLOR, kind) {
            for target in zone & slider_attacks(kind, slider, Bitboard::EMPTY) {
                let gap = between(slider, target);
                let blockers = gap & occupied;
                if blockers.is_empty() {
                    rays |= gap;
                } else if !blockers.more_than_one() {
                    rays |= blockers;
                }
            }
        }
    }
    rays
}

fn slider_squares(placement: &Placement, color: Color) -> Bitboard {
    let occupied = placement.occupied();
    let diagonals = placement.diagonals(color).into_iter();
    let orthogonals = placement.orthogonals(color).into_iter();
    diagonals.map(|square| bishop_attacks(square, occupied)).fold(Bitboard::EMPTY, |a, b| a | b)
        | orthogonals
            .map(|square| rook_attacks(square, occupied))
            .fold(Bitboard::EMPTY, |a, b| a | b)
}

fn pawn_squares(placement: &Placement, color: Color) -> Bitboard {
    let steps = placement.of(color, PieceType::Pawn).forward(color);
    let third_rank = Rank::R3.relative_to(color).bitboard();
    steps | (steps & third_rank).forward(color) | attacked_by_pawns(placement, color)
}

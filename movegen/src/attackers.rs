//! Who attacks what.

use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    rook_attacks,
};
use crate::{Bitboard, Color, PieceType, Placement, Situation, Square};

/// The pieces of both sides that attack `square` when `occupied` are not empty.
///
/// Passing fewer or more squares than [`Placement::occupied`] looks through
/// pieces or behind new ones; pieces on squares outside `occupied` are still listed.
#[inline]
pub fn attackers_to(placement: &Placement, square: Square, occupied: Bitboard) -> Bitboard {
    let white = Color::White;
    let black = Color::Black;
    let queens = placement.kind(PieceType::Queen);
    let diagonals = placement.kind(PieceType::Bishop) | queens;
    let orthogonals = placement.kind(PieceType::Rook) | queens;
    pawn_attacks(black, square) & placement.of(white, PieceType::Pawn)
        | pawn_attacks(white, square) & placement.of(black, PieceType::Pawn)
        | knight_attacks(square) & placement.kind(PieceType::Knight)
        | king_attacks(square) & placement.kind(PieceType::King)
        | bishop_attacks(square, occupied) & diagonals
        | rook_attacks(square, occupied) & orthogonals
}

/// All squares that `color` attacks, its own pieces' squares included.
pub fn attacked_by(placement: &Placement, color: Color) -> Bitboard {
    Threats::new(placement, color).all
}

/// What a side attacks, by the value of its attackers: found out once for a
/// position, it serves ordering, histories and the generator
/// ([`generate_with_threats`](crate::generate_with_threats)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Threats {
    /// The squares that pawns attack.
    pub by_pawns: Bitboard,
    /// Those that pawns, knights and bishops attack.
    pub by_minors: Bitboard,
    /// Those that all but queens and king attack.
    pub by_rooks: Bitboard,
    /// Every attacked square, as [`attacked_by`] says.
    pub all: Bitboard,
}

impl Threats {
    /// Those of no pieces.
    pub const NONE: Self = Self {
        by_pawns: Bitboard::EMPTY,
        by_minors: Bitboard::EMPTY,
        by_rooks: Bitboard::EMPTY,
        all: Bitboard::EMPTY,
    };

    /// The threats of `color`.
    pub fn new(placement: &Placement, color: Color) -> Self {
        let occupied = placement.occupied();
        let of = |kind| placement.of(color, kind);
        let by_pawns = attacked_by_pawns(placement, color);
        let by_minors = by_pawns
            | union(of(PieceType::Knight), knight_attacks)
            | union(of(PieceType::Bishop), |square| bishop_attacks(square, occupied));
        let by_rooks =
            by_minors | union(of(PieceType::Rook), |square| rook_attacks(square, occupied));
        let all = by_rooks
            | union(of(PieceType::Queen), |square| queen_attacks(square, occupied))
            | king_attacks(placement.king(color));
        Self { by_pawns, by_minors, by_rooks, all }
    }
}

/// The squares that the pawns of `color` attack.
#[inline]
pub fn attacked_by_pawns(placement: &Placement, color: Color) -> Bitboard {
    let forward = placement.of(color, PieceType::Pawn).forward(color);
    forward.east() | forward.west()
}

#[inline]
fn union(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
}

/// Whether `side` has a legal en passant capture on `passed`, given that the
/// other side has just moved a pawn over that square from a legal position.
///
/// That pawn is the only piece besides a slider behind it that can give check
/// then, and the capture removes it. So it is enough to ask whether an enemy
/// slider sees the king once the capture is done.
#[inline]
pub fn en_passant_is_legal(placement: &Placement, side: Color, passed: Square) -> bool {
    let capturers = pawn_attacks(!side, passed) & placement.of(side, PieceType::Pawn);
    if capturers.is_empty() {
        return false;
    }
    let king = placement.king(side);
    let victim = passed.forward(!side);
    capturers.into_iter().any(|capturer| {
        let occupied = placement.occupied().without(capturer).without(victim).with(passed);
        !bishop_attacks(king, occupied).meets(placement.diagonals(!side))
            && !rook_attacks(king, occupied).meets(placement.orthogonals(!side))
    })
}

impl Situation {
    /// The pieces that give check to the king of `side` and that side's pieces which
    /// an enemy slider pins to it.
    #[inline]
    pub fn checkers_and_pinned(placement: &Placement, side: Color) -> (Bitboard, Bitboard) {
        let king = placement.king(side);
        let own = placement.color(side);
        let enemies = placement.color(!side);
        let mut checkers = pawn_attacks(side, king) & placement.of(!side, PieceType::Pawn)
            | knight_attacks(king) & placement.of(!side, PieceType::Knight);
        let mut pinned = Bitboard::EMPTY;
        // Sliders that would reach the king if the king's own pieces were away.
        let snipers = bishop_attacks(king, enemies) & placement.diagonals(!side)
            | rook_attacks(king, enemies) & placement.orthogonals(!side);
        for sniper in snipers {
            let shield = between(king, sniper) & own;
            if shield.is_empty() {
                checkers |= sniper.bitboard();
            } else if !shield.more_than_one() {
                pinned |= shield;
            }
        }
        (checkers, pinned)
    }
}

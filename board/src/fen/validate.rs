//! What no game can have led to.

use riposte_movegen::{
    Bitboard, Color, PieceType, Placement, Rank, Square, attackers_to, en_passant_is_legal,
    pawn_attacks,
};

use super::FenError;
use super::error::EnPassantFault;
use crate::state::State;

/// Counts of each side's men, and pawns on the last ranks.
pub(super) fn men(placement: &Placement) -> Result<(), FenError> {
    for color in Color::ALL {
        kings(placement, color)?;
        counts(placement, color)?;
    }
    let last_ranks = Rank::R1.bitboard() | Rank::R8.bitboard();
    match (placement.kind(PieceType::Pawn) & last_ranks).first() {
        Some(square) => Err(FenError::PawnOnLastRank { square }),
        None => Ok(()),
    }
}

fn kings(placement: &Placement, color: Color) -> Result<(), FenError> {
    let count = placement.of(color, PieceType::King).len();
    if count == 1 { Ok(()) } else { Err(FenError::KingCount { color, count }) }
}

fn counts(placement: &Placement, color: Color) -> Result<(), FenError> {
    let count = placement.color(color).len();
    if count > 16 {
        return Err(FenError::TooManyMen { color, count });
    }
    let pawns = placement.of(color, PieceType::Pawn).len();
    if pawns > 8 {
        return Err(FenError::TooManyPawns { color, count: pawns });
    }
    let bishops = placement.of(color, PieceType::Bishop);
    // Each side starts with one bishop on each colour of squares.
    let promoted = placement.of(color, PieceType::Knight).len().saturating_sub(2)
        + (bishops & Bitboard::LIGHT).len().saturating_sub(1)
        + (bishops & Bitboard::DARK).len().saturating_sub(1)
        + placement.of(color, PieceType::Rook).len().saturating_sub(2)
        + placement.of(color, PieceType::Queen).len().saturating_sub(1);
    let missing = 8 - pawns;
    if promoted > missing {
        return Err(FenError::TooManyPromoted { color, promoted, missing });
    }
    Ok(())
}

/// Checks that the last move can have been the double step of a pawn over
/// `square`. Gives the square back if a capture on it is legal.
pub(super) fn en_passant(
    placement: &Placement,
    side: Color,
    square: Option<Square>,
) -> Result<Option<Square>, FenError> {
    let Some(square) = square else { return Ok(None) };
    let impossible = |fault| Err(FenError::ImpossibleEnPassant { square, fault });

    if square.rank() != Rank::R6.relative_to(side) {
        return impossible(EnPassantFault::Rank);
    }
    let (origin, target) = (square.forward(side), square.forward(!side));
    if !placement.of(!side, PieceType::Pawn).has(target) {
        return impossible(EnPassantFault::Pawn);
    }
    let occupied = placement.occupied();
    if occupied.has(square) || occupied.has(origin) {
        return impossible(EnPassantFault::Blocked);
    }
    // With the pawn back on its first square the enemy was to move, so the
    // king cannot have been attacked, by that pawn or another man.
    let king = placement.king(side);
    let before = occupied.without(target).with(origin);
    let others = attackers_to(placement, king, before) & placement.color(!side);
    if others.without(target).any() || pawn_attacks(side, king).has(origin) {
        return impossible(EnPassantFault::Check);
    }
    Ok(en_passant_is_legal(placement, side, square).then_some(square))
}

/// Checks on both kings, once the state is complete.
pub(super) fn checks(state: &State) -> Result<(), FenError> {
    let (placement, situation) = (&state.placement, &state.situation);
    let color = !situation.side;
    let attackers = attackers_to(placement, placement.king(color), placement.occupied());
    if attackers.meets(placement.color(situation.side)) {
        return Err(FenError::OpponentInCheck { color });
    }
    let count = situation.checkers.len();
    if count > 2 { Err(FenError::TooManyCheckers { count }) } else { Ok(()) }
}

//! What no game can have led to.

use riposte_movegen::{
    Bitboard, Color, MAX_LEGAL_MOVES, PieceType, Placement, Rank, Situation, Square, attackers_to,
    count_legal, en_passant_is_legal, pawn_attacks,
};

use super::FenError;
use super::error::EnPassantError;
use crate::state::State;

/// One king and at most 16 pieces for each side, and no pawns on the last ranks:
/// what everything else relies on.
pub(super) fn pieces(placement: &Placement) -> Result<(), FenError> {
    for color in Color::ALL {
        let count = placement.of(color, PieceType::King).len();
        if count != 1 {
            return Err(FenError::KingCount { color, count });
        }
        let count = placement.color(color).len();
        if count > 16 {
            return Err(FenError::TooManyPieces { color, count });
        }
    }
    let last_ranks = Rank::R1.bitboard() | Rank::R8.bitboard();
    match (placement.kind(PieceType::Pawn) & last_ranks).first() {
        Some(square) => Err(FenError::PawnOnLastRank { square }),
        None => Ok(()),
    }
}

/// What each side can have after promotions.
pub(super) fn material(placement: &Placement) -> Result<(), FenError> {
    Color::ALL.into_iter().try_for_each(|color| material_of(placement, color))
}

fn material_of(placement: &Placement, color: Color) -> Result<(), FenError> {
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
    let impossible = |error| Err(FenError::ImpossibleEnPassant { square, error });

    if square.rank() != Rank::R6.relative_to(side) {
        return impossible(EnPassantError::Rank);
    }
    let (origin, target) = (square.forward(side), square.forward(!side));
    if !placement.of(!side, PieceType::Pawn).has(target) {
        return impossible(EnPassantError::Pawn);
    }
    let occupied = placement.occupied();
    if occupied.has(square) || occupied.has(origin) {
        return impossible(EnPassantError::Blocked);
    }
    // With the pawn back on its first square the enemy was to move, so the
    // king cannot have been attacked, by that pawn or another piece.
    let king = placement.king(side);
    let before = occupied.without(target).with(origin);
    let others = attackers_to(placement, king, before) & placement.color(!side);
    if others.without(target).any() || pawn_attacks(side, king).has(origin) {
        return impossible(EnPassantError::Check);
    }
    Ok(en_passant_is_legal(placement, side, square).then_some(square))
}

/// The side that has just moved is not in check.
pub(super) fn checks(state: &State) -> Result<(), FenError> {
    let (placement, situation) = (&state.position.placement, &state.position.situation);
    let color = !situation.side;
    let attackers = attackers_to(placement, placement.king(color), placement.occupied());
    if attackers.meets(placement.color(situation.side)) {
        Err(FenError::OpponentInCheck { color })
    } else {
        Ok(())
    }
}

/// No more checkers than one move can bring about, once the state is complete.
pub(super) fn checkers(state: &State) -> Result<(), FenError> {
    let count = state.position.situation.checkers.len();
    if count > 2 { Err(FenError::TooManyCheckers { count }) } else { Ok(()) }
}

/// No more moves for either side than a position of chess can have.
pub(super) fn move_counts(state: &State) -> Result<(), FenError> {
    for color in Color::ALL {
        let mut situation = state.position.situation;
        if color != situation.side {
            situation = Situation::new(&state.position.placement, color, situation.castling, None);
        }
        let count = count_legal(&state.position.placement, &situation);
        if count as usize > MAX_LEGAL_MOVES {
            return Err(FenError::TooManyMoves { color, count });
        }
    }
    Ok(())
}

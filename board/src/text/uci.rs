use alloc::format;
use alloc::string::{String, ToString as _};

use riposte_movegen::{CastlingSide, Move, PieceType, Promotion, Square};

use super::{MoveTextError, quote};
use crate::Board;
use crate::position::is_standard_castling;
use crate::state::castling_side_of;

impl Board {
    /// A legal move as UCI writes it: the two squares, and the letter of the
    /// piece a pawn becomes.
    ///
    /// Castling is written as the king taking its own rook if `chess960` is
    /// set, and otherwise as the king's two steps (`e1g1`). A castling move that
    /// standard chess does not have is always written in the first way: the
    /// second could mean an ordinary move of the king.
    pub fn uci(&self, mv: Move, chess960: bool) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() && !chess960 && is_standard_castling(self.side(), from, to) {
            return format!("{from}{}", castling_side_of(from, to).king_target(self.side()));
        }
        mv.to_string()
    }

    /// The legal move that a UCI text means. Castling may be written in either
    /// way, whatever the game.
    ///
    /// # Errors
    ///
    /// [`MoveTextError::Malformed`] or [`MoveTextError::Illegal`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let (from, to, promotion) =
            split(text).ok_or_else(|| MoveTextError::Malformed(quote(text)))?;
        Some(self.understand(from, to, promotion))
            .filter(|&mv| self.is_legal(mv))
            .ok_or_else(|| MoveTextError::Illegal(quote(text)))
    }

    /// The move that these squares must mean if they mean a legal one.
    fn understand(&self, from: Square, to: Square, promotion: Option<Promotion>) -> Move {
        if let Some(promotion) = promotion {
            return Move::promotion(from, to, promotion);
        }
        let own = self.color(self.side());
        if from == self.king(self.side()) {
            if (own & self.kind(PieceType::Rook)).has(to) {
                return Move::castle(from, to);
            }
            if let Some(rook) = self.rook_for_two_steps(from, to) {
                return Move::castle(from, rook);
            }
        }
        if self.en_passant() == Some(to) && (own & self.kind(PieceType::Pawn)).has(from) {
            // A straight step to that square is no capture, but it is blocked
            // by the pawn that has passed, so it cannot be meant.
            return Move::en_passant(from, to);
        }
        Move::normal(from, to)
    }

    fn rook_for_two_steps(&self, from: Square, to: Square) -> Option<Square> {
        let side = self.side();
        let two_steps = from.index().abs_diff(to.index()) == 2;
        CastlingSide::ALL
            .into_iter()
            .filter(|wing| two_steps && wing.king_target(side) == to)
            .filter_map(|wing| self.castling().rook(side, wing))
            .find(|&rook| castling_side_of(from, rook) == castling_side_of(from, to))
    }
}

fn split(text: &str) -> Option<(Square, Square, Option<Promotion>)> {
    let from = lower_case_square(text.get(..2)?)?;
    let to = lower_case_square(text.get(2..4)?)?;
    let promotion = match text.get(4..)? {
        "" => None,
        // Some programs write the letter in upper case.
        letter => Some(Promotion::from_piece_type(letter.parse().ok()?)?),
    };
    Some((from, to, promotion))
}

fn lower_case_square(name: &str) -> Option<Square> {
    Square::from_name(name).filter(|_| !name.starts_with(|letter: char| letter.is_uppercase()))
}

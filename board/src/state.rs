//! The position as plain data, and the one make-move that changes it.
//!
//! Moves are taken back by copying an earlier state, which measures faster than
//! undoing them (`docs/log/performance-2026-11.md`). Compiling the make-move once
//! for each colour made it slower (31 to 34 ns against 29 to 30), so colour is a
//! value here, unlike in move generation.

use riposte_movegen::{
    Castling, CastlingSide, Color, Move, Piece, PieceType, Situation, Square, en_passant_is_legal,
};

use crate::zobrist::{self, Keys};
use crate::{Observer, Position};

/// Everything about a position except how it came about. Plain data that is
/// copied before each move; four cache lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) position: Position,
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) keys: Keys,
    /// Half-moves that repetition may look back over: like the clock of the
    /// position, but a null move resets it too.
    pub(crate) reversible: u16,
}

const _: () = assert!(size_of::<State>() <= 256);

impl State {
    /// A board without pieces, white to move.
    pub(crate) const EMPTY: Self =
        Self { position: Position::EMPTY, mailbox: [None; 64], keys: Keys::EMPTY, reversible: 0 };

    #[inline]
    pub(crate) fn add(&mut self, piece: Piece, square: Square) {
        self.position.placement.toggle(piece, square);
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle(piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.position.placement.toggle(piece, square);
        self.mailbox[square.index()] = None;
        self.keys.toggle(piece, square);
    }

    #[inline]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.position.placement.toggle(piece, from);
        self.position.placement.toggle(piece, to);
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        self.keys.relocate(piece, from, to);
    }

    /// The state of a position, with nothing known of what came before.
    pub(crate) fn new(position: &Position) -> Self {
        let mut state = Self::EMPTY;
        for piece in Piece::ALL {
            for square in position.placement.of(piece.color(), piece.kind()) {
                state.add(piece, square);
            }
        }
        state.position = *position;
        state.reversible = position.clock;
        state.mix_situation();
        state
    }

    /// Sets what follows from the placement and the rest of the situation:
    /// checkers, pins and the part of the full key that no piece carries.
    pub(crate) fn complete(&mut self) {
        self.mix_situation();
        self.find_checks_and_pins();
    }

    fn mix_situation(&mut self) {
        let situation = &self.position.situation;
        if situation.side == Color::Black {
            self.keys.mix_full(zobrist::SIDE);
        }
        self.keys.mix_full(zobrist::castling(situation.castling));
        self.keys.mix_full(zobrist::en_passant(situation.en_passant));
    }

    #[inline]
    fn find_checks_and_pins(&mut self) {
        let (checkers, pinned) =
            Situation::checkers_and_pinned(&self.position.placement, self.position.situation.side);
        self.position.situation.checkers = checkers;
        self.position.situation.pinned = pinned;
    }

    /// Plays a legal move. There is no other make-move.
    #[inline]
    pub(crate) fn play<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let us = self.position.situation.side;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.mailbox[from.index()] else { return };

        // A game may be longer than the counters count.
        self.position.clock = self.position.clock.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        self.position.fullmove = self.position.fullmove.saturating_add(us as u32);
        self.position.situation.side = !us;
        let passed = self.position.situation.en_passant.take();
        self.keys.mix_full(zobrist::SIDE ^ zobrist::en_passant(passed));

        if mv.is_castle() {
            self.castle(us, from, to, observer);
        } else {
            let captured = self.mailbox[to.index()];
            if let Some(captured) = captured {
                self.remove(captured, to);
                observer.remove(captured, to);
                self.position.clock = 0;
                self.reversible = 0;
            }
            if piece.kind() == PieceType::Pawn {
                self.position.clock = 0;
                self.reversible = 0;
                self.advance_pawn::<O>(us, piece, mv, observer);
            } else {
                self.relocate(piece, from, to);
                observer.relocate(piece, from, to);
            }
            if !self.position.situation.castling.is_empty() {
                self.lose_castling_rights(us, piece.kind(), from, captured, to);
            }
        }
        self.find_checks_and_pins();
    }

    fn castle<O: Observer>(&mut self, us: Color, from: Square, to: Square, observer: &mut O) {
        let wing = castling_side_of(from, to);
        let king = Piece::new(us, PieceType::King);
        let rook = Piece::new(us, PieceType::Rook);
        let (king_to, rook_to) = (wing.king_target(us), wing.rook_target(us));
        // Both leave before either arrives: in Chess960 they may trade places.
        self.remove(king, from);
        observer.remove(king, from);
        self.remove(rook, to);
        observer.remove(rook, to);
        self.add(king, king_to);
        observer.add(king, king_to);
        self.add(rook, rook_to);
        observer.add(rook, rook_to);
        self.change_castling(|castling| castling.revoke_all(us));
    }

    #[inline]
    fn advance_pawn<O: Observer>(&mut self, us: Color, pawn: Piece, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(promotion) = mv.promotes_to() {
            let promoted = Piece::new(us, promotion.piece_type());
            self.remove(pawn, from);
            observer.remove(pawn, from);
            self.add(promoted, to);
            observer.add(promoted, to);
            return;
        }
        if mv.is_en_passant() {
            let passed = to.forward(!us);
            let victim = Piece::new(!us, PieceType::Pawn);
            self.remove(victim, passed);
            observer.remove(victim, passed);
        }
        self.relocate(pawn, from, to);
        observer.relocate(pawn, from, to);
        if from.index().abs_diff(to.index()) == 16 {
            let passed = from.forward(us);
            if en_passant_is_legal(&self.position.placement, !us, passed) {
                self.position.situation.en_passant = Some(passed);
                self.keys.mix_full(zobrist::en_passant(Some(passed)));
            }
        }
    }

    /// A king or rook that leaves home takes its rights along, and so does a
    /// rook that is captured there.
    #[inline]
    fn lose_castling_rights(
        &mut self,
        us: Color,
        kind: PieceType,
        from: Square,
        captured: Option<Piece>,
        to: Square,
    ) {
        match kind {
            PieceType::King => self.change_castling(|castling| castling.revoke_all(us)),
            PieceType::Rook => self.revoke_rook(us, from),
            _ => {}
        }
        if captured == Some(Piece::new(!us, PieceType::Rook)) {
            self.revoke_rook(!us, to);
        }
    }

    #[inline]
    fn revoke_rook(&mut self, color: Color, square: Square) {
        for wing in CastlingSide::ALL {
            if self.position.situation.castling.rook(color, wing) == Some(square) {
                self.change_castling(|castling| castling.revoke(color, wing));
            }
        }
    }

    #[inline]
    fn change_castling(&mut self, change: impl FnOnce(&mut Castling)) {
        let before = self.position.situation.castling;
        change(&mut self.position.situation.castling);
        let after = self.position.situation.castling;
        self.keys.mix_full(zobrist::castling(before) ^ zobrist::castling(after));
    }

    /// Passes the turn; the side to move must not be in check.
    #[inline]
    pub(crate) fn play_null(&mut self) {
        let us = self.position.situation.side;
        self.position.clock = self.position.clock.saturating_add(1);
        self.reversible = 0;
        self.position.fullmove = self.position.fullmove.saturating_add(us as u32);
        self.position.situation.side = !us;
        let number = zobrist::SIDE ^ zobrist::en_passant(self.position.situation.en_passant.take());
        self.keys.mix_full(number);
        self.find_checks_and_pins();
    }

    /// What `mv` takes, en passant included.
    #[inline]
    pub(crate) fn captured(&self, mv: Move) -> Option<PieceType> {
        if !mv.is_normal() {
            if mv.is_castle() {
                return None;
            }
            if mv.is_en_passant() {
                return Some(PieceType::Pawn);
            }
        }
        self.mailbox[mv.to().index()].map(Piece::kind)
    }
}

/// The wing of a castling move from its two squares.
#[inline]
pub(crate) fn castling_side_of(king: Square, rook: Square) -> CastlingSide {
    if rook > king { CastlingSide::King } else { CastlingSide::Queen }
}

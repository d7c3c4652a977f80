use alloc::vec::Vec;
use core::ops::Deref;
use core::{fmt, slice};

use riposte_movegen::{Color, Move, Piece, PieceType, Square};

use crate::state::State;
use crate::{IllegalMove, Observer, Position, zobrist};

/// Room for the moves of a search on top of a game, so that making a move does
/// not allocate.
const RESERVE: usize = 256;

/// A position that can be played on and taken back. It has all methods of a [`Position`].
///
/// It always holds a legal position: it starts from one ([`Board::startpos`],
/// [`Board::from_fen`]) and plays only legal moves.
pub struct Board {
    pub(crate) state: State,
    /// The positions before this one, for taking moves back and for repetitions.
    pub(crate) past: Vec<State>,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        let mut past = Vec::with_capacity(self.past.len() + RESERVE);
        past.extend_from_slice(&self.past);
        Self { state: self.state, past }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({}, after {} moves)", self.fen(), self.past.len())
    }
}

impl Deref for Board {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.state.position
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::startpos()
    }
}

impl From<&Position> for Board {
    /// The position with nothing before it.
    fn from(position: &Position) -> Self {
        Self::from_state(State::new(position))
    }
}

impl From<Position> for Board {
    fn from(position: Position) -> Self {
        Self::from(&position)
    }
}

impl Board {
    pub(crate) fn from_state(state: State) -> Self {
        Self { state, past: Vec::with_capacity(RESERVE) }
    }

    /// The position from which a game of chess starts.
    pub fn startpos() -> Self {
        Self::from(&Position::startpos())
    }

    /// The position without its history.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.state.position
    }

    /// What stands on `square`, from a table.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.state.mailbox[square.index()]
    }

    /// How many moves (null moves too) were made on this board and can be
    /// taken back.
    #[inline]
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// The Zobrist key of the position: pieces, side to move, castling rights and
    /// en passant, but no counters. Of a castling right it covers the side and the
    /// wing and not the file of the rook, which is the same throughout a game;
    /// positions of two Chess960 games that differ only there have equal keys.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.keys.full()
    }

    /// The key of the pawns alone.
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.state.keys.pawn()
    }

    /// The key of knights, bishops and kings.
    #[inline]
    pub fn minor_key(&self) -> u64 {
        self.state.keys.minor()
    }

    /// The key of rooks, queens and kings.
    #[inline]
    pub fn major_key(&self) -> u64 {
        self.state.keys.major()
    }

    /// The key of the pieces of `color` that are not pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.state.keys.non_pawn(color)
    }

    /// The key after `mv`, for prefetching. It is not exact when the move
    /// changes castling rights, castles, captures en passant, or allows an en
    /// passant capture.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key() ^ zobrist::SIDE ^ zobrist::en_passant(self.en_passant());
        if let Some(piece) = self.piece_on(from) {
            let arriving = match mv.promotes_to() {
                Some(promotion) => Piece::new(piece.color(), promotion.piece_type()),
                None => piece,
            };
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(arriving, to);
        }
        if let Some(captured) = self.piece_on(to) {
            key ^= zobrist::piece(captured, to);
        }
        key
    }

    /// The piece that a legal move moves: the king for castling, the pawn for a
    /// promotion.
    ///
    /// A pattern that is not a legal move may start from an empty square; the
    /// answer is then a white pawn.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.piece_on(mv.from()).unwrap_or(Piece::WhitePawn)
    }

    /// What a legal move takes, en passant included.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        self.state.captured(mv)
    }

    /// Plays a legal move. A move that is not legal leaves a board on which
    /// nothing can be relied upon except that [`Self::unmake`] restores it;
    /// with debug assertions it panics.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.make_with(mv, &mut ());
    }

    /// Plays a legal move and tells `observer` which pieces moved; see
    /// [`Self::make`].
    #[inline]
    pub fn make_with<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {}", self.fen());
        self.push_state();
        self.state.play(mv, observer);
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] otherwise; the board is then as before.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.make(mv);
        Ok(())
    }

    /// Takes back the last move; does nothing if there is none.
    #[inline]
    pub fn unmake(&mut self) {
        if let Some(state) = self.past.pop() {
            self.state = state;
        }
    }

    /// Passes the turn. The side to move must not be in check.
    #[inline]
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check(), "null move in check: {}", self.fen());
        self.push_state();
        self.state.play_null();
    }

    /// Takes back a null move.
    #[inline]
    pub fn unmake_null(&mut self) {
        self.unmake();
    }

    #[inline]
    fn push_state(&mut self) {
        // `push` takes a value: it would copy the state twice, first to the call stack.
        self.past.extend_from_slice(slice::from_ref(&self.state));
    }
}

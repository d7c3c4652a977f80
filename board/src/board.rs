use alloc::vec::Vec;
use core::{fmt, slice};

use riposte_movegen::{
    self as movegen, Bitboard, Castling, CastlingSide, Color, File, Kind, Move, MoveList, Piece,
    PieceType, Placement, Rank, Situation, Square, Threats, Visitor,
};

use crate::state::{State, castling_side_of};
use crate::{IllegalMove, Observer, Position, zobrist};

/// Room for the moves of a search on top of a game, so that making a move does
/// not allocate.
const RESERVE: usize = 256;

/// A position that can be played on and taken back.
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

    /// Where the pieces stand, as bitboards.
    #[inline]
    pub fn placement(&self) -> &Placement {
        &self.state.position.placement
    }

    /// Whose turn it is, with castling rights, en passant, checks and pins.
    #[inline]
    pub fn situation(&self) -> &Situation {
        &self.state.position.situation
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.state.position.situation.side
    }

    /// Every occupied square.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.state.position.placement.occupied()
    }

    /// All pieces of one side.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.state.position.placement.color(color)
    }

    /// All pieces of one kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        self.state.position.placement.kind(kind)
    }

    /// The pieces of one kind and side.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        self.state.position.placement.of(color, kind)
    }

    /// Where the king of `color` stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.state.position.placement.king(color)
    }

    /// What stands on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.state.mailbox[square.index()]
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state.position.situation.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.state.position.situation.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.state.position.situation.pinned
    }

    /// The castling rights of both sides.
    #[inline]
    pub fn castling(&self) -> Castling {
        self.state.position.situation.castling
    }

    /// Where a legal en passant capture would land, if there is one.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.position.situation.en_passant
    }

    /// Whether some castling right is one that standard chess does not have:
    /// the king is not on the e file or the rook not in the corner.
    pub fn is_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            CastlingSide::ALL.into_iter().any(|wing| {
                self.castling()
                    .rook(color, wing)
                    .is_some_and(|rook| !is_standard_castling(color, self.king(color), rook))
            })
        })
    }

    /// Half-moves since the last capture or pawn move, for the 50-move rule.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.position.clock
    }

    /// The number of the move in the game: 1 at the start, one more after each
    /// move of black.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.state.position.fullmove
    }

    /// How many moves (null moves too) were made on this board and can be
    /// taken back.
    #[inline]
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// Whether `color` has a piece other than pawns and king.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let plain = self.kind(PieceType::Pawn) | self.kind(PieceType::King);
        !self.color(color).within(plain)
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
        let mut key = self.key()
            ^ zobrist::SIDE
            ^ zobrist::en_passant(self.state.position.situation.en_passant);
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

    /// Appends the legal moves of one kind to `moves`.
    #[inline]
    pub fn generate<K: Kind>(&self, moves: &mut MoveList) {
        movegen::generate::<K>(
            &self.state.position.placement,
            &self.state.position.situation,
            moves,
        );
    }

    /// [`Self::generate`], given all squares that the opponent attacks; see
    /// [`movegen::generate_with_threats`].
    #[inline]
    pub fn generate_with_threats<K: Kind>(&self, threats: Bitboard, moves: &mut MoveList) {
        let Position { placement, situation, .. } = &self.state.position;
        movegen::generate_with_threats::<K>(placement, situation, threats, moves);
    }

    /// Reports the legal moves of one kind to `visitor`, in the order of
    /// [`Self::generate`] if it wants queens split.
    #[inline]
    pub fn visit<K: Kind, V: Visitor>(&self, visitor: &mut V) {
        let Position { placement, situation, .. } = &self.state.position;
        movegen::visit::<K, V>(placement, situation, visitor);
    }

    /// [`Self::visit`], given all squares that the opponent attacks.
    #[inline]
    pub fn visit_with_threats<K: Kind, V: Visitor>(&self, threats: Bitboard, visitor: &mut V) {
        let Position { placement, situation, .. } = &self.state.position;
        movegen::visit_with_threats::<K, V>(placement, situation, threats, visitor);
    }

    /// What the opponent attacks.
    #[inline]
    pub fn threats(&self) -> Threats {
        Threats::new(&self.state.position.placement, !self.side())
    }

    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<movegen::All>(&mut moves);
        moves
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        movegen::count_legal(&self.state.position.placement, &self.state.position.situation)
    }

    /// Whether there is a legal move: if not, it is mate or stalemate.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(&self.state.position.placement, &self.state.position.situation)
    }

    /// Whether `mv`, which may be any 16 bits, is legal here.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        movegen::is_legal(&self.state.position.placement, &self.state.position.situation, mv)
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

    /// Whether a legal move takes something, en passant included.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        if mv.is_normal() {
            return self.occupied().has(mv.to());
        }
        mv.is_en_passant() || !mv.is_castle() && self.occupied().has(mv.to())
    }

    /// Whether a legal move is a capture or a promotion.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        if mv.is_normal() { self.occupied().has(mv.to()) } else { !mv.is_castle() }
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

/// Whether castling of this king with this rook exists in standard chess.
pub(crate) fn is_standard_castling(color: Color, king: Square, rook: Square) -> bool {
    let rank = Rank::R1.relative_to(color);
    let corner = match castling_side_of(king, rook) {
        CastlingSide::King => File::H,
        CastlingSide::Queen => File::A,
    };
    king == Square::at(File::E, rank) && rook == Square::at(corner, rank)
}

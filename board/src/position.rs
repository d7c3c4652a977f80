//! A position as a small value.

use riposte_movegen::{
    self as movegen, All, Bitboard, Castling, CastlingSide, Color, File, Move, MoveList, Piece,
    PieceType, Placement, Rank, Situation, Square,
};

use crate::outcome::{Outcome, outcome_of};
use crate::state::State;
use crate::zobrist;

/// What a FEN says: where the pieces stand, whose turn it is, castling rights, en
/// passant and the two counters. 128 bytes that allocate nothing and can be copied,
/// compared and hashed; two are equal if their FENs are.
///
/// A [`Board`](crate::Board) is a position with the history that repetitions need,
/// and the faster way to play many moves and take them back.
///
/// ```
/// use riposte_board::Position;
///
/// let start = Position::startpos();
/// let mv = start.legal_moves()[0];
/// let next = start.play(mv)?;
/// assert_ne!(start, next);
/// assert_eq!(next.fen().parse(), Ok(next));
/// // The same move is not black's to play.
/// assert!(next.play(mv).is_err());
/// # Ok::<(), riposte_board::IllegalMove>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) placement: Placement,
    pub(crate) situation: Situation,
    /// Half-moves since the last capture or pawn move.
    pub(crate) clock: u16,
    pub(crate) fullmove: u32,
}

/// A move that may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a legal move here")]
pub struct IllegalMove(
    /// The move.
    pub Move,
);

impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

impl Position {
    /// A board without pieces, white to move.
    pub(crate) const EMPTY: Self = Self {
        placement: Placement::EMPTY,
        situation: Situation {
            side: Color::White,
            en_passant: None,
            castling: Castling::NONE,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        },
        clock: 0,
        fullmove: 1,
    };

    /// The position from which a game of chess starts.
    pub fn startpos() -> Self {
        Self::with_back_ranks([CLASSICAL; 2])
    }

    /// The position from which the game of Chess960 with this number starts, in
    /// the numbering of R. Scharnagl: 0 to 959, of which 518 is that of standard
    /// chess.
    ///
    /// ```
    /// use riposte_board::Position;
    ///
    /// assert_eq!(Position::chess960(518), Some(Position::startpos()));
    /// let first = Position::chess960(0).unwrap().fen();
    /// assert!(first.starts_with("bbqnnrkr/pppppppp/"));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// A start of double Chess960, where the sides have different numbers.
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        Some(Self::with_back_ranks([back_rank(white)?, back_rank(black)?]))
    }

    /// The number of the Chess960 game that starts here, if one does.
    pub fn chess960_number(&self) -> Option<u16> {
        (0..960).find(|&number| Self::chess960(number).as_ref() == Some(self))
    }

    fn with_back_ranks(back_ranks: [[PieceType; 8]; 2]) -> Self {
        let mut position = Self::EMPTY;
        for color in Color::ALL {
            let [first, second] = [Rank::R1, Rank::R2].map(|rank: Rank| rank.relative_to(color));
            for (file, kind) in File::ALL.into_iter().zip(back_ranks[color.index()]) {
                position.placement.toggle(Piece::new(color, kind), Square::at(file, first));
                let pawn = Piece::new(color, PieceType::Pawn);
                position.placement.toggle(pawn, Square::at(file, second));
            }
            let rooks = position.placement.of(color, PieceType::Rook);
            for (rook, wing) in rooks.into_iter().zip([CastlingSide::Queen, CastlingSide::King]) {
                position.situation.castling.grant(color, wing, rook);
            }
        }
        position
    }

    /// Where the pieces stand, as bitboards.
    #[inline]
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Whose turn it is, with castling rights, en passant, checks and pins.
    #[inline]
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.situation.side
    }

    /// The castling rights of both sides.
    #[inline]
    pub fn castling(&self) -> Castling {
        self.situation.castling
    }

    /// Where a legal en passant capture would land, if there is one.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.situation.en_passant
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.situation.checkers.any()
    }

    /// What stands on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.placement.piece_on(square)
    }

    /// Half-moves since the last capture or pawn move, for the 50-move rule.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.clock
    }

    /// The number of the move in the game, 1 at the start.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove
    }

    /// The Zobrist key, found from nothing; [`Board::key`](crate::Board::key) has
    /// the same at hand.
    pub fn key(&self) -> u64 {
        let pieces =
            self.placement.occupied().into_iter().filter_map(|square| {
                self.piece_on(square).map(|piece| zobrist::piece(piece, square))
            });
        let side = if self.side() == Color::Black { zobrist::SIDE } else { 0 };
        pieces.fold(side, |key, number| key ^ number)
            ^ zobrist::castling(self.castling())
            ^ zobrist::en_passant(self.en_passant())
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        movegen::generate::<All>(&self.placement, &self.situation, &mut moves);
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(&self.placement, &self.situation)
    }

    /// Whether `mv`, which may be any 16 bits, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        movegen::is_legal(&self.placement, &self.situation, mv)
    }

    /// Whether a legal move takes something, en passant included.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.is_en_passant() || !mv.is_castle() && self.placement.occupied().has(mv.to())
    }

    /// The position after `mv`.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if it is not legal here.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        let mut state = State::new(self);
        state.play(mv, &mut ());
        Ok(state.position)
    }

    /// How many move sequences of `depth` half-moves start here.
    pub fn perft(&self, depth: u32) -> u64 {
        movegen::perft(&self.placement, &self.situation, depth)
    }

    /// How the game has ended, if the position alone says so: by mate, stalemate
    /// or insufficient material. [`Board::outcome`](crate::Board::outcome) knows the
    /// draws by the counters too.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome_of(self)
    }
}

/// White's pieces at the start from the a file to the h file.
const CLASSICAL: [PieceType; 8] = [
    PieceType::Rook,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Queen,
    PieceType::King,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Rook,
];

/// The pieces of the start with this number in Scharnagl's table: the number says
/// where the bishops of either colour go, then the queen, then the knights; rook,
/// king and rook fill the rest.
fn back_rank(number: u16) -> Option<[PieceType; 8]> {
    /// The ten pairs of places among five for the knights.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number);
    let &(first_knight, second_knight) = KNIGHTS.get(number / 96)?;
    let mut rank: [Option<PieceType>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(PieceType::Bishop);
    rank[number / 4 % 4 * 2] = Some(PieceType::Bishop);
    let free = |rank: &[Option<PieceType>; 8], nth: usize| {
        (0..8).filter(|&file| rank[file].is_none()).nth(nth)
    };
    rank[free(&rank, number / 16 % 6)?] = Some(PieceType::Queen);
    // Both places are counted before either is taken.
    let knights = [free(&rank, first_knight)?, free(&rank, second_knight)?];
    for file in knights {
        rank[file] = Some(PieceType::Knight);
    }
    let mut rest = [PieceType::Rook, PieceType::King, PieceType::Rook].into_iter();
    Some(rank.map(|kind| kind.or_else(|| rest.next()).unwrap_or(PieceType::Rook)))
}

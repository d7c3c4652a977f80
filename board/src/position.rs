//! A position as a small value.

use riposte_movegen::{
    self as movegen, All, Bitboard, Castling, CastlingSide, Color, File, Kind, Move, MoveList,
    Piece, PieceType, Placement, Rank, Situation, Square, Threats, Visitor,
};

use crate::state::{State, castling_side_of};

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

    /// Every occupied square.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.placement.occupied()
    }

    /// All pieces of one side.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.placement.color(color)
    }

    /// All pieces of one kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        self.placement.kind(kind)
    }

    /// The pieces of one kind and side.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        self.placement.of(color, kind)
    }

    /// Where the king of `color` stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.placement.king(color)
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.situation.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.situation.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.situation.pinned
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

    /// The number of the move in the game: 1 at the start, one more after each
    /// move of black.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove
    }

    /// The Zobrist key, found from nothing; [`Board::key`](crate::Board::key) has
    /// the same at hand.
    pub fn key(&self) -> u64 {
        State::new(self).keys.full()
    }

    /// Whether `color` has a piece other than pawns and king.
    #[inline]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        let plain = self.kind(PieceType::Pawn) | self.kind(PieceType::King);
        !self.color(color).within(plain)
    }

    /// Appends the legal moves of one kind to `moves`.
    #[inline]
    pub fn generate<K: Kind>(&self, moves: &mut MoveList) {
        movegen::generate::<K>(&self.placement, &self.situation, moves);
    }

    /// [`Self::generate`], given all squares that the opponent attacks; see
    /// [`movegen::generate_with_threats`].
    #[inline]
    pub fn generate_with_threats<K: Kind>(&self, threats: Bitboard, moves: &mut MoveList) {
        movegen::generate_with_threats::<K>(&self.placement, &self.situation, threats, moves);
    }

    /// Reports the legal moves of one kind to `visitor`, in the order of
    /// [`Self::generate`] if it wants queens split.
    #[inline]
    pub fn visit<K: Kind, V: Visitor>(&self, visitor: &mut V) {
        movegen::visit::<K, V>(&self.placement, &self.situation, visitor);
    }

    /// [`Self::visit`], given all squares that the opponent attacks.
    #[inline]
    pub fn visit_with_threats<K: Kind, V: Visitor>(&self, threats: Bitboard, visitor: &mut V) {
        movegen::visit_with_threats::<K, V>(&self.placement, &self.situation, threats, visitor);
    }

    /// What the opponent attacks.
    #[inline]
    pub fn threats(&self) -> Threats {
        Threats::new(&self.placement, !self.side())
    }

    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<All>(&mut moves);
        moves
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        movegen::count_legal(&self.placement, &self.situation)
    }

    /// Whether there is a legal move: if not, it is mate or stalemate.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(&self.placement, &self.situation)
    }

    /// Whether `mv`, which may be any 16 bits, is legal here.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        movegen::is_legal(&self.placement, &self.situation, mv)
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

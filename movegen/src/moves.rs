use core::fmt;
use core::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::{PieceType, Square};

/// The most moves that a position which a game can lead to has.
pub const MAX_LEGAL_MOVES: usize = 218;

/// The room in a [`MoveList`].
pub const MAX_MOVES: usize = 256;

/// Moves of one position, on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What a pawn becomes on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Promotion {
    Knight,
    Bishop,
    Rook,
    Queen,
}

impl Promotion {
    /// All promotions from knight to queen.
    pub const ALL: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The promotion to this kind of piece, if there is one.
    pub fn from_piece_type(kind: PieceType) -> Option<Self> {
        Self::ALL.into_iter().find(|promotion| promotion.piece_type() == kind)
    }

    /// The kind of piece the pawn becomes.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType::ALL[self as usize + 1]
    }
}

/// What a [`Move`] does beyond going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece goes to an empty square or takes what stands there.
    Normal,
    /// Castling, written as the king taking its own rook.
    Castle,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// A pawn reaches the last rank, taking or not.
    Promotion(Promotion),
}

/// A move in 16 bits: from (6), to (6) and kind (4, the highest).
///
/// Kinds are 0 normal, 1 castling, 2 en passant, 4 to 7 promotion to knight,
/// bishop, rook, queen; the other ten values are never legal. A piece never moves
/// to the square it stands on, so all bits zero means "no move" and
/// `Option<Move>` is 16 bits wide too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    const CASTLE: u16 = 1 << 12;
    const EN_PASSANT: u16 = 2 << 12;
    const PROMOTION: u16 = 4 << 12;

    #[inline]
    const fn pack(from: Square, to: Square, kind: u16) -> Self {
        // Only from = to = a1 would give zero, and no move stays where it is.
        // `MIN` (a1 to b1) stands in for it so that the function is total.
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << 6 | kind) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// A move without special effect.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self::pack(king, rook, Self::CASTLE)
    }

    /// An en passant capture that ends on `to`.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(from, to, Self::EN_PASSANT)
    }

    /// A promotion.
    #[inline]
    pub const fn promotion(from: Square, to: Square, promotion: Promotion) -> Self {
        Self::pack(from, to, Self::PROMOTION | (promotion as u16) << 12)
    }

    /// The move with these bits; `None` for zero. Any other pattern is taken,
    /// legal or not: ask `is_legal` before playing a move that was stored.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The 16 bits of the move.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The bits of a move or zero for none: the inverse of [`Self::from_bits`].
    #[inline]
    pub const fn option_bits(mv: Option<Self>) -> u16 {
        match mv {
            Some(mv) => mv.bits(),
            None => 0,
        }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.bits() as u8 & 63)
    }

    /// Where it goes; for castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.bits() >> 6) as u8 & 63)
    }

    /// Both squares as one index below 4096, for tables by `[from][to]`.
    #[inline]
    pub const fn from_to(self) -> usize {
        (self.bits() & 0xfff) as usize
    }

    /// The kind, or `None` for the bit patterns that mean nothing.
    #[inline]
    pub const fn kind(self) -> Option<MoveKind> {
        match self.bits() >> 12 {
            0 => Some(MoveKind::Normal),
            1 => Some(MoveKind::Castle),
            2 => Some(MoveKind::EnPassant),
            4 => Some(MoveKind::Promotion(Promotion::Knight)),
            5 => Some(MoveKind::Promotion(Promotion::Bishop)),
            6 => Some(MoveKind::Promotion(Promotion::Rook)),
            7 => Some(MoveKind::Promotion(Promotion::Queen)),
            _ => None,
        }
    }

    /// Whether the move does nothing special; patterns that mean nothing do not
    /// count.
    #[inline]
    pub const fn is_normal(self) -> bool {
        self.bits() >> 12 == 0
    }

    /// Whether this is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.bits() >> 12 == 1
    }

    /// Whether this is an en passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == 2
    }

    /// What the pawn becomes, if this is a promotion.
    #[inline]
    pub const fn promotes_to(self) -> Option<Promotion> {
        if self.is_promotion() {
            Some(Promotion::ALL[(self.bits() >> 12 & 3) as usize])
        } else {
            None
        }
    }

    /// Whether a pawn is promoted.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.bits() >> 14 == 1
    }
}

impl fmt::Debug for Move {
    /// As [`fmt::Display`], with the kinds that it does not tell apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        match self.kind() {
            Some(MoveKind::Normal | MoveKind::Promotion(_)) => Ok(()),
            Some(kind) => write!(f, "({kind:?})"),
            None => write!(f, "(kind {})", self.bits() >> 12),
        }
    }
}

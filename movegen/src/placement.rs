use crate::{Bitboard, Color, Piece, PieceType, Square};

/// Where the pieces stand: one set per kind and one per colour, 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(64))]
pub struct Placement {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
}

const _: () = assert!(size_of::<Placement>() == 64);

impl Placement {
    /// The empty board.
    pub const EMPTY: Self = Self { kinds: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// All pieces of one kind, of both sides.
    #[inline]
    pub const fn kind(&self, kind: PieceType) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// All pieces of one side.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The pieces of one kind and side.
    #[inline]
    pub const fn of(&self, color: Color, kind: PieceType) -> Bitboard {
        Bitboard(self.kinds[kind as usize].0 & self.colors[color as usize].0)
    }

    /// Every occupied square.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// Rooks and queens of one side.
    #[inline]
    pub const fn orthogonals(&self, color: Color) -> Bitboard {
        Bitboard((self.kinds[3].0 | self.kinds[4].0) & self.colors[color as usize].0)
    }

    /// Bishops and queens of one side.
    #[inline]
    pub const fn diagonals(&self, color: Color) -> Bitboard {
        Bitboard((self.kinds[2].0 | self.kinds[4].0) & self.colors[color as usize].0)
    }

    /// Where the king of `color` stands; a1 on a board without one.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        self.of(color, PieceType::King).lowest()
    }

    /// Adds `piece` to `square` if it is not there and removes it if it is: the
    /// one operation from which moves, captures and their undoing are made.
    #[inline]
    pub const fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = square.bitboard().0;
        self.kinds[piece.kind() as usize].0 ^= bit;
        self.colors[piece.color() as usize].0 ^= bit;
    }

    /// The placement after `piece` has gone from `from` to `to` and taken what
    /// stood there. The fastest way to a child when the piece is a constant.
    #[inline]
    #[must_use]
    pub const fn with_move(mut self, piece: Piece, from: Square, to: Square) -> Self {
        let keep = !to.bitboard().0;
        let both = from.bitboard().0 | to.bitboard().0;
        let mut index = 0;
        while index < self.kinds.len() {
            self.kinds[index].0 &= keep;
            index += 1;
        }
        self.colors[0].0 &= keep;
        self.colors[1].0 &= keep;
        self.kinds[piece.kind() as usize].0 ^= both;
        self.colors[piece.color() as usize].0 ^= both;
        self
    }

    /// What stands on `square`, found by asking every set. `riposte-board` keeps
    /// a mailbox for hot paths.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let kind = PieceType::ALL.into_iter().find(|&kind| self.kind(kind).has(square))?;
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        Some(Piece::new(color, kind))
    }
}

use crate::{Color, File, Rank, Square};

/// Which of a side's two castling moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h file: the king ends on g, the rook on f.
    King = 0,
    /// Towards the a file: the king ends on c, the rook on d.
    Queen = 1,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Where the king of `color` ends.
    #[inline]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::G,
            Self::Queen => File::C,
        };
        Square::at(file, Rank::R1.relative_to(color))
    }

    /// Where the rook of `color` ends.
    #[inline]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::F,
            Self::Queen => File::D,
        };
        Square::at(file, Rank::R1.relative_to(color))
    }
}

/// The castling rights of both sides and the squares of the rooks they are
/// for, so that Chess960 and double Chess960 need nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    rights: u8,
    rooks: [[Square; 2]; 2],
}

impl Castling {
    /// No right for anyone.
    pub const NONE: Self =
        Self { rights: 0, rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]] };

    #[inline]
    const fn bit(color: Color, wing: Wing) -> u8 {
        1 << (color as u8 * 2 + wing as u8)
    }

    /// Four bits that name the set of rights, for keys: white king side,
    /// white queen side, black king side, black queen side from the lowest.
    #[inline]
    pub const fn mask(self) -> u8 {
        self.rights
    }

    /// Whether nobody may castle any more.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.rights == 0
    }

    /// Whether `color` may castle on some wing, then or later.
    #[inline]
    pub const fn any(self, color: Color) -> bool {
        self.rights & 3 << (color as u8 * 2) != 0
    }

    /// The square of the rook that `color` may castle with on `wing`, if the
    /// right is there.
    #[inline]
    pub const fn rook(self, color: Color, wing: Wing) -> Option<Square> {
        if self.rights & Self::bit(color, wing) == 0 {
            None
        } else {
            Some(self.rooks[color as usize][wing as usize])
        }
    }

    /// Gives `color` the right to castle on `wing` with the rook on `rook`.
    #[inline]
    pub const fn grant(&mut self, color: Color, wing: Wing, rook: Square) {
        self.rights |= Self::bit(color, wing);
        self.rooks[color as usize][wing as usize] = rook;
    }

    /// Takes both rights of `color`: its king has moved.
    #[inline]
    pub const fn revoke_all(&mut self, color: Color) {
        self.rights &= !(3 << (color as u8 * 2));
    }

    /// Takes one right of `color`.
    #[inline]
    pub const fn revoke(&mut self, color: Color, wing: Wing) {
        self.rights &= !Self::bit(color, wing);
    }
}

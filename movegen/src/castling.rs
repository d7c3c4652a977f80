use core::hash::{Hash, Hasher};

use crate::{Color, File, Placement, Rank, Square};

/// Which of a side's two castling moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// Towards the h file: the king ends on g, the rook on f.
    King = 0,
    /// Towards the a file: the king ends on c, the rook on d.
    Queen = 1,
}

impl CastlingSide {
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
///
/// Equal if the rights are and name the same rooks; where there is no right, it
/// does not matter which rook there was one for.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    rights: u8,
    rooks: [[Square; 2]; 2],
}

impl PartialEq for Castling {
    fn eq(&self, other: &Self) -> bool {
        self.named_rooks() == other.named_rooks()
    }
}

impl Eq for Castling {}

impl Hash for Castling {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.named_rooks().hash(state);
    }
}

impl Castling {
    /// No right for anyone.
    pub const NONE: Self =
        Self { rights: 0, rooks: [[Square::H1, Square::A1], [Square::H8, Square::A8]] };

    fn named_rooks(self) -> [[Option<Square>; 2]; 2] {
        Color::ALL.map(|color| CastlingSide::ALL.map(|wing| self.rook(color, wing)))
    }

    #[inline]
    const fn bit(color: Color, wing: CastlingSide) -> u8 {
        1 << (color as u8 * 2 + wing as u8)
    }

    /// Four bits that name the set of rights, for keys: white king side,
    /// white queen side, black king side, black queen side from the lowest.
    #[inline]
    pub const fn mask(self) -> u8 {
        self.rights
    }

    /// Whether neither side may castle any more.
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
    pub const fn rook(self, color: Color, wing: CastlingSide) -> Option<Square> {
        if self.rights & Self::bit(color, wing) == 0 {
            None
        } else {
            Some(self.rooks[color as usize][wing as usize])
        }
    }

    /// Gives `color` the right to castle on `wing` with the rook on `rook`.
    #[inline]
    pub const fn grant(&mut self, color: Color, wing: CastlingSide, rook: Square) {
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
    pub const fn revoke(&mut self, color: Color, wing: CastlingSide) {
        self.rights &= !Self::bit(color, wing);
    }

    /// Takes all rights that are not in `mask`, in the bits of [`Self::mask`].
    #[inline]
    #[must_use]
    pub const fn masked(mut self, mask: u8) -> Self {
        self.rights &= mask;
        self
    }
}

/// Which castling rights survive a move from or to each square: all but those
/// of a king or rook at home there. Made once for a game, because kings and rooks
/// with rights do not move; then [`Self::after`] needs no branches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CastlingMasks([u8; Square::COUNT]);

impl CastlingMasks {
    /// The masks of these rights, given where the kings stand.
    pub fn new(castling: Castling, placement: &Placement) -> Self {
        let mut masks = [0b1111; Square::COUNT];
        for color in Color::ALL {
            for wing in CastlingSide::ALL {
                if let Some(rook) = castling.rook(color, wing) {
                    masks[rook.index()] &= !Castling::bit(color, wing);
                    masks[placement.king(color).index()] &= !Castling::bit(color, wing);
                }
            }
        }
        Self(masks)
    }

    /// The rights that are left of `castling` after a move between two squares.
    #[inline]
    #[must_use]
    pub const fn after(&self, castling: Castling, from: Square, to: Square) -> Castling {
        castling.masked(self.0[from.index()] & self.0[to.index()])
    }
}

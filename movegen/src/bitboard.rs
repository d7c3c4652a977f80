use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::{Color, Square};

/// A set of squares: bit `n` stands for the square with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The squares of bishops that move on a1.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The squares of bishops that move on h1.
    pub const LIGHT: Self = Self(!Self::DARK.0);

    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether at least one square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether two or more squares are in the set.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of `self` is in `other`.
    #[inline]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with `square` added.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.bitboard().0)
    }

    /// The set with `square` taken out.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.bitboard().0)
    }

    /// The square with the lowest index. An empty set gives a1; callers that
    /// may hold an empty set use [`Self::first`].
    #[inline]
    pub const fn lowest(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The square with the lowest index, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.lowest()) }
    }

    /// The square with the highest index, if there is one.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::new(63 - self.0.leading_zeros() as u8)) }
    }

    /// The set without its lowest square.
    #[inline]
    pub const fn without_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The set moved one rank forward as `color` sees it; what leaves the board
    /// is dropped.
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// The set moved one file towards the h file.
    #[inline]
    pub const fn east(self) -> Self {
        Self(self.0 << 1 & Self::NOT_A)
    }

    /// The set moved one file towards the a file.
    #[inline]
    pub const fn west(self) -> Self {
        Self(self.0 >> 1 & Self::NOT_H)
    }

    /// The set mirrored on the middle of the board, rank 1 to rank 8.
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }
}

macro_rules! set_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self($operator::$method(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0 = $operator::$method(self.0, other.0);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Sub for Bitboard {
    type Output = Self;

    /// The squares of `self` that are not in `other`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The squares of a [`Bitboard`] in rising order.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Bitboard({:#018x})", self.0)?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.0 >> (rank * 8 + file) & 1 == 1 { " X" } else { " ." };
                f.write_str(mark)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

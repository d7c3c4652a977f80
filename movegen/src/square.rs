use core::fmt;

use crate::{Bitboard, Color};

/// A column of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The file with number `index & 7`, a = 0.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// 0 for the a file to 7 for the h file.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The eight squares of the file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self as u8)
    }

    /// The lower-case letter of the file.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file named by a letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::new(letter as u8 - b'a')),
            'A'..='H' => Some(Self::new(letter as u8 - b'A')),
            _ => None,
        }
    }
}

/// A row of the board, seen from white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Rank {
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
}

impl Rank {
    /// All ranks from 1 to 8.
    pub const ALL: [Self; 8] =
        [Self::R1, Self::R2, Self::R3, Self::R4, Self::R5, Self::R6, Self::R7, Self::R8];

    /// The rank with number `index & 7`, first rank = 0.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self::ALL[(index & 7) as usize]
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The eight squares of the rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }

    /// This rank as `color` numbers it: white's first rank is black's eighth.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::new(7 - self as u8),
        }
    }

    /// The digit of the rank.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank named by a digit from 1 to 8.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::new(digit as u8 - b'1')),
            _ => None,
        }
    }
}

/// One of the 64 squares, numbered a1 = 0, b1 = 1, to h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

#[allow(missing_docs, reason = "the names are the documentation")]
impl Square {
    pub const A1: Self = Self(0);
    pub const C1: Self = Self(2);
    pub const D1: Self = Self(3);
    pub const E1: Self = Self(4);
    pub const F1: Self = Self(5);
    pub const G1: Self = Self(6);
    pub const H1: Self = Self(7);
    pub const A8: Self = Self(56);
    pub const E8: Self = Self(60);
    pub const F8: Self = Self(61);
    pub const G8: Self = Self(62);
    pub const H8: Self = Self(63);
}

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square with number `index & 63`.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square where `file` and `rank` cross.
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Self {
        Self(rank as u8 * 8 + file as u8)
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// 0 to 63. The mask tells the compiler what the constructor already
    /// guarantees, so that tables of 64 are indexed without a bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file this square stands on.
    #[inline]
    pub const fn file(self) -> File {
        File::new(self.0 & 7)
    }

    /// The rank this square stands on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::new(self.0 >> 3)
    }

    /// The set that holds only this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// This square as `color` sees it: unchanged for white, mirrored on the middle of the
    /// board for black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        Self(self.0 ^ (56 * color as u8))
    }

    /// One step up the board for white, down for black; wraps at the edge.
    #[inline]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self::new(self.0.wrapping_add(8)),
            Color::Black => Self::new(self.0.wrapping_sub(8)),
        }
    }

    /// The square `files` to the right and `ranks` up, unless that leaves the
    /// board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.0 & 7) as i8 + files;
        let rank = (self.0 >> 3) as i8 + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Self((rank * 8 + file) as u8))
        }
    }

    /// The square named in coordinates, such as `e4`.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let square =
            Self::at(File::from_letter(letters.next()?)?, Rank::from_digit(letters.next()?)?);
        letters.next().is_none().then_some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! The two sides, as types.

use crate::Color;

/// A colour known at compile time.
pub(crate) trait Side {
    /// The other colour.
    type Other: Side<Other = Self>;
    const COLOR: Color;
    /// How far the square number changes with a pawn's step.
    const UP: i8;
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const UP: i8 = 8;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const UP: i8 = -8;
}

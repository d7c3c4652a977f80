use crate::Board;
use crate::outcome::is_insufficient;

/// Half-moves without a capture or pawn move after which the game is drawn.
const FIFTY_MOVES: u16 = 100;

impl Board {
    /// Whether the 50-move rule makes this a draw. Mate on the hundredth
    /// half-move still wins.
    pub fn is_draw_by_fifty(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!self.in_check() || self.has_legal_move())
    }

    /// Whether neither side can ever mate: bare kings, a single knight, or only
    /// bishops that all move on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        is_insufficient(self.placement())
    }
}

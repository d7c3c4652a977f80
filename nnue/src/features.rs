//! Which inputs a position switches on.

use riposte_movegen::{Bitboard, Color, File, PieceType, Placement, Square, Threats};

use crate::kernel::{Kernel, Scalar};

/// Inputs that say where a piece stands: 2 colours, 6 kinds, 64 squares.
pub const PLACES: usize = 768;

/// How a piece can stand: 0 is not attacked; 1 attacked and defended; 2 attacked and not
/// defended; 3 and 4 the same if one of the attackers is worth less than the piece.
pub const STATES: usize = 5;

/// How many inputs a perspective has: every place in every state.
pub const INPUTS: usize = PLACES * STATES;

/// How many sets of output weights there are.
pub const BUCKETS: usize = 8;

/// The output for a position with so many pieces, kings included: one for every
/// four pieces from 2 upwards. More than 32 count as 32.
#[inline]
pub const fn bucket(pieces: u32) -> usize {
    let bucket = pieces.saturating_sub(2) as usize / 4;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// The board as one side sees it: from its own first rank, and mirrored so
/// that its king stands on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    perspective: Color,
    /// Exclusive-or on a square's number.
    mask: usize,
}

impl View {
    /// The view of `perspective` when its king stands on `king`.
    #[inline]
    pub const fn new(perspective: Color, king: Square) -> Self {
        let mirrored = king.file() as u8 >= File::E as u8;
        Self { perspective, mask: (56 * perspective.index()) ^ (7 * mirrored as usize) }
    }

    /// The masks of white's view in the lower half, of black's in the upper.
    #[inline]
    const fn masks([white, black]: [Self; 2]) -> u32 {
        (white.mask | black.mask << 16) as u32
    }

    /// Whether the board is mirrored left to right.
    #[inline]
    pub(crate) const fn is_mirrored(self) -> bool {
        self.mask & 7 != 0
    }

    /// The number of an input, below [`INPUTS`]: by state, then own pieces before the
    /// other side's, each from pawn to king, then by square.
    #[inline]
    pub const fn index(self, input: Input) -> usize {
        let first = FIRST[input.code as usize] >> (16 * self.perspective.index()) & 0xffff;
        first as usize + (input.square.index() ^ self.mask)
    }
}

/// The bits of a code: what stands on a square, and how.
mod bit {
    /// The first of three bits for the kind.
    pub(super) const KIND: usize = 0;
    pub(super) const BLACK: usize = 3;
    /// The other side attacks the piece.
    pub(super) const ATTACKED: usize = 4;
    /// So it does, and its own side does not defend the piece.
    pub(super) const HANGING: usize = 5;
    /// One of the attackers is worth less: pawns attack more than pawns, minor pieces
    /// attack rooks and queens, rooks attack queens.
    pub(super) const OUTRANKED: usize = 6;
    pub(super) const OCCUPIED: usize = 7;
}

/// The state that a code says.
const fn state(code: usize) -> usize {
    (code >> bit::ATTACKED & 1) + (code >> bit::HANGING & 1) + 2 * (code >> bit::OUTRANKED & 1)
}

/// The input of each code for a piece on a1: white's in the lower half, black's in the upper.
/// All are multiples of 64.
static FIRST: [u32; 256] = {
    let mut first = [0; 256];
    let mut code = 0;
    while code < 256 {
        let (kind, black) = (code >> bit::KIND & 7, code >> bit::BLACK & 1);
        let start = state(code) * PLACES + kind * 64;
        let white_sees = start + PLACES / 2 * black;
        let black_sees = start + PLACES / 2 * (1 - black);
        first[code] = (white_sees | black_sees << 16) as u32;
        code += 1;
    }
    first
};

/// A piece on a square, in a state: what the network knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    code: u8,
    square: Square,
}

impl Input {
    /// The state, below [`STATES`].
    #[inline]
    pub const fn state(self) -> usize {
        state(self.code as usize)
    }
}

/// The inputs of a position: for each bit of a code the squares that have it. One cache
/// line, in which two positions are compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features([Bitboard; 8]);

impl Features {
    /// Those of the empty board: none.
    pub const EMPTY: Self = Self([Bitboard::EMPTY; 8]);

    /// Those of a position with two kings.
    pub fn new(placement: &Placement) -> Self {
        Self::with_threats(placement, &Color::ALL.map(|color| Threats::new(placement, color)))
    }

    /// The places of the pieces alone, as if none were attacked.
    #[inline]
    pub(crate) fn of_places(placement: &Placement) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings] =
            PieceType::ALL.map(|kind| placement.kind(kind));
        let mut squares = [Bitboard::EMPTY; 8];
        squares[bit::KIND] = knights | rooks | kings;
        squares[bit::KIND + 1] = bishops | rooks;
        squares[bit::KIND + 2] = queens | kings;
        squares[bit::BLACK] = placement.color(Color::Black);
        squares[bit::OCCUPIED] = pawns | knights | bishops | rooks | queens | kings;
        Self(squares)
    }

    /// Those of a position in which white and black threaten so much.
    #[inline]
    pub fn with_threats(placement: &Placement, [by_white, by_black]: &[Threats; 2]) -> Self {
        let [_, knights, bishops, rooks, queens, _] =
            PieceType::ALL.map(|kind| placement.kind(kind));
        let [white, black] = Color::ALL.map(|color| placement.color(color));
        let outranked = |by: &Threats| {
            (knights | bishops) & by.by_pawns | rooks & by.by_minors | queens & by.by_rooks
        };
        let attacked = white & by_black.all | black & by_white.all;
        let defended = white & by_white.all | black & by_black.all;
        let Self(mut squares) = Self::of_places(placement);
        squares[bit::ATTACKED] = attacked;
        squares[bit::HANGING] = attacked & !defended;
        squares[bit::OUTRANKED] = white & outranked(by_black) | black & outranked(by_white);
        Self(squares)
    }

    /// One input for each piece.
    pub fn inputs(&self) -> impl Iterator<Item = Input> {
        self.0[bit::OCCUPIED].into_iter().map(|square| {
            let code = Scalar.code(&self.0, square.index());
            Input { code, square }
        })
    }

    /// The squares on which two positions differ.
    #[inline]
    pub(crate) fn differences(&self, old: &Self) -> Bitboard {
        let pairs = self.0.iter().zip(&old.0);
        pairs.fold(Bitboard::EMPTY, |all, (new, old)| all | *new ^ *old)
    }

    /// Writes the inputs that differ from those of another position to `changes`, numbered as
    /// both sides see the board now.
    #[inline]
    pub(crate) fn find_changes<K: Kernel>(&self, old: &Self, kernel: K, changes: &mut Changes) {
        let masks = View::masks(Color::ALL.map(|side| self.view(side)));
        let changed = self.differences(old);
        self.write_rows(changed, masks, kernel, &mut changes.added);
        old.write_rows(changed, masks, kernel, &mut changes.removed);
    }

    /// Writes the numbers of the inputs of the pieces on `squares`, given [`View::masks`].
    #[inline]
    fn write_rows<K: Kernel>(&self, squares: Bitboard, masks: u32, kernel: K, rows: &mut Rows) {
        rows.count = 0;
        for square in squares & self.0[bit::OCCUPIED] {
            let square = square.index();
            let first = FIRST[usize::from(kernel.code(&self.0, square))];
            rows.push(first | ((square as u32 * 0x1_0001) ^ masks));
        }
    }

    /// How `perspective` sees the board.
    #[inline]
    pub(crate) fn view(&self, perspective: Color) -> View {
        // Of all kinds, only the king has both bits.
        let kings = self.0[bit::KIND] & self.0[bit::KIND + 2];
        let black = self.0[bit::BLACK];
        let own = if perspective == Color::Black { kings & black } else { kings & !black };
        View::new(perspective, own.lowest())
    }
}

/// As many inputs as a board can have; a legal position has at most 32.
const MOST: usize = 64;

/// The way from one position's inputs to another's.
#[derive(Clone, Debug)]
pub(crate) struct Changes {
    pub(crate) added: Rows,
    pub(crate) removed: Rows,
}

impl Changes {
    pub(crate) const NONE: Self = Self { added: Rows::NONE, removed: Rows::NONE };
}

/// Numbers of inputs, which are those of rows of weights, as each side sees them.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    numbers: [[u16; MOST]; 2],
    count: usize,
}

impl Rows {
    const NONE: Self = Self { numbers: [[0; MOST]; 2], count: 0 };

    /// The numbers as one side sees them.
    #[inline]
    pub(crate) fn of(&self, side: Color) -> &[u16] {
        &self.numbers[side.index()][..self.count]
    }

    /// Adds an input: white's number in the lower half, black's in the upper.
    #[inline]
    fn push(&mut self, numbers: u32) {
        let [white, black] = &mut self.numbers;
        white[self.count] = numbers as u16;
        black[self.count] = (numbers >> 16) as u16;
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use riposte_board::Board;
    use riposte_movegen::Piece;

    use super::*;
    use crate::kernel::native;

    #[test]
    fn buckets_cover_every_number_of_pieces() {
        assert_eq!([2, 5, 6, 29, 30, 32].map(bucket), [0, 0, 1, 6, 7, 7]);
        assert_eq!([0, 64].map(bucket), [0, 7]);
    }

    fn input(piece: Piece, square: Square, state: usize) -> Input {
        const STATES: [usize; 5] = [0, 1, 3, 5, 7];
        let kind = piece.kind().index();
        let black = usize::from(piece.color() == Color::Black);
        let code = kind << bit::KIND | black << bit::BLACK | STATES[state] << bit::ATTACKED;
        Input { code: code as u8, square }
    }

    #[test]
    fn every_view_is_a_permutation_of_the_inputs() {
        for perspective in Color::ALL {
            for king in [Square::A1, Square::H1] {
                let view = View::new(perspective, king);
                let mut seen = [false; INPUTS];
                for state in 0..STATES {
                    for piece in Piece::ALL {
                        for square in Square::all() {
                            seen[view.index(input(piece, square, state))] = true;
                        }
                    }
                }
                assert!(seen.iter().all(|&seen| seen));
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_own_side() {
        let white = View::new(Color::White, Square::G1);
        let black = View::new(Color::Black, Square::G8);
        assert_eq!(
            white.index(input(Piece::WhiteRook, Square::F1, 0)),
            black.index(input(Piece::BlackRook, Square::F8, 0))
        );
        let left = View::new(Color::White, Square::new(1));
        assert_eq!(
            white.index(input(Piece::BlackQueen, Square::H8, 0)),
            left.index(input(Piece::BlackQueen, Square::A8, 0))
        );
    }

    fn features(fen: &str) -> Features {
        Features::new(Board::from_fen(fen).unwrap().placement())
    }

    /// Inputs as text: where, and in which state.
    fn text(inputs: impl IntoIterator<Item = Input>) -> Vec<String> {
        inputs.into_iter().map(|input| format!("{} {}", input.square, input.state())).collect()
    }

    #[test]
    fn pieces_stand_as_on_the_board() {
        // The rook attacks the pawn, which nothing defends, and not the bishop behind it.
        let hanging = features("7k/1b6/8/1p6/8/8/8/KR6 w - - 0 1");
        assert_eq!(text(hanging.inputs()), ["a1 0", "b1 0", "b5 2", "b7 0", "h8 0"]);
        // A pawn and a rook attack one knight each; the knights defend each other.
        let defended = features("7k/8/2r5/3p4/4N3/2N5/8/K7 w - - 0 1");
        let expected = ["a1 0", "c3 1", "e4 3", "d5 2", "c6 0", "h8 0"];
        assert_eq!(text(defended.inputs()), expected);
        // A bishop attacks the rook, which the king defends, and the queen, which nothing
        // defends.
        let outranked = features("k7/8/8/6q1/8/4B3/8/1KR4r b - - 0 1");
        let expected = ["b1 0", "c1 1", "h1 2", "e3 2", "g5 4", "a8 0"];
        assert_eq!(text(outranked.inputs()), expected);
    }

    #[test]
    fn changes_lead_from_one_position_to_another() {
        let old = features("7k/8/8/1p6/8/8/8/KR6 w - - 0 1");
        let new = features("7k/8/8/1p6/8/8/8/K2R4 b - - 0 1");
        let mut changes = Changes::NONE;
        new.find_changes(&old, native(), &mut changes);
        for side in Color::ALL {
            let rows = |features: &Features, squares: &[&str]| -> Vec<u16> {
                let changed =
                    features.inputs().filter(|it| squares.contains(&&*it.square.to_string()));
                changed.map(|input| new.view(side).index(input) as u16).collect()
            };
            assert_eq!(changes.removed.of(side), rows(&old, &["b1", "b5"]));
            assert_eq!(changes.added.of(side), rows(&new, &["d1", "b5"]));
        }
        new.find_changes(&new, native(), &mut changes);
        assert!(changes.added.of(Color::White).is_empty());
        assert!(changes.removed.of(Color::White).is_empty());
    }
}

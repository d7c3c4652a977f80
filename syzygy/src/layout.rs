//! How the pieces of a table are arranged into one number.
//!
//! Equal pieces form groups; the place of each group is a number, and the numbers
//! are put together like digits. The first group also carries the symmetry of
//! the board: the leading pawns, or three different pieces, or the two kings.

use arrayvec::ArrayVec;
use riposte_movegen::{Bitboard, Color, Piece, PieceType, Placement};

use crate::damage::Damage;
use crate::maps::{
    BINOMIAL, KING_PAIR, KING_PAIRS, LEADING_PAWN, LEADING_PAWNS, LOWER, MAX_PAWNS, PAWN, TRIANGLE,
    TRIPLES, above_diagonal, flip_diagonal,
};
use crate::material::{MAX_PIECES, Material};

/// The bit by which the format tells black pieces from white ones.
const BLACK: u8 = 8;

/// The piece with this code of the format: 1 to 6 for pawn to king, 9 to 14 for black's.
pub(crate) fn piece_of(code: u8) -> Option<Piece> {
    let color = if code & BLACK == 0 { Color::White } else { Color::Black };
    let kind = PieceType::ALL.get(usize::from(code & !BLACK).checked_sub(1)?)?;
    Some(Piece::new(color, *kind))
}

/// The pieces of a table in its own order.
pub(crate) type Pieces = ArrayVec<Piece, MAX_PIECES>;

/// A position as a table sees it: its own white may be our black.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) placement: &'a Placement,
    /// Whether the colours, and with them the ranks, are exchanged.
    pub(crate) flipped: bool,
}

impl View<'_> {
    fn of(self, piece: Piece) -> Bitboard {
        let color = if self.flipped { !piece.color() } else { piece.color() };
        let pieces = self.placement.of(color, piece.kind());
        if self.flipped { pieces.flip_ranks() } else { pieces }
    }
}

/// What the first group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    Pawns,
    Triple,
    Kings,
}

/// Pieces whose places make one digit.
#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    /// What one step of the digit is worth.
    factor: u64,
}

/// The order of pieces and digits of one sequence of a table.
#[derive(Debug)]
pub(crate) struct Layout {
    pieces: Pieces,
    lead: Lead,
    groups: ArrayVec<Group, MAX_PIECES>,
    /// Whether the second group are the pawns of the other side.
    other_pawns: bool,
    /// How many values the sequence has.
    pub(crate) size: u64,
}

const IMPOSSIBLE: Damage = Damage::Content("impossible order of pieces");

impl Layout {
    /// Checks the order of pieces that a file gives. `places` says at which place
    /// among the digits the first group comes, and the second if it is the
    /// pawns of the other side; `file` is that of the leading pawn.
    pub(crate) fn new(
        material: &Material,
        pieces: Pieces,
        places: [u8; 2],
        file: usize,
    ) -> Result<Self, Damage> {
        if !is_order_of(&pieces, material) {
            return Err(IMPOSSIBLE);
        }
        let lead = match (material.has_pawns(), material.singles() > 2) {
            (true, _) => Lead::Pawns,
            (false, true) => Lead::Triple,
            (false, false) => Lead::Kings,
        };
        let lens = group_lens(&pieces, lead);
        let other_pawns = lead == Lead::Pawns && !material.pawns().contains(&0);
        let mut layout = Self { pieces, lead, groups: ArrayVec::new(), other_pawns, size: 1 };
        if !layout.leads_well(&lens) {
            return Err(IMPOSSIBLE);
        }
        layout.groups.extend(lens.into_iter().map(|len| Group { len, factor: 0 }));
        layout.weigh(places, file)?;
        Ok(layout)
    }

    /// Whether the first groups are what they have to be.
    fn leads_well(&self, lens: &[usize]) -> bool {
        let kind = |index: usize| self.pieces.get(index).map(|piece| piece.kind());
        match self.lead {
            Lead::Pawns => {
                kind(0) == Some(PieceType::Pawn)
                    && lens[0] <= MAX_PAWNS
                    && (!self.other_pawns || kind(lens[0]) == Some(PieceType::Pawn))
            }
            Lead::Kings => kind(0) == Some(PieceType::King) && kind(1) == Some(PieceType::King),
            Lead::Triple => {
                let [a, b, c, ..] = self.pieces[..] else { return false };
                let single =
                    |piece| self.pieces.iter().filter(|&&other| other == piece).count() == 1;
                single(a) && single(b) && single(c)
            }
        }
    }

    /// Gives each digit its factor, in the order that the file wants.
    fn weigh(&mut self, places: [u8; 2], file: usize) -> Result<(), Damage> {
        let count = self.groups.len();
        let [first, second] = places.map(usize::from);
        if first >= count || self.other_pawns && (second >= count || second == first) {
            return Err(IMPOSSIBLE);
        }
        let (lead, other) =
            (self.groups[0].len, if self.other_pawns { self.groups[1].len } else { 0 });
        let mut free = 64 - lead - other;
        let mut rest = if self.other_pawns { 2 } else { 1 };
        for place in 0..count {
            let (group, values) = if place == first {
                (0, self.lead_size(file))
            } else if self.other_pawns && place == second {
                (1, BINOMIAL[other][48 - lead])
            } else {
                let len = self.groups[rest].len;
                free -= len;
                rest += 1;
                (rest - 1, BINOMIAL[len][free + len])
            };
            self.groups[group].factor = self.size;
            self.size *= values;
        }
        Ok(())
    }

    fn lead_size(&self, file: usize) -> u64 {
        match self.lead {
            Lead::Pawns => LEADING_PAWNS[self.groups[0].len][file],
            Lead::Triple => TRIPLES,
            Lead::Kings => KING_PAIRS,
        }
    }

    /// The piece that comes first: in a table with pawns, one of the side whose
    /// pawns lead.
    pub(crate) fn first_piece(&self) -> Piece {
        self.pieces[0]
    }

    /// The place of a position in the sequence. Its material must be the
    /// table's, with the leading pawn, if there is one, on the sequence's file.
    pub(crate) fn index(&self, view: View<'_>) -> u64 {
        let mut squares = self.squares(view);
        let lead = self.groups[0].len;
        match self.lead {
            Lead::Pawns => put_leading_pawn_first(&mut squares[..lead]),
            Lead::Triple => turn(&mut squares, 3),
            Lead::Kings => turn(&mut squares, 2),
        }
        if self.lead == Lead::Pawns && squares[0] & 4 != 0 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let first = match self.lead {
            Lead::Pawns => leading_pawns(&mut squares[..lead]),
            Lead::Triple => triple([squares[0], squares[1], squares[2]]),
            Lead::Kings => u64::from(
                KING_PAIR[usize::from(TRIANGLE[usize::from(squares[0])])][usize::from(squares[1])],
            ),
        };
        first * self.groups[0].factor + self.rest(&mut squares)
    }

    /// Where the pieces stand, in the table's order.
    fn squares(&self, view: View<'_>) -> ArrayVec<u8, MAX_PIECES> {
        let mut squares = ArrayVec::new();
        for equal in self.pieces.chunk_by(|a, b| a == b) {
            for square in view.of(equal[0]) {
                // The material is the table's, so there is room.
                let _ = squares.try_push(square.index() as u8);
            }
        }
        squares
    }

    /// The digits of all groups but the first.
    fn rest(&self, squares: &mut [u8]) -> u64 {
        let mut index = 0;
        let mut start = self.groups[0].len;
        for (number, group) in self.groups.iter().enumerate().skip(1) {
            let (before, from_here) = squares.split_at_mut(start);
            let here = &mut from_here[..group.len];
            here.sort_unstable();
            // Pawns are never on the first rank.
            let below = if self.other_pawns && number == 1 { 8 } else { 0 };
            let mut digit = 0;
            for (order, &square) in here.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count();
                digit += BINOMIAL[order + 1][usize::from(square) - taken - below];
            }
            index += digit * group.factor;
            start += group.len;
        }
        index
    }
}

/// Whether `pieces` are those of `material`, equal ones next to each other.
fn is_order_of(pieces: &Pieces, material: &Material) -> bool {
    let is_grouped = |piece: &Piece| {
        let mut runs = pieces.chunk_by(|a, b| a == b).filter(|run| run.contains(piece));
        runs.next().is_some() && runs.next().is_none()
    };
    let counted = |piece: &Piece| {
        let count = pieces.iter().filter(|&other| other == piece).count();
        count == usize::from(material.count(piece.color(), piece.kind()))
    };
    pieces.len() == material.pieces()
        && pieces.iter().all(|piece| is_grouped(piece) && counted(piece))
}

/// How many pieces there are in each group.
fn group_lens(pieces: &Pieces, lead: Lead) -> ArrayVec<usize, MAX_PIECES> {
    let joined = match lead {
        Lead::Pawns => 1,
        Lead::Triple => 3,
        Lead::Kings => 2,
    };
    let mut lens = ArrayVec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let continues = index > 0 && (index < joined || pieces[index - 1] == *piece);
        match lens.last_mut() {
            Some(len) if continues => *len += 1,
            _ => lens.push(1),
        }
    }
    lens
}

/// The file of the leading pawn, 0 to 3 from the edge, when `piece` is one of the
/// pawns that lead.
pub(crate) fn leading_file(piece: Piece, view: View<'_>) -> usize {
    let pawns = view.of(piece).into_iter().map(|square| square.index() as u8);
    let leading = pawns.max_by_key(|&square| PAWN[usize::from(square)]).unwrap_or(0);
    let file = usize::from(leading & 7);
    file.min(7 - file)
}

fn put_leading_pawn_first(pawns: &mut [u8]) {
    let leading = (0..pawns.len()).max_by_key(|&index| PAWN[usize::from(pawns[index])]);
    pawns.swap(0, leading.unwrap_or(0));
}

/// The number of an arrangement of leading pawns, the leading one first and on
/// the files a to d.
fn leading_pawns(pawns: &mut [u8]) -> u64 {
    let mut index = LEADING_PAWN[pawns.len()][usize::from(pawns[0])];
    let others = &mut pawns[1..];
    others.sort_unstable_by_key(|&square| PAWN[usize::from(square)]);
    for (order, &square) in others.iter().enumerate() {
        index += BINOMIAL[order + 1][usize::from(PAWN[usize::from(square)])];
    }
    index
}

/// Rotates and mirrors the board until the first piece is in the triangle a1-d1-d4, and the
/// first of the `lead` leading pieces that leaves the diagonal is below it.
fn turn(squares: &mut [u8], lead: usize) {
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    if squares[0] & 32 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off = squares[..lead].iter().find(|&&square| above_diagonal(square) != 0);
    if off.is_some_and(|&square| above_diagonal(square) > 0) {
        squares.iter_mut().for_each(|square| *square = flip_diagonal(*square));
    }
}

/// The number of three different pieces on a board that was turned.
fn triple([a, b, c]: [u8; 3]) -> u64 {
    // A square that a piece before has taken is not counted.
    let second = |square: u8| u64::from(square) - u64::from(b > a);
    let third = |square: u8| u64::from(square) - u64::from(c > a) - u64::from(c > b);
    let (ua, ub, uc) = (usize::from(a), usize::from(b), usize::from(c));
    // On the diagonal a square's number is its rank.
    if above_diagonal(a) != 0 {
        u64::from(TRIANGLE[ua]) * 63 * 62 + second(b) * 62 + third(c)
    } else if above_diagonal(b) != 0 {
        6 * 63 * 62 + u64::from(a >> 3) * 28 * 62 + u64::from(LOWER[ub]) * 62 + third(c)
    } else if above_diagonal(c) != 0 {
        6 * 63 * 62
            + 4 * 28 * 62
            + u64::from(a >> 3) * 7 * 28
            + second(b >> 3) * 28
            + u64::from(LOWER[uc])
    } else {
        6 * 63 * 62
            + 4 * 28 * 62
            + 4 * 7 * 28
            + u64::from(a >> 3) * 7 * 6
            + second(b >> 3) * 6
            + third(c >> 3)
    }
}

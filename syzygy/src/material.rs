//! What is on the board, without where: the name of a table.

use std::fmt;

use riposte_movegen::{Color, PieceType, Placement};

/// The most pieces of a table that was ever made.
pub const MAX_PIECES: usize = 7;

/// Kinds of pieces in the order in which file names list them.
const NAMED: [PieceType; 6] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// How many pieces of each kind each side has, as in `KQPvKR`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// By side, white's first, and by [`PieceType::index`].
    counts: [[u8; 6]; 2],
}

impl Material {
    /// What stands on the board.
    pub fn of(placement: &Placement) -> Self {
        let count = |color| {
            PieceType::ALL.map(|kind| {
                // At most 64.
                placement.of(color, kind).len() as u8
            })
        };
        Self { counts: [count(Color::White), count(Color::Black)] }
    }

    /// The material that a table's file is named after: both sides with a king
    /// first, white's before the `v`, at most [`MAX_PIECES`] pieces.
    pub fn from_name(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let material = Self { counts: [side_from_name(white)?, side_from_name(black)?] };
        (3..=MAX_PIECES).contains(&material.pieces()).then_some(material)
    }

    /// How many pieces `color` has of `kind`.
    pub fn count(&self, color: Color, kind: PieceType) -> u8 {
        self.counts[color.index()][kind.index()]
    }

    /// All pieces of both sides, kings included.
    pub fn pieces(&self) -> usize {
        self.counts.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { counts: [self.counts[1], self.counts[0]] }
    }

    /// Whether both sides have the same.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Whether either side has a pawn.
    pub fn has_pawns(&self) -> bool {
        self.pawns() != [0, 0]
    }

    /// The pawns of both sides, white's first.
    pub fn pawns(&self) -> [u8; 2] {
        [Color::White, Color::Black].map(|color| self.count(color, PieceType::Pawn))
    }

    /// How many kinds of pieces of either colour are on the board once.
    pub fn singles(&self) -> usize {
        self.counts.iter().flatten().filter(|&&count| count == 1).count()
    }

    /// Every material with `pieces` pieces, each once, with the names of the files.
    pub fn all_with(pieces: usize) -> Vec<Self> {
        let mut all = Vec::new();
        let others = pieces.saturating_sub(2);
        for black in 0..=others / 2 {
            for strong in sides_with(others - black) {
                for weak in sides_with(black) {
                    if others - black > black || rank(&strong) >= rank(&weak) {
                        all.push(Self { counts: [strong, weak] });
                    }
                }
            }
        }
        all
    }
}

/// The value by which two sides with equally many pieces are put in order: that
/// with the better best piece is named first.
fn rank(side: &[u8; 6]) -> [u8; 5] {
    [side[4], side[3], side[2], side[1], side[0]]
}

/// Every side with a king and `count` other pieces.
fn sides_with(count: usize) -> Vec<[u8; 6]> {
    let mut sides = vec![[0, 0, 0, 0, 0, 1]];
    for _ in 0..count {
        let grown = sides.iter().flat_map(|side| {
            // Only kinds that are not worth more than the last one added, so
            // that each set is made once.
            let least = (0..5).find(|&kind| side[kind] > 0).unwrap_or(4);
            (0..=least).map(move |kind| {
                let mut side = *side;
                side[kind] += 1;
                side
            })
        });
        sides = grown.collect();
    }
    sides
}

fn side_from_name(name: &str) -> Option<[u8; 6]> {
    let mut side = [0; 6];
    let (_king, others) = NAMED.split_first()?;
    for letter in name.strip_prefix('K')?.chars() {
        let kind = others.iter().find(|kind| kind.letter().to_ascii_uppercase() == letter)?;
        side[kind.index()] += 1;
        if usize::from(side[kind.index()]) > MAX_PIECES {
            return None;
        }
    }
    side[PieceType::King.index()] = 1;
    Some(side)
}

/// The name of the table, such as `KQPvKR`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for kind in NAMED {
                for _ in 0..self.count(color, kind) {
                    write!(f, "{}", kind.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in ["KQvK", "KQPvKR", "KRPPvKRP", "KBNvKQ"] {
            assert_eq!(Material::from_name(name).map(|m| m.to_string()).as_deref(), Some(name));
        }
        let long = format!("K{}vK", "Q".repeat(300));
        for name in ["", "KvK", "QvK", "KQK", "KXvK", "KQvKv", "kqvk", "KQQQQQQvK", &long] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn every_set_of_pieces_is_listed_once() {
        for (pieces, tables) in [(3, 5), (4, 30), (5, 110), (6, 365), (7, 1001)] {
            let mut all = Material::all_with(pieces);
            assert_eq!(all.len(), tables, "{pieces} pieces");
            for material in &all {
                assert_eq!(material.pieces(), pieces);
                assert_eq!(Material::from_name(&material.to_string()), Some(*material));
            }
            let names: Vec<Material> = all.iter().flat_map(|m| [*m, m.flipped()]).collect();
            all = names;
            all.sort_unstable();
            let count = all.len();
            all.dedup();
            let symmetric = all.iter().filter(|m| m.is_symmetric()).count();
            assert_eq!(count - all.len(), symmetric, "nothing twice, not even flipped");
        }
    }

    #[test]
    fn names_put_the_stronger_side_first() {
        let names: Vec<String> = Material::all_with(4).iter().map(ToString::to_string).collect();
        for name in ["KQvKR", "KRvKB", "KBvKN", "KNvKP", "KQPvK", "KPvKP", "KBNvK"] {
            assert!(names.iter().any(|found| found == name), "{name}");
        }
    }
}

//! One file: its parts, and the value of a position in it.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use riposte_movegen::{Color, Placement};

use crate::checksum;
use crate::damage::{Damage, FileError};
use crate::layout::{Layout, Pieces, View, leading_file, piece_of};
use crate::material::Material;
use crate::pairs::Pairs;
use crate::source::{Cursor, Source};
use crate::wdl::Wdl;

/// What a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// Win, draw or loss.
    Wdl,
    /// The distance to the next capture or pawn move.
    Dtz,
}

impl TableKind {
    /// The extension of the file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Flags of a file.
const SPLIT: u8 = 1;
const PAWNS: u8 = 2;

/// Flags of a sequence of distances.
mod dtz {
    /// Set if it is black's turn in the positions that it holds.
    pub(super) const BLACK_TO_MOVE: u8 = 1;
    /// Values are numbers of entries in a list.
    pub(super) const MAPPED: u8 = 2;
    /// Wins are counted in plies and not in moves.
    pub(super) const WIN_PLIES: u8 = 4;
    /// Distances of a loss are in plies and not in moves.
    pub(super) const LOSS_PLIES: u8 = 8;
    /// The list has entries of two bytes.
    pub(super) const WIDE: u8 = 16;
}

/// What a table of distances answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distance {
    /// Plies to the next capture or pawn move.
    Plies(i32),
    /// Only positions with the other side to move are in the table.
    OtherSide,
}

/// One sequence of a table, for one side to move and one file of the leading
/// pawn.
#[derive(Debug)]
struct Part {
    layout: Layout,
    pairs: Pairs,
    /// Lists of distances: win, loss, cursed win, blessed loss.
    lists: [Box<[u16]>; 4],
}

/// The contents of a file.
#[derive(Debug)]
pub(crate) struct Contents {
    source: Source,
    /// By file of the leading pawn, and side to move where that matters.
    parts: ArrayVec<ArrayVec<Part, 2>, 4>,
}

/// A file that is opened when it is first asked.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) path: PathBuf,
    pub(crate) material: Material,
    pub(crate) kind: TableKind,
    contents: OnceLock<Result<Contents, Damage>>,
    /// The first damage that was found: nothing is believed then.
    damage: OnceLock<Damage>,
    /// Whether the damage has been reported.
    is_reported: AtomicBool,
}

impl Table {
    pub(crate) fn new(path: PathBuf, material: Material, kind: TableKind) -> Self {
        Self {
            path,
            material,
            kind,
            contents: OnceLock::new(),
            damage: OnceLock::new(),
            is_reported: AtomicBool::new(false),
        }
    }

    /// The result of a position whose best move is no capture. `flipped` says
    /// that the table's white is our black.
    pub(crate) fn wdl(
        &self,
        placement: &Placement,
        side: Color,
        flipped: bool,
    ) -> Result<Wdl, Damage> {
        let contents = self.contents()?;
        let view = self.view(placement, side, flipped);
        let value = contents.value(contents.part(view, self.side(side, view)), view);
        let wdl = value.and_then(|value| {
            Wdl::from_index(value).ok_or(Damage::Content("a value that means nothing"))
        });
        self.note(wdl)
    }

    /// The distance of a position with the result `wdl` whose best move is
    /// neither capture nor pawn move.
    pub(crate) fn dtz(
        &self,
        placement: &Placement,
        side: Color,
        flipped: bool,
        wdl: Wdl,
    ) -> Result<Distance, Damage> {
        let contents = self.contents()?;
        let view = self.view(placement, side, flipped);
        let part = contents.part(view, 0);
        let holds_black = part.pairs.flags & dtz::BLACK_TO_MOVE != 0;
        let both = self.material.is_symmetric() && !self.material.has_pawns();
        if !both && holds_black != (self.side(side, view) == 1) {
            return Ok(Distance::OtherSide);
        }
        let value = contents.value(part, view);
        self.note(value.and_then(|value| part.plies(value, wdl)).map(Distance::Plies))
    }

    /// With the same pieces on both sides the table holds white to move only.
    fn view<'a>(&self, placement: &'a Placement, side: Color, flipped: bool) -> View<'a> {
        let flipped = if self.material.is_symmetric() { side == Color::Black } else { flipped };
        View { placement, flipped }
    }

    /// 0 if white is to move as the table sees it.
    fn side(&self, side: Color, view: View<'_>) -> usize {
        usize::from((side == Color::Black) != view.flipped)
    }

    /// The contents of the file, which is opened at the first call, or the damage
    /// that was found so far.
    fn contents(&self) -> Result<&Contents, Damage> {
        if let Some(&damage) = self.damage.get() {
            return Err(damage);
        }
        let contents = self.contents.get_or_init(|| self.load());
        self.note(contents.as_ref().map_err(|&damage| damage))
    }

    /// Stops the use of a file that was found to be damaged.
    fn note<T>(&self, outcome: Result<T, Damage>) -> Result<T, Damage> {
        outcome.inspect_err(|&damage| {
            self.damage.get_or_init(|| damage);
        })
    }

    /// The damage that was found so far.
    pub(crate) fn known_error(&self) -> Option<FileError> {
        let damage = *self.damage.get()?;
        Some(FileError { path: self.path.clone(), damage })
    }

    /// The same, only once.
    pub(crate) fn take_error(&self) -> Option<FileError> {
        self.known_error().filter(|_| !self.is_reported.swap(true, Ordering::Relaxed))
    }

    /// Opens the file and reads its description. What is small enough to be
    /// kept in memory is compared with its checksum, but not in a fuzzer, which
    /// would never get past that.
    fn load(&self) -> Result<Contents, Damage> {
        let source = Source::open(&self.path)?;
        if matches!(source, Source::Memory(_)) && !cfg!(fuzzing) {
            checksum::verify(&source, || false)?;
        }
        Contents::read(source, &self.material, self.kind)
    }

    /// Reads the file from beginning to end and compares all of it with its
    /// checksum, unless `is_cancelled`.
    pub(crate) fn verify(&self, is_cancelled: impl Fn() -> bool) -> Result<(), Damage> {
        let source = Source::open(&self.path)?;
        checksum::verify(&source, is_cancelled)?;
        Contents::read(source, &self.material, self.kind).map(drop)
    }
}

impl Contents {
    fn read(source: Source, material: &Material, kind: TableKind) -> Result<Self, Damage> {
        let mut cursor = Cursor::new(&source);
        if cursor.magic()? != kind.magic() {
            return Err(Damage::Magic);
        }
        let flags = cursor.byte()?;
        let is_split = flags & SPLIT != 0;
        if (flags & PAWNS != 0) != material.has_pawns()
            || kind == TableKind::Wdl && is_split == material.is_symmetric()
        {
            return Err(Damage::Content("it is the table of other pieces"));
        }
        let sides = if kind == TableKind::Wdl && is_split { 2 } else { 1 };
        let mut parts = read_parts(&mut cursor, material, sides)?;
        if kind == TableKind::Dtz {
            check_side(material, &parts)?;
            read_lists(&mut cursor, &mut parts)?;
        }
        for part in parts.iter_mut().flatten() {
            part.pairs.place_index(&mut cursor)?;
        }
        for part in parts.iter_mut().flatten() {
            part.pairs.place_lengths(&mut cursor)?;
        }
        for part in parts.iter_mut().flatten() {
            part.pairs.place_blocks(&mut cursor)?;
        }
        Ok(Self { source, parts })
    }

    /// The sequence that holds a position.
    fn part(&self, view: View<'_>, side: usize) -> &Part {
        let file = match &self.parts[..] {
            [_] => 0,
            parts => leading_file(parts[0][0].layout.first_piece(), view),
        };
        let sides = &self.parts[file];
        &sides[side % sides.len()]
    }

    fn value(&self, part: &Part, view: View<'_>) -> Result<u16, Damage> {
        part.pairs.value(&self.source, part.layout.index(view))
    }
}

impl Part {
    /// The distance that a stored value means for a position with this result.
    fn plies(&self, value: u16, wdl: Wdl) -> Result<i32, Damage> {
        let flags = self.pairs.flags;
        let (list, in_plies) = match wdl {
            Wdl::Win => (0, flags & dtz::WIN_PLIES != 0),
            Wdl::Loss => (1, flags & dtz::LOSS_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return Err(Damage::Content("a draw has no distance")),
        };
        let value = if flags & dtz::MAPPED == 0 {
            value
        } else {
            let entry = self.lists[list].get(usize::from(value));
            *entry.ok_or(Damage::Content("a value that means nothing"))?
        };
        Ok(i32::from(value) * if in_plies { 1 } else { 2 } + 1)
    }
}

/// The order of pieces of every part, then the descriptions of the sequences.
fn read_parts(
    cursor: &mut Cursor<'_>,
    material: &Material,
    sides: usize,
) -> Result<ArrayVec<ArrayVec<Part, 2>, 4>, Damage> {
    let files = if material.has_pawns() { 4 } else { 1 };
    let mut layouts = ArrayVec::<ArrayVec<Layout, 2>, 4>::new();
    for file in 0..files {
        layouts.push(read_layouts(cursor, material, sides, file)?);
    }
    cursor.align(2);
    let mut parts = ArrayVec::new();
    for layouts in layouts {
        let mut of_file = ArrayVec::new();
        for layout in layouts {
            let pairs = Pairs::read(cursor, layout.size)?;
            of_file.push(Part { layout, pairs, lists: Default::default() });
        }
        parts.push(of_file);
    }
    Ok(parts)
}

/// The order of pieces for both sides to move: one in the lower half of each
/// byte, the other in the upper.
fn read_layouts(
    cursor: &mut Cursor<'_>,
    material: &Material,
    sides: usize,
    file: usize,
) -> Result<ArrayVec<Layout, 2>, Damage> {
    let both_have_pawns = !material.pawns().contains(&0);
    let first = cursor.byte()?;
    let second = if both_have_pawns { cursor.byte()? } else { 0xff };
    let codes = cursor.bytes(material.pieces() as u64)?;
    let mut layouts = ArrayVec::new();
    for side in 0..sides {
        let half = |byte: u8| byte >> (4 * side) & 0xf;
        let pieces: Option<Pieces> = codes.iter().map(|&code| piece_of(half(code))).collect();
        let pieces = pieces.ok_or(Damage::Content("an unknown piece"))?;
        layouts.push(Layout::new(material, pieces, [half(first), half(second)], file)?);
    }
    Ok(layouts)
}

/// Refuses a table of distances that would send the prober to the other side
/// without end: with equal pieces on both sides, each position is looked up with
/// white to move.
fn check_side(material: &Material, parts: &ArrayVec<ArrayVec<Part, 2>, 4>) -> Result<(), Damage> {
    let holds_black = |part: &Part| part.pairs.flags & dtz::BLACK_TO_MOVE != 0;
    if material.is_symmetric() && material.has_pawns() && parts.iter().flatten().any(holds_black) {
        return Err(Damage::Content("it holds neither side"));
    }
    Ok(())
}

/// The lists of distances that mapped sequences refer to.
fn read_lists(
    cursor: &mut Cursor<'_>,
    parts: &mut ArrayVec<ArrayVec<Part, 2>, 4>,
) -> Result<(), Damage> {
    for part in parts.iter_mut().flatten() {
        let flags = part.pairs.flags;
        if flags & dtz::MAPPED == 0 {
            continue;
        }
        let is_wide = flags & dtz::WIDE != 0;
        if is_wide {
            cursor.align(2);
        }
        for list in &mut part.lists {
            let count = if is_wide { cursor.word()? } else { u16::from(cursor.byte()?) };
            *list = (0..count)
                .map(|_| if is_wide { cursor.word() } else { cursor.byte().map(u16::from) })
                .collect::<Result<_, _>>()?;
        }
    }
    cursor.align(2);
    Ok(())
}

#[cfg(test)]
mod tests;

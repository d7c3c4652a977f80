//! Tables whose checksum was not compared: what probing of large files may
//! meet. Needs the folder of tables that the integration tests use.

use std::path::Path;

use riposte_movegen::{Piece, PieceType, Square};

use super::*;
use crate::Tables;

/// Damaged copies of each file.
const COPIES: usize = 60;

#[expect(clippy::print_stdout, reason = "a skipped test has to say so")]
fn folder(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("RIPOSTE_SYZYGY").map(PathBuf::from);
    if folder.is_none() {
        println!("SKIPPED: {test}: RIPOSTE_SYZYGY names no folder with tables");
    }
    folder
}

/// Xorshift (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// The pieces of `material` anywhere, pawns not on the edges.
fn scatter(material: &Material, random: &mut Random) -> Placement {
    let mut placement = Placement::EMPTY;
    for color in Color::ALL {
        for kind in PieceType::ALL {
            for _ in 0..material.count(color, kind) {
                let square = loop {
                    let (start, range) = if kind == PieceType::Pawn { (8, 48) } else { (0, 64) };
                    let square = Square::new((start + random.below(range)) as u8);
                    if !placement.occupied().has(square) {
                        break square;
                    }
                };
                placement.toggle(Piece::new(color, kind), square);
            }
        }
    }
    placement
}

fn table_with(contents: Result<Contents, Damage>, material: Material, kind: TableKind) -> Table {
    let table = Table::new(PathBuf::new(), material, kind);
    assert!(table.contents.set(contents).is_ok());
    table
}

/// Every answer about some positions; each asked as if nothing was known yet.
fn answers(mut table: Table, random: &mut Random) -> Vec<Result<i32, Damage>> {
    let ask = |_| {
        table.damage.take();
        let side = Color::ALL[random.below(2)];
        let placement = scatter(&table.material, random);
        match table.kind {
            TableKind::Wdl => table.wdl(&placement, side, false).map(Wdl::sign),
            TableKind::Dtz => {
                table.dtz(&placement, side, false, Wdl::Win).map(|distance| match distance {
                    Distance::Plies(plies) => plies,
                    Distance::OtherSide => 0,
                })
            }
        }
    };
    (0..10).map(ask).collect()
}

fn files(folder: &Path) -> Vec<(PathBuf, Material, TableKind)> {
    let (tables, errors) = Tables::open(&[folder]);
    assert_eq!(errors, []);
    tables.files().map(|table| (table.path.clone(), table.material, table.kind)).collect()
}

#[test]
fn damage_is_an_error_or_a_wrong_answer_and_nothing_worse() {
    let Some(folder) = folder("damage_is_an_error_or_a_wrong_answer_and_nothing_worse") else {
        return;
    };
    let mut random = Random(0x0dd_ba11);
    let (mut refused, mut failed, mut answered) = (0, 0, 0);
    for (path, material, kind) in files(&folder) {
        let whole = std::fs::read(&path).expect("a table");
        for copy in 0..COPIES {
            let mut bytes = whole.clone();
            // The description is at the beginning, so most hits go there.
            let range = if copy % 3 == 0 { bytes.len() } else { bytes.len().min(400) };
            for _ in 0..=copy % 5 {
                bytes[5 + random.below(range - 5)] = random.below(256) as u8;
            }
            if copy % 10 == 9 {
                bytes.truncate(random.below(bytes.len()));
            }
            let source = Source::Memory(bytes.into_boxed_slice());
            let contents = Contents::read(source, &material, kind);
            refused += usize::from(contents.is_err());
            for answer in answers(table_with(contents, material, kind), &mut random) {
                *if answer.is_ok() { &mut answered } else { &mut failed } += 1;
            }
        }
    }
    assert!(refused > 0 && failed > 10 * refused && answered > 0, "{refused} {failed} {answered}");
}

/// Where the flags of each sequence are in a table with one sequence for each
/// file of the leading pawn.
fn flag_places(bytes: &[u8], material: &Material) -> Vec<usize> {
    let source = Source::Memory(bytes.into());
    let mut cursor = Cursor::new(&source);
    cursor.skip(5).expect("the magic number and the flags");
    let layouts: Vec<Layout> = (0..4)
        .flat_map(|file| read_layouts(&mut cursor, material, 1, file).expect("whole file"))
        .collect();
    cursor.align(2);
    let mut places = Vec::new();
    for layout in layouts {
        places.push(cursor.skip(0).expect("whole file") as usize);
        Pairs::read(&mut cursor, layout.size).expect("whole file");
    }
    places
}

#[test]
fn a_symmetric_table_of_the_wrong_side_is_refused() {
    let Some(folder) = folder("a_symmetric_table_of_the_wrong_side_is_refused") else { return };
    let material = Material::from_name("KPvKP").expect("a material");
    let whole = std::fs::read(folder.join("KPvKP.rtbz")).expect("a table");
    let places = flag_places(&whole, &material);
    assert_eq!(places.len(), 4);
    let read = |bytes: &[u8]| {
        Contents::read(Source::Memory(bytes.into()), &material, TableKind::Dtz).map(drop)
    };
    assert_eq!(read(&whole), Ok(()));
    let refused = Err(Damage::Content("it holds neither side"));
    let mut all = whole.clone();
    for &place in &places {
        let mut one = whole.clone();
        one[place] |= dtz::BLACK_TO_MOVE;
        all[place] |= dtz::BLACK_TO_MOVE;
        assert_eq!(read(&one), refused, "flags at {place}");
    }
    assert_eq!(read(&all), refused);
}

#[test]
fn large_files_are_read_piece_by_piece_with_the_same_answers() {
    let Some(folder) = folder("large_files_are_read_piece_by_piece_with_the_same_answers") else {
        return;
    };
    for (path, material, kind) in files(&folder) {
        let [in_memory, in_place] = [Source::open(&path), Source::open_in_place(&path)]
            .map(|source| source.and_then(|source| Contents::read(source, &material, kind)))
            .map(|contents| answers(table_with(contents, material, kind), &mut Random(9)));
        assert_eq!(in_memory, in_place, "{}", path.display());
    }
}

#[test]
fn damage_is_reported_once_as_it_was_found() {
    let material = Material::from_name("KQvK").expect("a material");
    let table = Table::new(PathBuf::new(), material, TableKind::Wdl);
    let damage = Damage::Unreadable(std::io::ErrorKind::UnexpectedEof);
    assert_eq!(table.take_error(), None);
    for found in [damage, Damage::Checksum] {
        assert_eq!(table.note::<()>(Err(found)), Err(found));
    }
    assert_eq!(table.wdl(&Placement::EMPTY, Color::White, false), Err(damage));
    assert_eq!(table.take_error().map(|error| error.damage), Some(damage));
    assert_eq!(table.take_error(), None);
}

//! Damaged files: named when they are checked, and harmless when they are not.
//!
//! Needs tables; see `common::FOLDER`.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use riposte_syzygy::{CheckEvent, Damage, ProbeError, TableKind, Tables};

use crate::common::{folder, open};

fn check(tables: &Tables) -> (usize, Vec<(String, Damage)>) {
    let (mut good, mut bad) = (0, Vec::new());
    tables.check(&AtomicBool::new(false), |event| match event {
        CheckEvent::Good => good += 1,
        CheckEvent::Bad(error) => bad.push((name_of(&error.path), error.damage)),
    });
    (good, bad)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[test]
fn whole_files_pass_the_check() {
    let Some(folder) = folder("whole_files_pass_the_check") else { return };
    let tables = open(&folder);
    let (good, bad) = check(&tables);
    assert_eq!(bad, []);
    assert_eq!(good, tables.count(TableKind::Wdl) + tables.count(TableKind::Dtz));
    assert_eq!(tables.missing(), Vec::<String>::new());
}

#[test]
fn missing_and_damaged_files_are_named() {
    let Some(folder) = folder("missing_and_damaged_files_are_named") else { return };
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let read = |name: &str| fs::read(folder.join(name)).expect("a table");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(scratch.path().join(name), bytes).expect("a file in the temporary folder");
    };
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KPvK.rtbw"] {
        write(name, &read(name));
    }
    let mut flipped = read("KRvK.rtbz");
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    write("KRvK.rtbz", &flipped);
    let whole = read("KPvK.rtbz");
    write("KPvK.rtbz", &whole[..whole.len() / 2]);
    write("KNvK.rtbw", &read("KBvK.rtbz"));
    write("notes.txt", b"not a table");

    let (tables, errors) = Tables::open(&[scratch.path(), Path::new("no/such/folder")]);
    let errors: Vec<String> = errors.iter().map(|error| name_of(&error.path)).collect();
    assert_eq!(errors, ["KPvK.rtbz", "folder"]);
    let (good, bad) = check(&tables);
    assert_eq!(good, 4);
    assert_eq!(bad, [("KNvK.rtbw".into(), Damage::Magic), ("KRvK.rtbz".into(), Damage::Checksum)]);
    let missing = ["KBvK.rtbw", "KBvK.rtbz", "KNvK.rtbz", "KPvK.rtbz"];
    let mut found = tables.missing();
    found.sort();
    assert_eq!(found, missing);

    // Probing finds the same, and leaves the rest in use.
    let rook = riposte_board::Position::from_fen("8/8/8/8/8/4k3/8/4K2R w - - 0 1").expect("FEN");
    assert!(tables.wdl(&rook).is_ok());
    assert!(matches!(tables.dtz(&rook), Err(ProbeError::Damaged(_, Damage::Checksum))));
    let errors: Vec<String> = tables.errors().iter().map(|error| name_of(&error.path)).collect();
    assert_eq!(errors, ["KRvK.rtbz"]);
}

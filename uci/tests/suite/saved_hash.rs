//! `Save Hash` and `Load Hash` through the real binary.

use std::fs;
use std::path::Path;

use crate::common::{Engine, count, number_after, scratch};

/// A search as deep as this is saved.
const DEEP: u32 = 16;

/// Its table answers most of a search as deep as this.
const SHALLOW: u32 = 9;

/// Nodes of a search.
fn nodes(engine: &mut Engine, depth: u32) -> i64 {
    engine.send(&format!("position startpos moves e2e4 c7c5\ngo depth {depth}"));
    let lines = engine.until("bestmove ");
    lines.iter().filter_map(|line| number_after(line, "nodes")).max().expect("a count")
}

fn load(engine: &mut Engine, file: &Path) -> String {
    let lines = engine.ask(&format!("Load Hash {}", file.display()));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    lines.into_iter().next().unwrap_or_default()
}

#[test]
fn a_saved_table_helps_another_engine_and_one_that_does_not_fit_is_refused() {
    let folder = scratch();
    let file = folder.path().join("my analysis.hash");
    let mut engine = Engine::greeted();
    engine.ask("setoption name Hash value 4");
    let fresh = nodes(&mut engine, SHALLOW);
    engine.ask("ucinewgame");
    nodes(&mut engine, DEEP);
    for _ in 0..2 {
        // The second time over the first file.
        let answer = engine.ask(&format!("Save Hash {}", file.display()));
        assert_eq!(
            count(&answer, "info string the hash table of 4 MB was saved"),
            1,
            "{answer:#?}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    engine.quit();

    let mut engine = Engine::greeted();
    let message = load(&mut engine, &file);
    assert!(message.contains("a table of 4 MB was saved, and this one has 16 MB"), "{message}");
    let answer = engine.ask("setoption name Hash value 4");
    assert_eq!(count(&answer, "info string hash table of 4 MB, "), 1, "{answer:#?}");
    assert!(load(&mut engine, &file).starts_with("info string the hash table was loaded"));
    let warm = nodes(&mut engine, SHALLOW);
    assert!(warm < fresh / 2, "{warm} of {fresh} nodes");

    let good = fs::read(&file).expect("the file");
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 4;
    for (bytes, reason) in [
        (&bad[..], "damaged"),
        (&good[..good.len() - 5], "cut off"),
        (b"something else".as_slice(), "no saved hash table"),
    ] {
        fs::write(&file, &good).expect("the file can be written");
        let mut engine = Engine::greeted();
        engine.ask("setoption name Hash value 4");
        assert!(load(&mut engine, &file).starts_with("info string the hash table was loaded"));
        fs::write(&file, bytes).expect("the file can be written");
        let message = load(&mut engine, &file);
        assert!(message.starts_with("info string Load Hash: "), "{message}");
        assert!(message.contains(reason), "{message}");
        // The old entries are still there.
        assert_eq!(nodes(&mut engine, SHALLOW), warm);
        engine.quit();
    }
    assert!(load(&mut engine, &folder.path().join("missing")).contains("missing': "));

    let nowhere = folder.path().join("no").join("where");
    let answer = engine.ask(&format!("Save Hash {}", nowhere.display()));
    assert_eq!(count(&answer, "info string Save Hash: "), 1, "{answer:#?}");
    // A folder cannot be replaced, and no draft is left behind.
    let answer = engine.ask(&format!("Save Hash {}", folder.path().display()));
    assert_eq!(count(&answer, "info string Save Hash: "), 1, "{answer:#?}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

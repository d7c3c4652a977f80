//! Endgame tablebases through the real binary. What needs real tables takes the
//! folder from the variable `RIPOSTE_SYZYGY` and is skipped, and says so,
//! without it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Engine, count, number_after, run, scratch, write};

const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

fn tables(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("RIPOSTE_SYZYGY").map(PathBuf::from);
    if folder.is_none() {
        println!("SKIPPED: {test}: RIPOSTE_SYZYGY names no folder with tables");
    }
    folder
}

fn tb_file(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).expect("complete tables for three and four pieces")
}

#[test]
fn folders_without_tables_are_named_and_change_nothing() {
    let empty = scratch();
    let mut engine = Engine::greeted();
    let lines = engine.ask("setoption name SyzygyPath value no such folder");
    assert_eq!(count(&lines, "info string SyzygyPath: no such folder: cannot be read"), 1);
    assert_eq!(count(&lines, "info string SyzygyPath: there are no tables in 'no such"), 1);
    let lines = engine.ask(&format!("setoption name SyzygyPath value {}", empty.path().display()));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("there are no tables in '"), "{lines:#?}");
    for value in ["<empty>", ""] {
        let lines = engine.ask(&format!("setoption name SyzygyPath value {value}"));
        assert!(lines.is_empty(), "{lines:#?}");
    }
    let lines = engine.ask("setoption name SyzygyProbeLimit value 8");
    assert!(lines[0].contains("takes a whole number from 0 to 7"), "{lines:#?}");
    engine.send("position fen 8/8/8/8/8/4k3/8/4K2Q w - - 0 1");
    engine.send("go depth 3");
    let lines = engine.until("bestmove ");
    assert!(lines.iter().all(|line| number_after(line, "tbhits").unwrap_or(0) == 0));
}

#[test]
fn bad_files_are_named_and_harmless() {
    let folder = scratch();
    write(&folder, "KQvK.rtbw", b"cut off");
    write(&folder, "KRvK.rtbw", [0; 80]);
    let mut engine = Engine::greeted();
    let lines = engine.ask(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].contains("KQvK.rtbw: 7 bytes are not the size"), "{lines:#?}");
    assert!(
        lines[1].contains("tablebases: 1 WDL and 0 DTZ files for up to 3 pieces"),
        "{lines:#?}"
    );
    // A search that asks the bad file names it once and plays on.
    for expected in [1, 0] {
        engine.send("position fen 8/8/8/8/8/4k3/8/4K2R w - - 0 1");
        engine.send("go depth 6");
        let lines = engine.until("bestmove ");
        let named = lines.iter().filter(|line| line.contains("KRvK.rtbw: damaged")).count();
        assert_eq!(named, expected, "{lines:#?}");
    }
    let (lines, status) = run(&[&format!("tbcheck {}", folder.path().display())]);
    assert!(!status.success());
    let named = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(named("KQvK.rtbw: 7 bytes"), 1, "{lines:#?}");
    assert_eq!(named("KRvK.rtbw: damaged: the checksum is wrong"), 1, "{lines:#?}");
    assert_eq!(named("tbcheck: KRvK.rtbz is missing"), 1, "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("0 files good, 2 damaged, 9 missing"));
}

#[test]
fn a_check_needs_folders() {
    let (lines, status) = run(&["tbcheck"]);
    assert!(!status.success());
    assert_eq!(count(&lines, "info string tbcheck: name the folders"), 1, "{lines:#?}");
    let (lines, status) = run(&["tbcheck", "nowhere"]);
    assert!(!status.success());
    assert_eq!(count(&lines, "info string tbcheck: nowhere: cannot be read"), 1, "{lines:#?}");
}

#[test]
fn tables_are_found_in_several_folders_and_checked() {
    let Some(source) = tables("tables_are_found_in_several_folders_and_checked") else { return };
    let (first, second) = (scratch(), scratch());
    for name in ["KQvK", "KRvK", "KPvK", "KBvK", "KNvK"] {
        write(&first, &format!("{name}.rtbw"), tb_file(&source, &format!("{name}.rtbw")));
        write(&second, &format!("{name}.rtbz"), tb_file(&source, &format!("{name}.rtbz")));
    }
    let path = format!("{}{SEPARATOR}{}", first.path().display(), second.path().display());
    let mut engine = Engine::greeted();
    let lines = engine.ask(&format!("setoption name SyzygyPath value {path}"));
    assert_eq!(lines, ["info string tablebases: 5 WDL and 5 DTZ files for up to 3 pieces"]);
    engine.send("position fen 8/8/8/8/8/4k3/8/4K2Q w - - 0 1");
    engine.send("go nodes 50");
    let lines = engine.until("bestmove ");
    let last = &lines[lines.len() - 2];
    assert!(number_after(last, "tbhits") > Some(0), "{last}");
    assert!(last.contains(" score cp 199") || last.contains(" score mate "), "{last}");
    engine.send("tbcheck");
    assert_eq!(engine.until("10 files good, 0 damaged, 0 missing").len(), 1);

    let (lines, status) = run(&[&format!("tbcheck {path}")]);
    assert!(status.success());
    assert_eq!(lines, ["10 files good, 0 damaged, 0 missing"]);
}

#[test]
fn the_signature_is_the_same_with_and_without_tables() {
    let Some(source) = tables("the_signature_is_the_same_with_and_without_tables") else { return };
    let bench = |arguments: &[&str]| -> Vec<String> {
        let (lines, _) = run(arguments);
        lines.into_iter().filter(|line| line.ends_with(" nodes")).collect()
    };
    let set = format!("setoption name SyzygyPath value {}", source.display());
    assert_eq!(bench(&[&set, "bench 16 1 5"]), bench(&["bench 16 1 5"]));
}

//! `tbcheck`: reads whole tablebase files and compares them with their checksums.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use riposte_syzygy::{CheckEvent, FileError, Tables};

use super::Planned;
use crate::output::Output;

/// Checks the tablebases in the folders of `path`, or else of `current`.
pub fn plan(path: Option<&str>, current: &str) -> Planned {
    let path = path.unwrap_or(current);
    if path.is_empty() || path == Tables::NO_PATH {
        return Err("name the folders of the tables, or set SyzygyPath first".into());
    }
    match Tables::open_path(path) {
        (Err(error), damaged) if damaged.is_empty() => Err(error.into()),
        (tables, damaged) => Ok(Box::new(move |output, cancel| {
            run(&tables.unwrap_or_default(), &damaged, output, cancel)
        })),
    }
}

/// Reports the files that are damaged or missing. Returns whether there are none.
fn run(tables: &Tables, damaged: &[FileError], output: &Output, cancel: &AtomicBool) -> bool {
    let print = |text: &dyn fmt::Display| output.message(format_args!("tbcheck: {text}"));
    let (mut good, mut bad) = (0, damaged.len());
    damaged.iter().for_each(|error| print(error));
    tables.check(cancel, |event| match event {
        CheckEvent::Good => good += 1,
        CheckEvent::Bad(error) => {
            bad += 1;
            print(&error);
        }
    });
    if cancel.load(Ordering::Relaxed) {
        print(&"was stopped");
        return false;
    }
    let missing = tables.missing();
    missing.iter().for_each(|file| print(&format_args!("{file} is missing")));
    output.line(format_args!("{good} files good, {bad} damaged, {} missing", missing.len()));
    bad == 0 && missing.is_empty()
}

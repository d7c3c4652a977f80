//! Finished parts in a file: the raw numbers as CSV, and the reason why a run that
//! was interrupted does not start again.
//!
//! The first line tells what the numbers come from: a digest of the program, the
//! engine's network and the size of the table. Numbers of another program are
//! not mixed with these.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::classic::Counts;
use super::parts::Row;

/// Columns before the counters.
const FIXED: [&str; 8] =
    ["series", "setting", "position", "to_depth", "depth", "value", "solved", "microseconds"];

/// Which part a result belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Series, setting and position, with commas between.
    names: String,
    depth: u32,
}

impl Key {
    /// The part of `series` in which `setting` searches `subject` to `depth`.
    pub fn new(series: &str, setting: &str, subject: &str, depth: u32) -> Self {
        Self { names: format!("{series},{setting},{subject}"), depth }
    }
}

/// Everything that has been measured so far.
pub struct Store {
    path: PathBuf,
    file: File,
    parts: HashMap<Key, Vec<Row>>,
}

impl Store {
    /// Goes on with the file at `path` if there is one and it has this stamp.
    ///
    /// # Errors
    ///
    /// A text when the file cannot be read or written, or is another program's.
    pub fn open(path: &Path, stamp: &str) -> Result<Self, String> {
        let failure = |error: io::Error| format!("{}: {error}", path.display());
        let head = format!("# {stamp}\n{}\n", columns());
        let mut parts = HashMap::new();
        match fs::read_to_string(path) {
            Ok(text) if text.starts_with(&head) => parts = complete(&text[head.len()..]),
            Ok(text) if text.is_empty() => {}
            Ok(_) => {
                return Err(format!(
                    "{}: from another build, another network or another --hash; give another \
                     --out, or --fresh to throw those results away",
                    path.display()
                ));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failure(error)),
        }
        // Written anew, so that nothing torn stays in the middle.
        let mut text = head;
        let mut keys: Vec<_> = parts.keys().collect();
        keys.sort_by(|a, b| (&a.names, a.depth).cmp(&(&b.names, b.depth)));
        for key in keys {
            text.push_str(&lines(key, &parts[key]));
        }
        fs::write(path, text).map_err(failure)?;
        let file = OpenOptions::new().append(true).open(path).map_err(failure)?;
        Ok(Self { path: path.to_owned(), file, parts })
    }

    /// What a part came to, if it is finished.
    pub fn get(&self, key: &Key) -> Option<&[Row]> {
        self.parts.get(key).map(Vec::as_slice)
    }

    /// Records a finished part.
    ///
    /// # Errors
    ///
    /// A text when the file cannot be written.
    pub fn add(&mut self, key: Key, rows: Vec<Row>) -> Result<(), String> {
        self.file
            .write_all(lines(&key, &rows).as_bytes())
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        self.parts.insert(key, rows);
        Ok(())
    }
}

fn columns() -> String {
    [&FIXED[..], Counts::NAMES].concat().join(",")
}

fn lines(key: &Key, rows: &[Row]) -> String {
    let mut text = String::new();
    for Row { depth, value, solved, time, counts } in rows {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{},{},{depth},{value},{},{}",
            key.names,
            key.depth,
            u8::from(*solved),
            time.as_micros()
        );
        for value in counts.values() {
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}

/// The parts whose deepest iteration is there; a line that was cut off in the
/// middle is passed over.
fn complete(text: &str) -> HashMap<Key, Vec<Row>> {
    let mut parts: HashMap<Key, Vec<Row>> = HashMap::new();
    for (key, row) in text.lines().filter_map(read) {
        parts.entry(key).or_default().push(row);
    }
    parts.retain(|key, rows| rows.last().is_some_and(|row| row.depth == key.depth));
    parts
}

fn read(line: &str) -> Option<(Key, Row)> {
    let fields: Vec<&str> = line.split(',').collect();
    let (fixed, counts) = fields.split_at_checked(FIXED.len())?;
    let [series, setting, subject, to_depth, depth, value, solved, time] = fixed else {
        return None;
    };
    let counts: Vec<u64> = counts.iter().map(|count| count.parse().ok()).collect::<Option<_>>()?;
    let row = Row {
        depth: depth.parse().ok()?,
        value: value.parse().ok()?,
        solved: *solved == "1",
        time: Duration::from_micros(time.parse().ok()?),
        counts: Counts::from_values(&counts)?,
    };
    Some((Key::new(series, setting, subject, to_depth.parse().ok()?), row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(depth: u32) -> Vec<Row> {
        let row = |depth| Row {
            depth,
            value: -7,
            solved: depth > 1,
            time: Duration::from_micros(9),
            counts: Counts { bottom: 5, reduced: 2, ..Counts::default() },
        };
        (1..=depth).map(row).collect()
    }

    #[test]
    fn finished_parts_are_found_again_and_torn_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts.csv");
        let (whole, torn) = (Key::new("a", "b", "c", 3), Key::new("a", "b", "d", 3));
        let mut store = Store::open(&path, "stamp").unwrap();
        store.add(whole.clone(), rows(3)).unwrap();
        store.add(torn.clone(), rows(3)).unwrap();
        drop(store);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 5]).unwrap();
        let mut store = Store::open(&path, "stamp").unwrap();
        assert_eq!(store.get(&whole), Some(&rows(3)[..]));
        assert_eq!(store.get(&torn), None);
        assert_eq!(store.get(&Key::new("a", "b", "c", 4)), None);
        // And what is added then is not spoilt by the torn line.
        store.add(torn.clone(), rows(3)).unwrap();
        drop(store);
        assert_eq!(Store::open(&path, "stamp").unwrap().get(&torn), Some(&rows(3)[..]));
    }

    #[test]
    fn results_of_another_program_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("counts.csv");
        drop(Store::open(&path, "one").unwrap());
        let error = Store::open(&path, "other").err().unwrap();
        assert!(error.contains("--fresh"), "{error}");
    }
}

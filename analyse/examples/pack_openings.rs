//! Packs a list of openings for `analyse/src/openings/bundled.txt`.
//!
//! Reads files in the format of github.com/lichess-org/chess-openings (columns `eco`, `name`
//! and `pgn`), and writes the form that `openings::packed` reads:
//!
//! ```sh
//! cargo run -p riposte-analyse --example pack_openings -- VERSION [a-e].tsv > bundled.txt
//! ```
//!
//! `VERSION` is the commit of the list; it is written into the comment at the beginning.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};

/// Moves, code and name. Sorted by moves, neighbours have most in common.
type Entry<'a> = (Vec<&'a str>, &'a str, &'a str);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let version = arguments.next().ok_or("usage: pack_openings VERSION FILE...")?;
    let texts: Vec<String> = arguments.map(fs::read_to_string).collect::<Result<_, _>>()?;
    let mut entries = Vec::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        if !line.starts_with("eco\t") {
            entries.push(entry(line).ok_or_else(|| format!("not an opening: '{line}'"))?);
        }
    }
    entries.sort();
    io::stdout().write_all(packed(&version, &entries).as_bytes())?;
    Ok(())
}

fn entry(line: &str) -> Option<Entry<'_>> {
    let mut columns = line.split('\t');
    let (eco, name, pgn) = (columns.next()?, columns.next()?, columns.next()?);
    let is_move = |word: &&str| !word.starts_with(|first: char| first.is_ascii_digit());
    Some((pgn.split_whitespace().filter(is_move).collect(), eco, name))
}

fn packed(version: &str, entries: &[Entry<'_>]) -> String {
    let mut text = format!(
        "# Names of chess openings from github.com/lichess-org/chess-openings, commit\n\
         # {version}.\n\
         # Public domain: CC0 1.0, creativecommons.org/publicdomain/zero/1.0.\n\
         # Packed by analyse/examples/pack_openings.rs. Columns: code; number of moves shared\n\
         # with the line above, and the moves after these; the same for the letters of the name.\n"
    );
    let (mut moves_above, mut name_above): (&[&str], &str) = (&[], "");
    for (moves, eco, name) in entries {
        let shared = moves.iter().zip(moves_above).take_while(|(a, b)| a == b).count();
        let letters = name.chars().zip(name_above.chars()).take_while(|(a, b)| a == b).count();
        let rest: String = name.chars().skip(letters).collect();
        text += &format!("{eco}\t{shared} {}\t{letters} {rest}\n", moves[shared..].join(" "));
        (moves_above, name_above) = (moves, name);
    }
    text
}

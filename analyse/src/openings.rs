//! Names of openings, from the list that Lichess maintains or files in its format.
//!
//! The list (github.com/lichess-org/chess-openings, public domain by CC0) is a handful of
//! files with tab-separated columns: `eco`, `name` and `pgn`. A copy is part of Riposte.

mod bundled;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use riposte_board::Board;
use riposte_notation::pgn::Reader;
use serde::Serialize;

use crate::AnalyseError;

/// What errors call the files.
const WHAT: &str = "openings";

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Its code in the *Encyclopaedia of Chess Openings*.
    pub eco: String,
    /// Its English name.
    pub name: String,
}

/// Openings by the positions they lead to, whatever the order of the moves.
#[derive(Debug, Default)]
pub struct Openings {
    by_key: HashMap<u64, Opening>,
}

impl Openings {
    /// The list that is part of Riposte.
    pub fn bundled() -> Self {
        let openings = bundled::packed(bundled::TEXT).expect("the bundled list is well-formed");
        Self { by_key: openings.into_iter().collect() }
    }

    /// Reads a file, or all files of a folder whose names end in `.tsv`.
    pub fn read(path: &Path) -> Result<Self, AnalyseError> {
        let files = if path.is_dir() {
            tsv_files(path).map_err(AnalyseError::file(WHAT, path))?
        } else {
            vec![path.to_owned()]
        };
        let mut openings = Self::default();
        for file in files {
            let text = fs::read_to_string(&file).map_err(AnalyseError::file(WHAT, &file))?;
            if let Err(line) = openings.add(&text) {
                let error = "this is not code, name and moves";
                return Err(AnalyseError::Line { what: WHAT, file, line, error });
            }
        }
        Ok(openings)
    }

    /// Adds the openings of a file; an error is the number of a bad line.
    fn add(&mut self, text: &str) -> Result<(), usize> {
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with("eco\t") {
                continue;
            }
            let (opening, key) = entry(line).ok_or(index + 1)?;
            self.by_key.insert(key, opening);
        }
        Ok(())
    }

    /// The opening of the position in `board`.
    pub fn of(&self, board: &Board) -> Option<&Opening> {
        self.by_key.get(&board.key())
    }
}

fn tsv_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    let paths = entries.into_iter().map(|entry| entry.path());
    let is_tsv = |file: &PathBuf| file.extension().is_some_and(|it| it == "tsv");
    let mut files: Vec<_> = paths.filter(is_tsv).collect();
    files.sort();
    Ok(files)
}

fn entry(line: &str) -> Option<(Opening, u64)> {
    let mut columns = line.split('\t');
    let (eco, name, moves) = (columns.next()?, columns.next()?, columns.next()?);
    let game = Reader::new(moves.as_bytes()).read().ok()??;
    let replay = game.replay().ok()?;
    if replay.error.is_some() {
        return None;
    }
    let mut board = replay.start;
    replay.moves.iter().for_each(|&mv| board.make(mv));
    Some((Opening { eco: eco.to_owned(), name: name.to_owned() }, board.key()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_names_do_not_depend_on_the_order_of_moves() {
        let openings = Openings::bundled();
        let lines = bundled::TEXT.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(openings.by_key.len(), lines, "each line has a position of its own");
        for moves in ["d4 d5 c4 e6 Nc3 Nf6", "c4 e6 Nc3 Nf6 d4 d5"] {
            let mut board = Board::startpos();
            for san in moves.split(' ') {
                board.make(board.parse_san(san).expect("a legal move"));
            }
            let opening = openings.of(&board).expect("a known opening");
            assert_eq!(opening.eco, "D35");
            assert_eq!(opening.name, "Queen's Gambit Declined: Normal Defense");
        }
    }

    #[test]
    fn openings_are_known_by_their_positions() {
        let mut openings = Openings::default();
        let text = "eco\tname\tpgn\nB00\tKing's Pawn Game\t1. e4\nC20\tOpen Game\t1. e4 e5\n";
        assert_eq!(openings.add(text), Ok(()));
        let mut board = Board::startpos();
        assert_eq!(openings.of(&board), None);
        for text in ["e2e3", "e7e5", "e3e4"] {
            board.make(board.parse_uci(text).expect("a legal move"));
        }
        assert_eq!(openings.of(&board), None, "white is a move behind");
        let mut board = Board::startpos();
        for text in ["e2e4", "e7e5"] {
            board.make(board.parse_uci(text).expect("a legal move"));
        }
        assert_eq!(openings.of(&board).map(|opening| opening.eco.as_str()), Some("C20"));
        assert_eq!(openings.add("C20\tx\t1. e4\n\nC20\tx\t1. e5\n"), Err(3));
        assert_eq!(openings.add("C20 x 1. e4\n"), Err(1));
    }
}

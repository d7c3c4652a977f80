//! The names of openings that are part of Riposte.
//!
//! Source: the list of github.com/lichess-org/chess-openings, public domain by CC0 1.0,
//! packed by `examples/pack_openings.rs`.

use riposte_board::Board;

use super::Opening;

/// Sorted by moves; every line says only how it differs from the line above.
pub(super) const TEXT: &str = include_str!("bundled.txt");

/// All openings of a packed `text`, each with the key of its position. `None` if a line is
/// not in the form that the comment of the file describes.
pub(super) fn packed(text: &str) -> Option<Vec<(u64, Opening)>> {
    let mut openings = Vec::new();
    // The positions of the line above, from the starting position.
    let mut boards = vec![Board::startpos()];
    let mut name = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (eco, moves, letters) = (columns.next()?, columns.next()?, columns.next()?);
        let (shared, moves) = moves.split_once(' ')?;
        let shared: usize = shared.parse().ok()?;
        boards.truncate(shared + 1);
        let mut board = boards.get(shared)?.clone();
        for san in moves.split_whitespace() {
            board.make(board.parse_san(san).ok()?);
            boards.push(board.clone());
        }
        let (shared, rest) = letters.split_once(' ')?;
        name = name.chars().take(shared.parse().ok()?).chain(rest.chars()).collect();
        openings.push((board.key(), Opening { eco: eco.to_owned(), name: name.clone() }));
    }
    Some(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<Vec<String>> {
        Some(packed(text)?.into_iter().map(|(_, opening)| opening.name).collect())
    }

    #[test]
    fn a_line_continues_the_line_above() {
        let text = "# comment\nB00\t0 e4\t0 King's Pawn\nC20\t1 e5\t7 Game\nC40\t2 Nf3\t0 X\n";
        assert_eq!(names(text), Some(vec!["King's Pawn".into(), "King's Game".into(), "X".into()]));
        let mut board = Board::startpos();
        for san in ["e4", "e5", "Nf3"] {
            board.make(board.parse_san(san).expect("a legal move"));
        }
        assert_eq!(packed(text).expect("a list")[2].0, board.key());
    }

    #[test]
    fn a_bad_line_is_found() {
        for text in
            ["B00\t1 e4\t0 x", "B00\t0 e5\t0 x", "B00\t0 e4", "B00\te4\t0 x", "B00\t0 e4\tx"]
        {
            assert_eq!(names(text), None, "{text}");
        }
    }
}

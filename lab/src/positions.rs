//! What is searched: the 24 positions of Bratko and Kopec, or those of a file.

use std::path::Path;

use riposte_tools::problems::{self, Problem};

/// I. Bratko and D. Kopec, *A Test for Comparison of Human and Computer Performance
/// in Chess*, 1982: half tactics, half pawn levers. Schaeffer measured on them.
const BRATKO_KOPEC: &str = include_str!("bratko-kopec.epd");

/// Endings in which the side to move, or the side to move a few plies on, would
/// rather pass: the case against null moves. Written for this laboratory, but
/// for the first four, which are the schoolbook's.
const ZUGZWANG: [(&str, &str); 12] = [
    ("trebuchet", "8/8/8/4pK2/3kP3/8/8/8 w - -"),
    ("opposition", "4k3/8/4K3/4P3/8/8/8/8 b - -"),
    ("key square", "8/4k3/8/8/3K4/8/4P3/8 w - -"),
    ("lone rook pawn", "7k/8/6KP/8/8/8/8/8 b - -"),
    ("queen side wall", "8/8/1p1k4/pPpPp3/P1P1P3/4K3/8/8 w - -"),
    ("tempo move", "8/8/p4k2/P4p2/5P2/4K3/7P/8 w - -"),
    ("two blockades", "8/k7/p7/P1K5/8/5p2/5P2/8 w - -"),
    ("knight and pawn", "8/8/8/1n1k4/1P6/1K1N4/8/8 b - -"),
    ("bishop on its diagonal", "8/8/4k1p1/4p1P1/4P1K1/4B3/8/4b3 w - -"),
    ("rook behind", "8/1R6/8/8/6p1/6k1/1r6/6K1 b - -"),
    ("spare tempo", "8/6p1/4k2p/4p2P/4P1P1/4K3/8/8 w - -"),
    ("three against three", "8/5ppp/8/5PPP/8/6k1/8/7K w - -"),
];

/// The built-in positions, or those of `file`; at most `limit` of them.
///
/// # Errors
///
/// A text that names the file and the line that cannot be read.
pub fn load(file: Option<&Path>, limit: Option<usize>) -> Result<Vec<Problem>, String> {
    let mut problems = match file {
        Some(file) => problems::read(file, Problem::position)?,
        None => BRATKO_KOPEC.lines().map(Problem::position).collect::<Result<_, _>>()?,
    };
    problems.truncate(limit.unwrap_or(usize::MAX));
    if problems.is_empty() {
        return Err(format!(
            "{}: no positions",
            file.unwrap_or(Path::new("--positions 0")).display()
        ));
    }
    for problem in &problems {
        if !problem.board.has_legal_move() {
            return Err(format!("{}: no legal move, nothing to search", problem.board.fen()));
        }
    }
    name_all(&mut problems);
    Ok(problems)
}

/// The endings with zugzwang; at most `limit` of them.
///
/// # Errors
///
/// None in practice: the positions are part of the program.
pub fn zugzwang(limit: Option<usize>) -> Result<Vec<Problem>, String> {
    let problems = ZUGZWANG.iter().take(limit.unwrap_or(usize::MAX)).map(|&(name, position)| {
        let mut problem = Problem::position(position)?;
        problem.id = name.to_owned();
        Ok(problem)
    });
    problems.collect()
}

/// Gives every position a name of its own that fits into a CSV field.
fn name_all(problems: &mut [Problem]) {
    let mut used = std::collections::HashSet::new();
    for (index, problem) in problems.iter_mut().enumerate() {
        let plain: String =
            problem
                .id
                .chars()
                .map(|letter| {
                    if letter == ',' || letter == '"' || letter.is_control() { ' ' } else { letter }
                })
                .collect();
        problem.id = plain.trim().to_owned();
        if problem.id.is_empty() || !used.insert(problem.id.clone()) {
            problem.id = format!("{} #{}", problem.id, index + 1).trim().to_owned();
            used.insert(problem.id.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn built_in_positions_are_whole() {
        let problems = load(None, None).unwrap();
        assert_eq!(problems.len(), 24);
        assert!(problems.iter().all(Problem::has_solution));
        assert_eq!(load(None, Some(3)).unwrap().len(), 3);
        assert!(zugzwang(None).unwrap().iter().all(|problem| problem.board.has_legal_move()));
    }

    #[test]
    fn files_need_no_solutions_and_errors_name_the_line() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "# remark\n4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 b - -")
            .unwrap();
        let problems = load(Some(file.path()), None).unwrap();
        assert_eq!(problems.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["#1", "#2"]);
        writeln!(file, "nonsense").unwrap();
        let error = load(Some(file.path()), None).unwrap_err();
        assert!(error.contains(":4: "), "{error}");
    }

    #[test]
    fn a_finished_game_is_refused() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, "7k/5Q2/6K1/8/8/8/8/8 b - -").unwrap();
        assert!(load(Some(file.path()), None).unwrap_err().contains("no legal move"));
    }
}

//! EPD files of test positions.

use std::fs;
use std::path::Path;

use riposte_board::Board;
use riposte_movegen::Move;
use riposte_notation::Epd;

/// A position and what is known about its best moves.
#[derive(Debug)]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// Its name (`id`), possibly empty.
    pub id: String,
    /// The reference score in centipawns for the side to move (`ce`).
    pub centipawns: Option<i32>,
    best: Vec<Move>,
    avoid: Vec<Move>,
    /// Moves with the points they earn, as in the Strategic Test Suite.
    graded: Vec<(Move, u32)>,
}

impl Problem {
    /// Reads `position operation; operation; ...` that has a solution.
    ///
    /// # Errors
    ///
    /// A text that describes the error; so for the functions below.
    pub fn parse(line: &str) -> Result<Self, String> {
        let problem = Self::position(line)?;
        if problem.has_solution() { Ok(problem) } else { Err("neither bm nor am".to_owned()) }
    }

    /// Reads a position that has a reference score.
    pub fn scored(line: &str) -> Result<Self, String> {
        let problem = Self::position(line)?;
        if problem.centipawns.is_some() { Ok(problem) } else { Err("no ce".to_owned()) }
    }

    /// Reads the same with or without a solution.
    pub fn position(line: &str) -> Result<Self, String> {
        Self::new(Epd::parse(line).map_err(|error| error.to_string())?)
    }

    fn new(epd: Epd) -> Result<Self, String> {
        let moves = |code| moves(&epd.board, epd.operand(code).unwrap_or_default());
        let centipawns = epd
            .operand("ce")
            .map(|operand| operand.trim().parse().map_err(|_| format!("ce {operand}")));
        Ok(Self {
            centipawns: centipawns.transpose()?,
            best: moves("bm")?,
            avoid: moves("am")?,
            graded: grades(&epd.board, epd.operand("c0").unwrap_or_default()),
            id: epd.operand("id").unwrap_or_default().to_owned(),
            board: epd.board,
        })
    }

    /// Whether there are moves to play or to avoid.
    pub fn has_solution(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty()
    }

    /// Whether `answer` is a best move and none to avoid.
    pub fn is_solved(&self, answer: Option<Move>) -> bool {
        answer.is_some_and(|mv| {
            (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv)
        })
    }

    /// The points of `answer`.
    pub fn points(&self, answer: Option<Move>) -> u32 {
        self.graded.iter().find(|(mv, _)| Some(*mv) == answer).map_or(0, |&(_, points)| points)
    }

    /// The points of the best move.
    pub fn most_points(&self) -> u32 {
        self.graded.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }

    /// The moves to play and to avoid, in SAN.
    pub fn wanted(&self) -> String {
        let best = self.best.iter().map(|&mv| self.board.san(mv));
        let avoid = self.avoid.iter().map(|&mv| format!("not {}", self.board.san(mv)));
        best.chain(avoid).collect::<Vec<_>>().join(" ")
    }
}

/// Parses each line of an EPD file, except empty lines and those that start with `#`.
///
/// # Errors
///
/// A text that names the file and the line that cannot be read.
pub fn read(
    file: &Path,
    parse: fn(&str) -> Result<Problem, String>,
) -> Result<Vec<Problem>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            parse(line).map_err(|error| format!("{}:{}: {error}", file.display(), index + 1))
        })
        .collect()
}

fn moves(board: &Board, text: &str) -> Result<Vec<Move>, String> {
    text.split_whitespace()
        .map(|san| board.parse_san(san).map_err(|error| format!("{san}: {error}")))
        .collect()
}

/// `f5=10, Be5+=2`; anything else is a remark and has no grades.
fn grades(board: &Board, text: &str) -> Vec<(Move, u32)> {
    text.split(',')
        .filter_map(|grade| {
            let (san, points) = grade.trim().rsplit_once('=')?;
            Some((board.parse_san(san).ok()?, points.parse().ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_best_moves_and_quoted_remarks() {
        let line = r#"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; c0 "a; b"; id "mate 1";"#;
        let problem = Problem::parse(line).unwrap();
        assert_eq!(problem.id, "mate 1");
        let mate = problem.board.parse_san("Rd8").unwrap();
        assert!(problem.is_solved(Some(mate)));
        assert!(!problem.is_solved(problem.board.parse_san("Rd7").ok()));
        assert!(!problem.is_solved(None));
        assert_eq!(problem.most_points(), 0);
    }

    #[test]
    fn reference_scores_are_read() {
        let problem = Problem::scored("6k1/8/8/8/8/8/8/3R2K1 b - - hmvc 3; ce -512;").unwrap();
        assert_eq!(problem.centipawns, Some(-512));
    }

    #[test]
    fn grades_earn_points() {
        let line = r#"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; c0 "Rd8#=10, Rd7=3";"#;
        let problem = Problem::parse(line).unwrap();
        assert_eq!(problem.most_points(), 10);
        assert_eq!(problem.points(problem.board.parse_san("Rd7").ok()), 3);
        assert_eq!(problem.points(problem.board.parse_san("h3").ok()), 0);
    }

    #[test]
    fn errors_are_named() {
        let no_moves = Problem::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"x\";");
        assert!(no_moves.unwrap_err().contains("bm"));
        let illegal = Problem::parse("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Ra8;");
        assert!(illegal.unwrap_err().starts_with("Ra8"));
        assert!(Problem::parse("not a position").is_err());
        assert_eq!(Problem::scored("6k1/8/8/8/8/8/8/3R2K1 w - - bm Rd8;").unwrap_err(), "no ce");
        let number = Problem::scored("6k1/8/8/8/8/8/8/3R2K1 w - - ce +;");
        assert_eq!(number.unwrap_err(), "ce +");
    }
}

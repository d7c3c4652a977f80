//! The tables.

use std::fmt::Write as _;

use super::agreement::{Agreement, Pair, error};
use super::measure::{Answer, Method};
use crate::epd::Problem;

/// One evaluation by one method.
pub struct Column {
    /// Which, for people.
    pub name: String,
    /// Of all positions with a score.
    pub agreement: Agreement,
    /// By position.
    pairs: Vec<Option<Pair>>,
    /// Positions with a known best move, and those of them where it was found.
    solved: Option<(u32, u32)>,
    /// Whether it is compared with the first static column, or else with the first search.
    is_static: bool,
}

impl Column {
    /// The column of a network with its answers by position.
    pub fn new(
        network: &str,
        method: &Method,
        problems: &[Problem],
        answers: Vec<Option<Answer>>,
    ) -> Self {
        let moves = answers.iter().zip(problems).filter(|(_, it)| it.has_solution());
        let moves = moves.filter_map(|(answer, it)| Some(it.is_solved(Some((*answer)?.best?))));
        let (asked, solved) = moves.fold((0, 0), |(n, k), right| (n + 1, k + u32::from(right)));
        let pairs = answers.into_iter().map(|answer| answer.map(|it| it.pair)).collect();
        let name = format!("{network}, {}", method.name());
        let solved = (asked > 0).then_some((asked, solved));
        Self { solved, is_static: matches!(method, Method::Static), ..Self::of_pairs(name, pairs) }
    }

    fn of_pairs(name: String, pairs: Vec<Option<Pair>>) -> Self {
        let scored: Vec<Pair> = pairs.iter().copied().flatten().collect();
        let agreement = Agreement::new(&scored);
        Self { name, agreement, pairs, solved: None, is_static: true }
    }

    /// By how much the mean squared error is above that of `other` on the positions that
    /// both have scored, with the half-width of the interval of 95 %.
    fn excess(&self, other: &Self) -> (f64, f64) {
        let (mine, theirs) = (self.agreement.scale, other.agreement.scale);
        let both = self.pairs.iter().zip(&other.pairs).filter_map(|(a, b)| (*a).zip(*b));
        let differences: Vec<f64> =
            both.map(|(a, b)| a.squared_error(mine) - b.squared_error(theirs)).collect();
        let count = differences.len().max(2) as f64;
        let mean = differences.iter().sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|it| (it - mean).powi(2)).sum();
        (mean, 1.96 * (squares / (count - 1.0) / count).sqrt())
    }

    /// The error in the positions of a class, at the scale of the whole; `None` if
    /// there is none.
    pub fn error(&self, problems: &[Problem], class: &Class) -> Option<f64> {
        let here = self.pairs.iter().zip(problems).filter(|(_, it)| class.contains(it));
        let pairs: Vec<Pair> = here.filter_map(|(pair, _)| *pair).collect();
        (!pairs.is_empty()).then(|| error(&pairs, self.agreement.scale))
    }
}

/// Some of the positions, by a number between two bounds.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    key: fn(&Problem) -> u32,
    first: u32,
    last: u32,
}

impl Class {
    /// By the number of pieces, kings and pawns included.
    pub fn by_pieces() -> Vec<Self> {
        Self::list(|it| it.board.occupied().len(), &[2, 7, 11, 15, 19, 23, 27, 33])
    }

    /// By the size of the reference score.
    pub fn by_size() -> Vec<Self> {
        let key = |it: &Problem| it.centipawns.unwrap_or(0).unsigned_abs();
        Self::list(key, &[0, 25, 75, 150, 300, 600, 1200, u32::MAX])
    }

    fn list(key: fn(&Problem) -> u32, starts: &[u32]) -> Vec<Self> {
        starts.windows(2).map(|it| Self { key, first: it[0], last: it[1] - 1 }).collect()
    }

    fn contains(&self, problem: &Problem) -> bool {
        (self.first..=self.last).contains(&(self.key)(problem))
    }

    /// The bounds, such as `7-10`.
    pub fn name(&self) -> String {
        match self.last {
            last if last >= u32::MAX - 1 => format!("{}-", self.first),
            last => format!("{}-{last}", self.first),
        }
    }
}

/// All tables.
pub fn describe(problems: &[Problem], columns: &[Column]) -> String {
    let mut text = format!("{} positions\n\n", problems.len());
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "        error    rank    scale  positions  best moves  squared error - first's, 1e-4"
    );
    for (number, column) in (1..).zip(columns) {
        let Agreement { error, rank_correlation, scale } = column.agreement;
        let scored = column.pairs.iter().flatten().count();
        let solved = column.solved.map_or_else(String::new, |(asked, solved)| {
            format!("{:.1} %", 100.0 * f64::from(solved) / f64::from(asked))
        });
        let first = columns.iter().find(|it| it.is_static == column.is_static).unwrap_or(column);
        let (mean, interval) = column.excess(first);
        let excess = format!("{:+.1} ± {:.1}", 1e4 * mean, 1e4 * interval);
        let _ = writeln!(
            text,
            "[{number:2}]  {error:.4}  {rank_correlation:.4}  {scale:7.1}  {scored:9}  \
             {solved:>10}  {excess:>29}  {}",
            column.name
        );
    }
    for (title, classes) in [("pieces", Class::by_pieces()), ("|reference|", Class::by_size())] {
        let _ = write!(text, "\n{title:<12} positions");
        for number in 1..=columns.len() {
            let _ = write!(text, "  [{number:2}]  ");
        }
        text.push('\n');
        for class in classes {
            let count = problems.iter().filter(|it| class.contains(it)).count();
            let _ = write!(text, "{:<12} {count:9}", class.name());
            for column in columns {
                let _ = match column.error(problems, &class) {
                    Some(error) => write!(text, "  {error:.4}"),
                    None => write!(text, "       -"),
                };
            }
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(fen: &str, centipawns: i32) -> Problem {
        Problem::scored(&format!("{fen} ce {centipawns};")).unwrap()
    }

    #[test]
    fn every_position_is_in_one_class_of_each_kind() {
        let many = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let few = "8/8/4k3/8/8/3K4/8/8 w - -";
        for it in [problem(many, 0), problem(few, -24), problem(few, 31_000)] {
            for classes in [Class::by_pieces(), Class::by_size()] {
                assert_eq!(classes.iter().filter(|class| class.contains(&it)).count(), 1);
            }
        }
    }

    #[test]
    fn classes_are_measured_at_the_scale_of_the_whole() {
        let few = "8/8/4k3/8/8/3K4/8/8 w - -";
        let problems = [problem(few, 100), problem(few, -100), problem(few, 700)];
        let pair = |score, reference| Some(Pair { score, reference });
        let pairs = vec![pair(50.0, 100.0), None, pair(350.0, 700.0)];
        let column = Column::of_pairs("x".to_owned(), pairs);
        let errors = Class::by_size().iter().filter_map(|it| column.error(&problems, it)).count();
        assert_eq!(errors, 2, "a class without scores has no error");
        let better = [Some(Pair { score: 0.0, reference: 0.0 }), None, pair(0.0, 138.0)];
        let other = Column::of_pairs("y".to_owned(), better.to_vec());
        let (mean, interval) = other.excess(&column);
        assert!(mean > 0.0 && interval > 0.0);
        assert_eq!(column.excess(&other).0, -mean);
        let text = describe(&problems, &[column]);
        assert!(text.contains("[ 1]  0.0000  1.0000     69.0          2 "), "{text}");
        assert!(text.contains("75-149               2  0.0000\n"), "{text}");
    }
}

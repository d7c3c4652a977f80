//! One line for each generation, and what the steps have printed.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;

use super::read;

/// What a match has shown about the new network.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// Elo over the best network before, and its error of 95 %.
    pub elo: f64,
    pub error: f64,
    /// Whether the test says that it is stronger.
    pub is_promoted: bool,
}

impl MatchResult {
    /// Reads the report that `match` has printed to `path`.
    ///
    /// # Errors
    ///
    /// When it is not one of a match that has ended.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = read(path)?;
        Self::parse(&text).ok_or_else(|| format!("{}: not the report of a match", path.display()))
    }

    fn parse(text: &str) -> Option<Self> {
        let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let words: Vec<&str> = line("Elo ")?.split_whitespace().collect();
        let is_promoted = line("SPRT ")?.contains("H1 accepted");
        // With no loss or no win there is no Elo.
        let [elo, error] = match words[..] {
            [elo, "±", error, ..] => [elo.parse().ok()?, error.parse().ok()?],
            _ => [f64::NAN; 2],
        };
        Some(Self { elo, error, is_promoted })
    }
}

/// The errors of the yardstick's columns: static, then by nodes.
pub fn read_errors(report: &str) -> Vec<f64> {
    let columns = report.lines().filter_map(|line| line.strip_prefix('['));
    columns
        .filter_map(|line| {
            line.split_whitespace()
                .find_map(|word| word.parse().ok().filter(|_| word.contains('.')))
        })
        .collect()
}

/// A generation in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub generation: u32,
    /// The generation that made the games and was the opponent.
    pub best: u32,
    pub games: u64,
    pub positions: u64,
    /// The yardstick's errors, static and by nodes, as far as measured.
    pub errors: Vec<f64>,
    pub result: MatchResult,
}

const NAME: &str = "log.csv";
const COLUMNS: &str =
    "generation,best before,games,positions,elo,error,promoted,yardstick static,yardstick nodes";

impl Entry {
    /// Adds the entry to the log in `folder`, in place of one of the same generation;
    /// all entries.
    ///
    /// # Errors
    ///
    /// When the log cannot be read or written.
    pub fn append(&self, folder: &Path) -> Result<Vec<Self>, Box<dyn Error>> {
        let path = folder.join(NAME);
        let text = if path.exists() { read(&path)? } else { String::new() };
        let mut entries: Vec<Self> = text.lines().skip(1).filter_map(Self::parse).collect();
        entries.retain(|entry| entry.generation != self.generation);
        entries.push(self.clone());
        let lines = entries.iter().map(Self::line);
        let text: Vec<String> = std::iter::once(COLUMNS.to_owned()).chain(lines).collect();
        let part = folder.join("log.part");
        fs::write(&part, text.join("\n") + "\n")?;
        fs::rename(part, path)?;
        Ok(entries)
    }

    fn line(&self) -> String {
        let Self { generation, best, games, positions, errors, result } = self;
        let MatchResult { elo, error, is_promoted } = result;
        let errors: Vec<String> = errors.iter().map(|error| format!("{error:.4}")).collect();
        let promoted = if *is_promoted { "yes" } else { "no" };
        let errors = errors.join(",");
        format!("{generation},{best},{games},{positions},{elo:.1},{error:.1},{promoted},{errors}")
    }

    fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(',').collect();
        let [generation, best, games, positions, elo, error, promoted, errors @ ..] = &words[..]
        else {
            return None;
        };
        Some(Self {
            generation: generation.parse().ok()?,
            best: best.parse().ok()?,
            games: games.parse().ok()?,
            positions: positions.parse().ok()?,
            errors: errors.iter().filter_map(|word| word.parse().ok()).collect(),
            result: MatchResult {
                elo: elo.parse().ok()?,
                error: error.parse().ok()?,
                is_promoted: *promoted == "yes",
            },
        })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchResult { elo, error, is_promoted } = self.result;
        write!(f, "generation {}: {elo:+.1} ± {error:.1} Elo", self.generation)?;
        if let Some(error) = self.errors.first() {
            write!(f, ", yardstick {error:.4}")?;
        }
        write!(f, ", {}promoted", if is_promoted { "" } else { "not " })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let text = "A         x\ngames     40: A won 20\nElo       +35.2 ± 12.0 Elo (95 %, logistic)\n\
                    SPRT      0:4: LLR +2.99 (-2.94, 2.94), H1 accepted\n";
        let result = MatchResult { elo: 35.2, error: 12.0, is_promoted: true };
        assert_eq!(MatchResult::parse(text), Some(result));
        let open = text.replace("H1 accepted", "unresolved").replace("+35.2 ± 12.0", "no");
        assert!(MatchResult::parse(&open).is_some_and(|it| !it.is_promoted && it.elo.is_nan()));
        assert_eq!(MatchResult::parse("error"), None);
        let text = "9 positions\n\n        error    rank    scale  positions\n\
                    [ 1]  0.2123  0.8000    512.0          9  a, static\n\
                    [ 2]  0.0899  0.9000    512.0          9  a, 10000 nodes\n\n\
                    pieces       positions  [ 1]    [ 2]  \n";
        assert_eq!(read_errors(text), [0.2123, 0.0899]);
    }

    #[test]
    fn a_generation_stands_in_the_log_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let result = MatchResult { elo: 12.5, error: 4.0, is_promoted: true };
        let mut entry =
            Entry { generation: 1, best: 0, games: 5, positions: 500, errors: vec![0.21], result };
        assert_eq!(entry.append(folder.path()).unwrap().len(), 1);
        entry.games = 6;
        assert_eq!(entry.append(folder.path()).unwrap(), [entry.clone()]);
        let second = Entry { generation: 2, best: 1, ..entry.clone() };
        assert_eq!(second.append(folder.path()).unwrap(), [entry, second]);
    }
}

//! What an experiment shows: tables, plots, and what was published beside what
//! was measured.

mod csv;
mod html;
mod plot;

use std::fs;
use std::path::Path;

/// What was measured by one experiment.
pub struct Section {
    /// The name on the command line.
    pub name: &'static str,
    /// A heading.
    pub title: &'static str,
    /// The setting in plain words.
    pub setting: String,
    /// Published against measured.
    pub claims: Vec<Claim>,
    /// The numbers.
    pub tables: Vec<Table>,
    /// The pictures.
    pub plots: Vec<Plot>,
}

/// Something published, and what was found here.
pub struct Claim {
    /// Who and when.
    pub source: &'static str,
    /// What was said.
    pub published: &'static str,
    /// What was measured.
    pub measured: String,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// Whether a publication and a measurement agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They do.
    Holds,
    /// In direction but not in size, or not everywhere.
    Partly,
    /// They do not.
    Differs,
}

impl Verdict {
    /// By two limits: what holds, and what at least points the right way.
    pub fn of(holds: bool, partly: bool) -> Self {
        match (holds, partly) {
            (true, _) => Self::Holds,
            (_, true) => Self::Partly,
            _ => Self::Differs,
        }
    }

    /// As the page has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Partly => "partly",
            Self::Differs => "differs",
        }
    }
}

/// Numbers in rows.
pub struct Table {
    /// The file of its CSV form, without extension.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The rows, with the same headings in each.
    pub rows: Vec<Row>,
}

impl Table {
    /// The headings; the first is of the column with the names of the rows.
    fn headings(&self) -> impl Iterator<Item = &'static str> {
        self.rows.first().into_iter().flatten().map(|&(heading, _)| heading)
    }
}

/// The cells of a row under their headings.
pub type Row = Vec<(&'static str, Cell)>;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// For reading.
    pub shown: String,
    /// For programs.
    pub raw: String,
}

impl Cell {
    /// A name.
    pub fn text(text: impl Into<String>) -> Self {
        let shown = text.into();
        Self { raw: shown.clone(), shown }
    }

    /// A number with so many decimals.
    pub fn number(value: f64, decimals: usize) -> Self {
        if !value.is_finite() {
            return Self { shown: "–".to_owned(), raw: String::new() };
        }
        Self { shown: format!("{value:.decimals$}"), raw: format!("{value:.6}") }
    }

    /// A count, digits in groups of three.
    pub fn count(value: f64) -> Self {
        let plain = format!("{:.0}", value.max(0.0));
        let mut shown = String::new();
        for (place, digit) in plain.chars().enumerate() {
            if place > 0 && (plain.len() - place) % 3 == 0 {
                // A space that does not break.
                shown.push('\u{202f}');
            }
            shown.push(digit);
        }
        Self { shown, raw: plain }
    }

    /// A share as a percentage.
    pub fn share(value: f64) -> Self {
        if !value.is_finite() {
            return Self::number(value, 0);
        }
        Self { shown: format!("{:.1} %", 100.0 * value), raw: format!("{value:.6}") }
    }
}

/// A picture.
pub struct Plot {
    /// The file of its SVG form, without extension.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub axis: String,
    /// The picture itself.
    pub kind: PlotKind,
}

/// Kinds of pictures.
pub enum PlotKind {
    /// A mark per name, with a line for its spread.
    Dots {
        /// Name, mark, and ends of the line.
        rows: Vec<(String, f64, [f64; 2])>,
        /// A value to compare with.
        reference: Option<f64>,
        /// Whether the axis is logarithmic.
        logarithmic: bool,
    },
    /// Lines over a number.
    Lines {
        /// The vertical axis.
        vertical: String,
        /// Name and points of each.
        lines: Vec<(String, Vec<(f64, f64)>)>,
        /// Whether the vertical axis is logarithmic.
        logarithmic: bool,
    },
}

/// How the numbers came about.
pub struct Provenance {
    /// The command as it was given.
    pub command: String,
    /// The commit of the program.
    pub commit: &'static str,
    /// Build profile, positions, table, threads, seed.
    pub facts: Vec<(&'static str, String)>,
}

/// Writes all files of a report to `folder` and names the page.
///
/// # Errors
///
/// A text that names the file that cannot be written or the plot that failed.
pub fn write(folder: &Path, sections: &[Section], provenance: &Provenance) -> Result<(), String> {
    let save = |name: String, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut pictures = Vec::new();
    for section in sections {
        for table in &section.tables {
            save(format!("{}.csv", table.file), &csv::table(table))?;
        }
        save(format!("{}-claims.csv", section.name), &csv::claims(&section.claims))?;
        for plot in &section.plots {
            let svg = plot::svg(plot).map_err(|error| format!("{}: {error}", plot.file))?;
            save(format!("{}.svg", plot.file), &svg)?;
            pictures.push(svg);
        }
    }
    save("index.html".to_owned(), &html::page(sections, &pictures, provenance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_for_reading_and_for_programs() {
        assert_eq!(Cell::count(1_234_567.0).shown, "1\u{202f}234\u{202f}567");
        assert_eq!(Cell::count(999.0).shown, "999");
        assert_eq!(Cell::share(0.1234).shown, "12.3 %");
        assert_eq!(Cell::number(f64::NAN, 2).raw, "");
    }

    #[test]
    fn verdicts_go_by_two_limits() {
        assert_eq!(Verdict::of(true, true), Verdict::Holds);
        assert_eq!(Verdict::of(false, true), Verdict::Partly);
        assert_eq!(Verdict::of(false, false), Verdict::Differs);
    }

    #[test]
    fn a_report_is_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let dots = PlotKind::Dots {
            rows: vec![("a < b".to_owned(), 0.5, [0.4, 0.7])],
            reference: Some(1.0),
            logarithmic: true,
        };
        let lines = PlotKind::Lines {
            vertical: "y".to_owned(),
            lines: vec![("one".to_owned(), vec![(1.0, 2.0), (2.0, 20.0)])],
            logarithmic: true,
        };
        let plot = |file: &str, kind| Plot {
            file: file.to_owned(),
            title: "title".to_owned(),
            axis: "axis".to_owned(),
            kind,
        };
        let section = Section {
            name: "test",
            title: "Test & more",
            setting: "none".to_owned(),
            claims: vec![Claim {
                source: "Somebody",
                published: "less, \"much\" less",
                measured: "0.5".to_owned(),
                verdict: Verdict::Holds,
            }],
            tables: vec![Table {
                file: "test".to_owned(),
                title: "table".to_owned(),
                rows: vec![vec![("name", Cell::text("a < b")), ("value", Cell::number(0.5, 2))]],
            }],
            plots: vec![plot("test-dots", dots), plot("test-lines", lines)],
        };
        let provenance = Provenance {
            command: "lab test".to_owned(),
            commit: "abc",
            facts: vec![("seed", "1".to_owned())],
        };
        write(folder.path(), &[section], &provenance).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("test.csv"), "name,value\na < b,0.500000\n");
        assert!(read("test-claims.csv").contains("\"less, \"\"much\"\" less\""));
        let page = read("index.html");
        for wanted in
            ["Test &amp; more", "a &lt; b", "lab test", "abc", "<svg", "prefers-color-scheme"]
        {
            assert!(page.contains(wanted), "{wanted}");
        }
        assert!(!page.contains("http://") || page.contains("http://www.w3.org"));
        assert!(!page.contains("src="), "the page needs no other file");
        for name in ["test-dots.svg", "test-lines.svg"] {
            assert!(read(name).contains("currentColor"), "{name} has no text in the page's colour");
        }
    }
}

//! A folder with a web page for every game and an index.
//!
//! Each page is one file: style, script, pieces and data are in it, and its content
//! security policy forbids the browser to load anything else.

mod index;
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use crate::AnalyseError;
use crate::game::Analysed;
use index::Row;

/// What every page of a report says about its origin.
const GENERATOR: &str = "<meta name=\"generator\" content=\"Riposte\">";

/// What errors call its files.
const WHAT: &str = "report";

/// A report that is being written.
pub struct Report {
    folder: PathBuf,
    title: String,
    rows: Vec<Row>,
}

impl Report {
    /// Creates `folder` where it is missing. The pages of an earlier report in it are
    /// overwritten. `title` is the heading of the index.
    pub fn create(folder: &Path, title: impl Into<String>) -> Result<Self, AnalyseError> {
        fs::create_dir_all(folder).map_err(AnalyseError::file(WHAT, folder))?;
        let file = folder.join("index.html");
        let is_foreign = fs::read(&file).is_ok_and(|bytes| {
            !String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).contains(GENERATOR)
        });
        if is_foreign {
            let error = "this file is there already and not from a report";
            return Err(AnalyseError::file(WHAT, &file)(error));
        }
        Ok(Self { folder: folder.to_owned(), title: title.into(), rows: Vec::new() })
    }

    /// Writes the page of `game`.
    pub fn add(&mut self, game: &Analysed) -> Result<(), AnalyseError> {
        let name = format!("game-{:04}.html", game.number);
        self.write(&name, &page::html(game))?;
        self.rows.push(Row::new(name, game));
        Ok(())
    }

    /// Writes the index of the games so far.
    pub fn finish(&mut self) -> Result<(), AnalyseError> {
        self.write("index.html", &index::html(&self.title, &self.rows))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), AnalyseError> {
        let file = self.folder.join(name);
        fs::write(&file, text).map_err(AnalyseError::file(WHAT, &file))
    }
}

/// `text` where HTML is expected.
fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter => html.push(letter),
        }
    }
    html
}

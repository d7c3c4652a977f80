//! The list of the games.

use std::fmt::Write as _;

use super::escape;
use super::page::document;
use crate::game::{Analysed, Side};

/// Size of the small curves, in pixels.
const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 28.0;

/// What the index keeps of a game.
pub struct Row {
    file: String,
    number: usize,
    sides: [Side; 2],
    result: String,
    /// Event and date, as far as they are known.
    occasion: String,
    opening: String,
    moves: usize,
    /// White's winning chance in percent, by position.
    win_curve: Vec<f64>,
    error: Option<String>,
}

impl Row {
    /// The row of `game`, whose page is `file`.
    pub fn new(file: String, game: &Analysed) -> Self {
        let tag = |name| game.source.tag(name).filter(|value| !value.starts_with('?'));
        let occasion: Vec<&str> = ["Event", "Round", "Date"].into_iter().filter_map(tag).collect();
        let named = game.opening.as_ref().map(|it| format!("{} {}", it.eco, it.name));
        Self {
            file,
            number: game.number,
            sides: game.sides.clone(),
            result: game.result.clone(),
            occasion: occasion.join(", "),
            opening: named.or(tag("Opening").map(str::to_owned)).unwrap_or_default(),
            moves: game.plies.len().div_ceil(2),
            win_curve: game.positions.iter().filter_map(|position| position.chance).collect(),
            error: game.error.clone(),
        }
    }

    fn html(&self) -> String {
        let side = |side: &Side, name: &str| {
            let [inaccuracies, mistakes, blunders] = side.errors;
            let accuracy = side.accuracy.map_or("–".to_owned(), |it| format!("{it:.0}%"));
            format!(
                "<td data-label=\"{name}\"><b>{accuracy}</b> <span class=\"errors\" \
                 title=\"inaccuracies, mistakes, blunders\">{inaccuracies}?! {mistakes}? \
                 {blunders}??</span></td>"
            )
        };
        let [white, black] = &self.sides;
        let mut about = vec![escape(&self.occasion), escape(&self.opening)];
        if let Some(error) = &self.error {
            about.push(format!("<span class=\"error\">⚠ {}</span>", escape(error)));
        }
        about.retain(|line| !line.is_empty());
        let about = about.join("<br>");
        format!(
            "<tr><td data-label=\"Game\">{}</td><td data-label=\"Players\"><a href=\"{}\">{} – {}</a>\
             </td><td class=\"result\" data-label=\"Result\">{}</td><td data-label=\"Moves\">{}</td>{}{}\
             <td data-label=\"White's chance\">{}</td><td class=\"about\">{about}</td></tr>\n",
            self.number,
            escape(&self.file),
            escape(&white.name),
            escape(&black.name),
            escape(&self.result),
            self.moves,
            side(white, "White"),
            side(black, "Black"),
            curve(&self.win_curve),
        )
    }
}

/// The index page.
pub fn html(title: &str, rows: &[Row]) -> String {
    let mut body = format!(
        "<header class=\"top\"><h1>{}</h1><p>{} games, analysed by Riposte</p></header>\n\
         <main class=\"index\"><table class=\"games\"><thead><tr><th>Game</th><th>Players</th>\
         <th>Result</th><th>Moves</th><th>White</th><th>Black</th><th>White's chance</th>\
         <th>About</th></tr></thead><tbody>\n",
        escape(title),
        rows.len()
    );
    rows.iter().for_each(|row| body.push_str(&row.html()));
    body.push_str(
        "</tbody></table>\n<p class=\"note\">Percentages are accuracy; ?! inaccuracies, ? \
         mistakes, ?? blunders. How they are counted stands on each page.</p></main>",
    );
    document(title, &body)
}

/// White's chance over the game.
fn curve(win_curve: &[f64]) -> String {
    let steps = win_curve.len().saturating_sub(1).max(1) as f64;
    let mut points = String::new();
    for (index, chance) in win_curve.iter().enumerate() {
        let (x, y) = (index as f64 / steps * WIDTH, (1.0 - chance / 100.0) * HEIGHT);
        // Writing to a string cannot fail.
        let _ = write!(points, "{x:.1},{y:.1} ");
    }
    format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" aria-hidden=\"true\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\
         <polygon points=\"0,{HEIGHT} {points}{WIDTH},{HEIGHT}\"/>\
         <line x1=\"0\" x2=\"{WIDTH}\" y1=\"{0}\" y2=\"{0}\"/></svg>",
        HEIGHT / 2.0
    )
}

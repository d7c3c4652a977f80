//! One page that needs nothing else.

use std::fmt::Write as _;

use super::{Cell, Claim, Provenance, Section, Table};

const STYLE: &str = include_str!("page.css");

/// A cell with more characters is text that has to be broken into lines.
const LONGEST_LINE: usize = 40;

/// The page of all sections; `pictures` are those of their plots, in order.
pub(super) fn page(sections: &[Section], pictures: &[String], provenance: &Provenance) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>The heuristics laboratory</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>The heuristics laboratory</h1>\n"
    );
    text.push_str(&facts(provenance));
    text.push_str("<nav>");
    for section in sections {
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, "<a href=\"#{}\">{}</a> ", section.name, escape(section.title));
    }
    text.push_str("</nav>\n");
    let mut pictures = pictures.iter();
    for section in sections {
        let _ = writeln!(
            text,
            "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>",
            section.name,
            escape(section.title),
            escape(&section.setting)
        );
        text.push_str(&claims(&section.claims));
        for (plot, picture) in section.plots.iter().zip(pictures.by_ref()) {
            let title = escape(&plot.title);
            let _ = writeln!(text, "<figure>{picture}<figcaption>{title}</figcaption></figure>");
        }
        section.tables.iter().for_each(|it| text.push_str(&table(it)));
        text.push_str("</section>\n");
    }
    text.push_str("</body>\n</html>\n");
    text
}

fn facts(provenance: &Provenance) -> String {
    let mut text = String::from("<dl>");
    let command = format!("<code>{}</code>", escape(&provenance.command));
    let commit = format!("<code>{}</code>", escape(provenance.commit));
    let _ = write!(text, "<dt>command</dt><dd>{command}</dd><dt>commit</dt><dd>{commit}</dd>");
    for (name, value) in &provenance.facts {
        let _ = write!(text, "<dt>{name}</dt><dd>{}</dd>", escape(value));
    }
    text.push_str("</dl>\n");
    text
}

fn claims(claims: &[Claim]) -> String {
    if claims.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "<div class=\"wide\"><table class=\"claims\">\n<thead><tr><th>source</th>\
         <th>published</th><th>measured here</th><th></th></tr></thead>\n<tbody>\n",
    );
    for Claim { source, published, measured, verdict } in claims {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{verdict}\">{verdict}</td></tr>",
            escape(source),
            escape(published),
            escape(measured),
            verdict = verdict.name()
        );
    }
    text.push_str("</tbody></table></div>\n");
    text
}

fn table(table: &Table) -> String {
    let mut text = format!(
        "<details open><summary>{}</summary>\n<div class=\"wide\"><table>\n<thead><tr>",
        escape(&table.title)
    );
    for heading in table.headings() {
        let _ = write!(text, "<th>{}</th>", escape(heading));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        text.push_str("<tr>");
        for (_, Cell { shown, .. }) in row {
            let class = if shown.chars().count() > LONGEST_LINE { " class=\"prose\"" } else { "" };
            let _ = write!(text, "<td{class}>{}</td>", escape(shown));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div></details>\n");
    text
}

/// Text as HTML and SVG take it.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cells_are_broken_into_lines() {
        let row = vec![
            ("setting", Cell::text("R = 2")),
            ("endings", Cell::text("an ending, ".repeat(9))),
        ];
        let text =
            table(&Table { file: "endings".into(), title: "Endings".into(), rows: vec![row] });
        assert!(text.contains("<td>R = 2</td><td class=\"prose\">an ending"), "{text}");
    }
}

//! Comma-separated values.

use super::{Claim, Table};

/// A table.
pub(super) fn table(table: &Table) -> String {
    let mut text = line(table.headings());
    for row in &table.rows {
        text.push_str(&line(row.iter().map(|(_, cell)| cell.raw.as_str())));
    }
    text
}

/// Published against measured.
pub(super) fn claims(claims: &[Claim]) -> String {
    let mut text = line(["source", "published", "measured", "verdict"]);
    for Claim { source, published, measured, verdict } in claims {
        text.push_str(&line([source, published, measured.as_str(), verdict.name()]));
    }
    text
}

fn line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    fields.join(",") + "\n"
}

/// Quoted where it has to be (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

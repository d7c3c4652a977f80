//! The answers to `help`: a list of all commands, and the details of each.

use std::fmt::Write;

/// Every command, in the order of the list. The first lines describe the format.
const COMMANDS: &str = include_str!("commands.txt");

/// The frame of the list, which stands in place of `COMMANDS`.
const OVERVIEW: &str = include_str!("overview.txt");

/// Columns of the list before the summaries.
const USAGE_WIDTH: usize = 36;

/// One command.
struct Topic {
    /// The words that name it, the usual one first.
    names: &'static str,
    /// Its syntax.
    usage: &'static str,
    /// What it does, in one line.
    summary: &'static str,
    /// Everything else, possibly empty.
    details: &'static str,
}

/// Title and topics of each chapter.
fn chapters() -> impl Iterator<Item = (&'static str, Vec<Topic>)> {
    COMMANDS.split("\n# ").skip(1).map(|chapter| {
        let (title, topics) = chapter.split_once('\n').unwrap_or((chapter, ""));
        (title, topics.split("\n@ ").skip(1).map(topic).collect())
    })
}

fn topic(text: &'static str) -> Topic {
    let mut parts = text.splitn(4, '\n').map(str::trim_end);
    let mut next = || parts.next().unwrap_or_default();
    Topic { names: next(), usage: next(), summary: next(), details: next() }
}

/// The answer to `help`.
pub fn overview() -> String {
    let mut text = String::new();
    for (title, topics) in chapters() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "\n{title}");
        for Topic { usage, summary, .. } in topics {
            if usage.len() < USAGE_WIDTH {
                let _ = writeln!(text, "  {usage:USAGE_WIDTH$} {summary}");
            } else {
                let _ = writeln!(text, "  {usage}\n  {:USAGE_WIDTH$} {summary}", "");
            }
        }
    }
    OVERVIEW.trim_end().replace("COMMANDS\n", &text)
}

/// The answer to `help NAME`; `None` if there is no such command.
pub fn about(name: &str) -> Option<String> {
    let mut topics = chapters().flat_map(|(_, topics)| topics);
    let topic = topics.find(|topic| topic.names.split(' ').any(|it| it == name))?;
    let mut text = format!("{}\n\n{}", topic.usage, sentence(topic.summary));
    if !topic.details.is_empty() {
        text.push('\n');
        text.push_str(topic.details);
    }
    Some(text)
}

/// `text` with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String =
        letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    fn topics() -> Vec<Topic> {
        chapters().flat_map(|(_, topics)| topics).collect()
    }

    #[test]
    fn every_listed_command_exists() {
        assert!(topics().len() > 20);
        for topic in topics() {
            for name in topic.names.split(' ') {
                let error = Command::parse(name).err().map(|error| error.to_string());
                assert!(error.is_none_or(|error| !error.starts_with("unknown")), "{name}");
                assert!(about(name).is_some_and(|text| text.starts_with(topic.usage)), "{name}");
            }
        }
        assert_eq!(about("xyzzy"), None);
    }

    #[test]
    fn the_lines_fit_a_narrow_window() {
        let topics = topics();
        let details = topics.iter().map(|topic| topic.details);
        for line in overview().lines().chain(details.flat_map(str::lines)) {
            assert!(line.len() <= 90, "{line}");
        }
    }
}

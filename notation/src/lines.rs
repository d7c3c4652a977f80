//! Lines of a file of any size, with their numbers.

use std::io::{self, BufRead, Read};

/// The longest line that is read whole, in bytes.
pub const MAX_LINE: usize = 1 << 20;

/// Reads lines and counts them.
pub struct Lines<R> {
    reader: R,
    number: usize,
    offset: u64,
    is_cut: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader, number: 0, offset: 0, is_cut: false }
    }

    /// The next line without its end, `None` after the last.
    ///
    /// Bytes that are not UTF-8 are replaced. Of a line longer than [`MAX_LINE`] only
    /// the first part is returned.
    ///
    /// # Errors
    ///
    /// What the reader reports.
    pub fn read(&mut self) -> io::Result<Option<String>> {
        // The end of a line has up to two bytes.
        const ROOM: usize = MAX_LINE + 2;
        let mut bytes = Vec::new();
        self.reader.by_ref().take(ROOM as u64).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.offset += bytes.len() as u64;
        let goes_on = bytes.len() == ROOM && bytes.last() != Some(&b'\n');
        if goes_on {
            self.offset += self.reader.skip_until(b'\n')? as u64;
        }
        let last = bytes.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let len = last.map_or(0, |last| last + 1);
        self.is_cut = goes_on || len > MAX_LINE;
        let text = String::from_utf8_lossy(&bytes[..len.min(MAX_LINE)]);
        // Some editors mark UTF-8 text with a byte order mark.
        let text = if self.number == 0 { text.trim_start_matches('\u{feff}') } else { &text };
        self.number += 1;
        Ok(Some(text.to_owned()))
    }

    /// The number of the line that was read last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether the line that was read last was longer than [`MAX_LINE`].
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The bytes read so far.
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_if_they_are_too_long() {
        for end in ["\n", "\r\n"] {
            for extra in [0, 1, 2, 9] {
                let text = format!("{}{end}next", "x".repeat(MAX_LINE + extra));
                let mut lines = Lines::new(text.as_bytes());
                let line = lines.read().expect("memory can be read").expect("a line");
                assert_eq!((line.len(), lines.is_cut()), (MAX_LINE, extra > 0), "{extra} {end:?}");
                let next = lines.read().expect("memory can be read");
                assert_eq!((next.as_deref(), lines.is_cut()), (Some("next"), false));
                assert_eq!(lines.offset(), text.len() as u64);
            }
        }
    }
}

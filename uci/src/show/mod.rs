//! What the program prints: for clients by the protocol, for users at a terminal.

pub mod display;
pub mod eval;
pub mod report;
pub mod terminal;

use std::fmt::Write;
use std::time::Duration;

use riposte_movegen::{File, Rank, Square};

/// A board of lines, White below. Every square has the text of each of `rows`, `width - 1`
/// columns wide.
fn drawing<const N: usize>(width: usize, rows: [&dyn Fn(Square) -> String; N]) -> String {
    let edge = format!(" +{}\n", format!("{:-<width$}+", "").repeat(8));
    let mut text = edge.clone();
    for rank in Rank::ALL.into_iter().rev() {
        for (index, row) in rows.iter().enumerate() {
            for file in File::ALL {
                // Writing to a `String` cannot fail.
                let _ = write!(text, " |{}", row(Square::at(file, rank)));
            }
            let digit = if index == 0 { format!(" {}", rank.digit()) } else { String::new() };
            let _ = writeln!(text, " |{digit}");
        }
        text.push_str(&edge);
    }
    let files: String = ('a'..='h').map(|file| format!(" {file:^width$}")).collect();
    let _ = writeln!(text, " {}", files.trim_end());
    text
}

/// How many of `count` there were in each second of `time`.
pub fn per_second(count: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    let rate = u128::from(count) * 1_000_000_000 / nanoseconds;
    u64::try_from(rate).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_need_no_time_to_have_passed() {
        assert_eq!(per_second(0, Duration::ZERO), 0);
        assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
        assert_eq!(per_second(500, Duration::from_millis(500)), 1000);
    }
}

//! What the program prints: for clients by the protocol, for users at a terminal.

pub mod display;
pub mod report;
pub mod terminal;

use std::time::Duration;

/// How many of `count` there were in each second of `time`.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64()) as u64
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

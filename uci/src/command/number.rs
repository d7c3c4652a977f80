//! Whole numbers as clients send them: negative clocks, and values far beyond
//! any integer type.

use riposte_notation::excerpt;

use super::CommandError;

/// The number that `text` writes; beyond the range of `i64`, the nearest one in
/// it. `None` when it is not a whole number.
pub(super) fn whole(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // Only the size can still make the conversion fail.
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// The number in `text`, or what is wrong with it.
pub(super) fn required(
    command: &'static str,
    parameter: &'static str,
    text: Option<&str>,
) -> Result<i64, CommandError> {
    let text = text.ok_or(CommandError::Missing { command, what: parameter })?;
    whole(text).ok_or_else(|| CommandError::NotANumber { command, parameter, text: excerpt(text) })
}

/// `value` in the range of `u32`.
pub(super) fn as_u32(value: i64) -> u32 {
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

/// `value` in the range of `u64`.
pub(super) fn as_u64(value: i64) -> u64 {
    value.max(0).unsigned_abs()
}

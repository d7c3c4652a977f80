//! Any text is records or errors in one readable line; a record's position can be
//! written and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use riposte_fuzz::{check_message, check_text};
use riposte_notation::records;

fuzz_target!(|text: &str| {
    for (number, record) in records(text) {
        assert!(number >= 1);
        match record {
            Ok(record) => {
                check_text(&record.board);
                for code in ["bm", "am", "id", "D1", "c0"] {
                    assert!(record.operand(code).is_none_or(|operand| text.contains(operand)));
                }
            }
            Err(error) => check_message(&error),
        }
    }
});

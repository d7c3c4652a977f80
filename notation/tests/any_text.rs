//! Whatever the text, reading ends, and what was read survives writing.

use riposte_notation::pgn::{Game, Line, Reader};

/// What errors are made of.
const PARTS: [&str; 32] = [
    "1.",
    "e4",
    " ",
    "\n",
    "{",
    "}",
    "(",
    ")",
    ";",
    "[",
    "]",
    "\"",
    "\\",
    "%",
    "$3",
    "$",
    "!",
    "?!",
    "*",
    "1-0",
    "[Event \"x\"]\n",
    "[Event \"",
    "[%clk 0:01:00]",
    "O-O",
    "0-0",
    "1/2-1/2",
    "é",
    "\t",
    "12...",
    "Nf3",
    "\r\n",
    "\u{0}",
];

fn games(text: &str) -> Vec<Game> {
    Reader::new(text.as_bytes()).map(|game| game.expect("memory can be read")).collect()
}

/// Moves of the line and its variations in the order of the text.
fn moves(line: &Line) -> Vec<&str> {
    let each = line.moves.iter();
    each.flat_map(|mv| std::iter::once(mv.san.as_str()).chain(mv.variations.iter().flat_map(moves)))
        .collect()
}

#[test]
fn random_texts_are_read_and_written() {
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut read = 0;
    for _ in 0..20_000 {
        let length = next() % 40;
        let text: String = (0..length).map(|_| PARTS[next() % PARTS.len()]).collect();
        for game in games(&text) {
            let written = game.to_string();
            let again = games(&written);
            assert_eq!(again.len(), 1, "{text:?} gave {written:?}");
            assert_eq!(moves(&again[0].line), moves(&game.line), "{text:?} gave {written:?}");
            read += 1;
        }
    }
    assert!(read > 10_000, "{read} games");
}

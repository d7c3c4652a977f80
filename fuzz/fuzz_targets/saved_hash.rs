//! A saved table is refused in one readable line, or it is loaded whole, and a
//! search in the midst of whatever it says finds a legal move.
#![no_main]

use std::cell::RefCell;
use std::io::Cursor;
use std::sync::Arc;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use parking_lot::Mutex;
use riposte_board::Board;
use riposte_fuzz::{check_message, play, start};
use riposte_movegen::Move;
use riposte_search::{Engine, Info, Limits, Sink};
use riposte_tt::{Bound, Entry, Table};

/// What keys and scores are said to mean.
const MEANING: u64 = 7;

/// Bytes before the clusters, of which the last 8 are a checksum.
const HEAD: usize = 56;

#[derive(Arbitrary, Debug)]
enum Input {
    /// A file.
    File(File),
    /// What may be in a file with right checksums, and where the search starts.
    Search { start: u8, entries: Vec<StoredEntry> },
}

#[derive(Arbitrary, Debug)]
struct File {
    entries: Vec<StoredEntry>,
    patches: Vec<(u32, u8)>,
    repairs_checksums: bool,
    /// Bytes that are missing at the end, or that are too many.
    cut: Option<u16>,
    tail: Vec<u8>,
}

#[derive(Arbitrary, Debug)]
struct StoredEntry {
    /// The way from the start to the position.
    moves: Vec<u8>,
    mv: u16,
    /// A legal move instead.
    mv_is_legal: bool,
    score: i16,
    eval: i16,
    depth: u8,
    bound: u8,
    pv: bool,
}

thread_local! {
    static TABLES: RefCell<Option<(Table, Engine)>> = const { RefCell::new(None) };
}

fuzz_target!(|input: Input| {
    TABLES.with_borrow_mut(|tables| {
        let (table, engine) = tables.get_or_insert_with(|| {
            let mut engine = Engine::new().expect("a little memory");
            engine.set_hash(1).expect("a little memory");
            (Table::new(1, 1).expect("a little memory"), engine)
        });
        match input {
            Input::File(file) => load(&file, table, engine),
            Input::Search { start: choice, entries } => {
                engine.new_game();
                let root = start(choice);
                for stored in &entries {
                    store(engine.tt(), &root, stored);
                }
                search(engine, root);
            }
        }
    });
});

fn load(file: &File, table: &Table, engine: &mut Engine) {
    table.clear(1);
    engine.clear_hash();
    let root = start(0);
    let keys: Vec<u64> = file.entries.iter().map(|stored| store(table, &root, stored)).collect();
    let bytes = bytes_of(file, table);
    let is_changed = !file.patches.is_empty() || file.cut.is_some() || !file.tail.is_empty();
    match engine.tt().load(&mut Cursor::new(&bytes), MEANING) {
        Err(error) => {
            assert!(is_changed, "{error}");
            check_message(&error);
            assert!(keys.iter().all(|&key| engine.tt().probe(key).is_none()));
        }
        Ok(()) if !is_changed => {
            for key in keys {
                assert_eq!(engine.tt().probe(key), table.probe(key));
            }
        }
        Ok(()) => search(engine, root),
    }
}

fn store(table: &Table, root: &Board, stored: &StoredEntry) -> u64 {
    let mut board = root.clone();
    // Near the root, where the search comes by.
    play(&mut board, &stored.moves[..stored.moves.len().min(3)]);
    let legal = board.legal_moves();
    let mv = match legal.get(usize::from(stored.mv) % legal.len().max(1)) {
        Some(mv) if stored.mv_is_legal => mv.bits(),
        _ => stored.mv,
    };
    let bound =
        [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][usize::from(stored.bound % 4)];
    let StoredEntry { score, eval, depth, pv, .. } = *stored;
    table.store(board.key(), Entry { mv, score, eval, depth, bound, pv });
    board.key()
}

fn bytes_of(file: &File, table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.save(&mut bytes, MEANING).expect("memory takes everything");
    let length = bytes.len();
    for &(place, byte) in &file.patches {
        // Every second one in the head, where it matters more.
        let place = place as usize;
        let place = if place.is_multiple_of(2) { place / 2 % HEAD } else { place % length };
        bytes[place] ^= byte;
    }
    if file.repairs_checksums {
        repair(&mut bytes);
    }
    bytes.truncate(length - usize::from(file.cut.unwrap_or(0)));
    bytes.extend(&file.tail);
    bytes
}

/// Makes both checksums right: that of the head, and that of the only part.
fn repair(bytes: &mut [u8]) {
    let mut state = 0x243f_6a88_85a3_08d3_u64;
    let end = bytes.len() - 8;
    for range in [0..HEAD - 8, HEAD..end] {
        for word in bytes[range.clone()].chunks_exact(8) {
            let word = u64::from_le_bytes(word.try_into().expect("8 bytes"));
            state = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        bytes[range.end..range.end + 8].copy_from_slice(&state.to_le_bytes());
    }
}

#[derive(Default)]
struct Answer(Mutex<Option<Move>>);

impl Sink for Answer {
    fn info(&self, info: &Info) {
        assert!(!info.pv.is_empty());
    }

    fn best_move(&self, best: Option<Move>, _: Option<Move>) {
        *self.0.lock() = best;
    }
}

fn search(engine: &mut Engine, board: Board) {
    let answer = Arc::new(Answer::default());
    engine.set_position(board.clone());
    engine.go(Limits::nodes(400), answer.clone());
    engine.wait();
    let best = answer.0.lock().expect("the position has moves");
    assert!(board.is_legal(best), "{best:?} in {}", board.fen());
}

//! Tables in files.

use std::io::{Cursor, ErrorKind, Write};

use riposte_tt::{Bound, Entry, LoadError, Table};

const MEANING: u64 = 77;

fn entry(mv: u16) -> Entry {
    Entry { mv, score: -123, eval: 45, depth: 9, bound: Bound::Lower, pv: true }
}

/// Well-spread keys.
fn keys() -> impl Iterator<Item = u64> {
    (1..=5000_u64).map(|n| {
        let x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}

/// A table with entries, of the third search.
fn table(megabytes: usize) -> Table {
    let table = Table::new(megabytes, 1).expect("some memory");
    table.new_search();
    table.new_search();
    keys().zip(1..).for_each(|(key, mv)| table.store(key, entry(mv)));
    table
}

fn saved(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.save(&mut bytes, MEANING).expect("a vector takes everything");
    bytes
}

fn load(table: &Table, bytes: &[u8]) -> Result<(), LoadError> {
    table.load(&mut Cursor::new(bytes), MEANING)
}

/// Expects `bytes` to be refused, and a table to be none the worse for it.
fn refused(bytes: &[u8]) -> LoadError {
    let table = Table::new(2, 1).expect("some memory");
    table.store(42, entry(7));
    let age = table.age();
    let error = load(&table, bytes).expect_err("an error");
    assert_eq!((table.probe(42), table.age()), (Some(entry(7)), age));
    assert!(keys().all(|key| table.probe(key).is_none()));
    error
}

#[test]
fn what_was_saved_is_there_again() {
    let old = table(3);
    let bytes = saved(&old);
    let new = Table::new(3, 1).expect("some memory");
    new.store(42, entry(7));
    load(&new, &bytes).expect("a good file");
    assert!(keys().all(|key| new.probe(key) == old.probe(key)));
    assert_eq!(new.probe(42), None);
    assert_eq!(new.age(), old.age());
    assert_eq!(saved(&new), bytes);
}

#[test]
fn files_that_do_not_fit_are_refused_with_a_reason() {
    let good = saved(&table(2));
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] ^= byte;
        bytes
    };
    assert!(matches!(refused(b""), LoadError::Foreign));
    assert!(matches!(refused(b"no table at all, only text"), LoadError::Foreign));
    assert!(matches!(refused(&changed(3, 1)), LoadError::Foreign));
    assert!(matches!(refused(&changed(16, 3)), LoadError::Version { found: 2 }));
    // The head is damaged rather than different: its checksum does not fit.
    for at in [20, 24, 32, 40, 48] {
        assert!(matches!(refused(&changed(at, 1)), LoadError::Damaged { offset: 48 }), "{at}");
    }
    assert!(matches!(refused(&saved(&table(1))), LoadError::Size { found: 1, here: 2 }));
    let mut other = Vec::new();
    table(2).save(&mut other, MEANING + 1).expect("a vector takes everything");
    assert!(matches!(refused(&other), LoadError::Meaning));
    for length in [17, 40, 56, 57, 1 << 20, good.len() - 1] {
        assert!(matches!(refused(&good[..length]), LoadError::CutOff), "{length}");
    }
    assert!(matches!(refused(&[&good[..], b"x"].concat()), LoadError::TooLong));
}

#[test]
fn any_changed_bit_is_noticed() {
    let good = saved(&table(2));
    for at in (56..good.len()).step_by(good.len() / 40) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        assert!(matches!(refused(&bytes), LoadError::Damaged { .. }), "{at}");
    }
    // Parts that are whole but in each other's place.
    let part = (1 << 20) + 8;
    let (first, second) = (&good[56..56 + part], &good[56 + part..]);
    let swapped = [&good[..56], second, first].concat();
    assert!(matches!(refused(&swapped), LoadError::Damaged { .. }));
}

#[test]
fn the_faults_of_a_writer_are_passed_on() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = table(1).save(&mut Full(100_000), MEANING).expect_err("a full disk");
    assert_eq!(error.kind(), ErrorKind::StorageFull);
}

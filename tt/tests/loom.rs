//! The entry protocol under a model checker: every order in which the threads
//! may run and every value that a relaxed load may return.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p riposte-tt --release --test loom`
#![cfg(loom)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use loom::thread;
use riposte_tt::{Bound, Entry, Table};

/// Keys that share the one cluster.
const A: u64 = 0x0123_4567_89ab_cdef;
const B: u64 = 0x0123_4567_1357_9bdf;

const fn entry(mv: u16, depth: u8) -> Entry {
    Entry { mv, score: 50 + mv as i16, eval: -3, depth, bound: Bound::Exact, pv: false }
}

const A1: Entry = entry(1, 3);
const A2: Entry = entry(2, 7);
const B1: Entry = entry(3, 5);

/// How often a probe found each of the outcomes, over all executions.
#[derive(Default)]
struct Seen {
    first: AtomicUsize,
    second: AtomicUsize,
    none: AtomicUsize,
}

impl Seen {
    /// Counts an outcome; anything but the two entries was never written.
    fn note(&self, found: Option<Entry>, first: Entry, second: Entry) {
        let counter = match found {
            None => &self.none,
            Some(entry) if entry == first => &self.first,
            Some(entry) if entry == second => &self.second,
            Some(entry) => panic!("{entry:?} was never written for this key"),
        };
        counter.fetch_add(1, Relaxed);
    }

    fn counts(&self) -> [usize; 3] {
        [&self.first, &self.second, &self.none].map(|counter| counter.load(Relaxed))
    }
}

fn model(check: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    // As many forced switches of thread as there can be words half written,
    // and one more.
    builder.preemption_bound = Some(4);
    builder.check(check);
}

fn one_cluster() -> Arc<Table> {
    Arc::new(Table::with_clusters(1).unwrap())
}

/// Runs `work` beside the caller, which goes on first. Loom looks for other
/// orders where a load follows a store that it need not have followed, not the
/// other way round when the storing thread loaded that word itself; so in each
/// test those who only read are spawned, and the caller writes.
fn beside(table: &Arc<Table>, work: impl FnOnce(&Table) + 'static) -> thread::JoinHandle<()> {
    let table = Arc::clone(table);
    thread::spawn(move || work(&table))
}

fn reader(table: &Arc<Table>, seen: &Arc<Seen>) -> thread::JoinHandle<()> {
    let seen = Arc::clone(seen);
    beside(table, move |table| seen.note(table.probe(A), A1, A2))
}

/// A reader of a position whose entry is being replaced gets the old entry, the
/// new one or none.
#[test]
fn an_update_is_seen_whole_or_not() {
    let seen = Arc::new(Seen::default());
    let counts = Arc::clone(&seen);
    model(move || {
        let table = one_cluster();
        table.store(A, A1);
        let reader = reader(&table, &seen);
        table.store(A, A2);
        reader.join().unwrap();
        assert_eq!(table.probe(A), Some(A2));
    });
    // All three outcomes must have happened, the torn one too, or the model
    // would show nothing.
    assert!(counts.counts().iter().all(|&count| count > 0), "{:?}", counts.counts());
}

/// Two threads take the same empty slot for different positions, and a third
/// reads.
#[test]
fn two_positions_in_one_slot_do_not_mix() {
    let seen = [Arc::new(Seen::default()), Arc::new(Seen::default())];
    let counts = seen.clone();
    model(move || {
        let table = one_cluster();
        let writer = beside(&table, |table| table.store(A, A1));
        let reader = reader(&table, &seen[0]);
        table.store(B, B1);
        writer.join().unwrap();
        reader.join().unwrap();
        seen[0].note(table.probe(A), A1, A1);
        seen[1].note(table.probe(B), B1, B1);
    });
    for [found, _, lost] in counts.map(|seen| seen.counts()) {
        assert!(found > 0 && lost > 0, "found {found}, lost {lost}");
    }
}

/// Two threads write the same position's entry while a third reads it.
#[test]
fn two_writers_of_one_position_do_not_mix() {
    let seen = Arc::new(Seen::default());
    let counts = Arc::clone(&seen);
    model(move || {
        let table = one_cluster();
        let writer = beside(&table, |table| table.store(A, A1));
        let reader = reader(&table, &seen);
        table.store(A, A2);
        writer.join().unwrap();
        reader.join().unwrap();
        seen.note(table.probe(A), A1, A2);
    });
    assert!(counts.counts().iter().all(|&count| count > 0), "{:?}", counts.counts());
}

/// Neighbours share a word of checks: a lost update there loses an entry, and
/// never makes one.
#[test]
fn neighbours_may_be_lost_but_not_changed() {
    const B2: Entry = Entry { depth: 9, ..B1 };
    let seen = [Arc::new(Seen::default()), Arc::new(Seen::default())];
    let counts = seen.clone();
    model(move || {
        let table = one_cluster();
        table.store(A, A1);
        table.store(B, B1);
        let writer = beside(&table, |table| table.store(A, A2));
        table.store(B, B2);
        writer.join().unwrap();
        seen[0].note(table.probe(A), A2, A2);
        seen[1].note(table.probe(B), B2, B2);
    });
    for [found, _, lost] in counts.map(|seen| seen.counts()) {
        assert!(found > 0 && lost > 0, "found {found}, lost {lost}");
    }
}

/// Clearing while an entry is read leaves it whole or none, and nothing after.
#[test]
fn clearing_meanwhile_makes_no_entries() {
    let seen = Arc::new(Seen::default());
    let counts = Arc::clone(&seen);
    model(move || {
        let table = one_cluster();
        table.store(A, A1);
        let seen = Arc::clone(&seen);
        let reader = beside(&table, move |table| seen.note(table.probe(A), A1, A1));
        table.clear(1);
        reader.join().unwrap();
        assert_eq!(table.probe(A), None);
    });
    let [found, _, cleared] = counts.counts();
    assert!(found > 0 && cleared > 0, "found {found}, cleared {cleared}");
}

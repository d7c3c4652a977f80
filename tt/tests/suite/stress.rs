//! Threads that store into and probe the same few clusters of a real table:
//! what is found was written, whole, for that key.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use riposte_tt::{Bound, Entry, Table};

/// Far fewer clusters than cache lines of a core, so that threads meet all the
/// time, and more keys than slots, so that entries replace one another.
const CLUSTERS: u64 = 2;
const KEYS: u64 = 2 * CLUSTERS * 5;
/// Different entries per key.
const VERSIONS: u64 = 16;
const THREADS: u64 = 4;
const ROUNDS: u64 = if cfg!(miri) { 150 } else { 400_000 };

fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 31).wrapping_mul(0x9fb2_1c65_1e98_df25);
    let x = (x ^ x >> 28).wrapping_mul(0x9fb2_1c65_1e98_df25);
    x ^ x >> 28
}

/// The keys: the highest bits choose the first clusters of the table, the low
/// bits are random.
fn key(number: u64) -> u64 {
    // 1 MB has 2^14 clusters.
    (number % CLUSTERS) << 50 | mix(number + 1) >> 14
}

/// The entry that version `version` of a key has: every field follows from the
/// key and the version, so that an entry tells by itself whether it was ever
/// written.
fn entry(key: u64, version: u64) -> Entry {
    let hash = mix(key.rotate_left(17) ^ version);
    Entry {
        // A move is never zero: the table would then keep an older one.
        mv: hash as u16 | 1,
        score: (hash >> 16) as i16,
        eval: version as i16,
        depth: (hash >> 32) as u8,
        bound: if hash >> 40 & 1 == 0 { Bound::Lower } else { Bound::Exact },
        pv: hash >> 41 & 1 == 0,
    }
}

fn assert_written(key: u64, found: Entry) {
    let version = u64::try_from(found.eval).unwrap_or(u64::MAX);
    assert!(version < VERSIONS, "{found:?} was never written");
    assert_eq!(found, entry(key, version), "a mixture was found for {key:016x}");
}

/// Stores and probes at random; returns how many probes hit and missed.
fn work(table: &Table, seed: u64) -> (u64, u64) {
    let (mut hits, mut misses) = (0, 0);
    for round in 0..ROUNDS {
        let dice = mix(seed << 40 | round);
        let stored = key(dice % KEYS);
        table.store(stored, entry(stored, (dice >> 20) % VERSIONS));
        for shift in [28, 36, 44] {
            let key = key((dice >> shift) % KEYS);
            table.prefetch(key);
            match table.probe(key) {
                Some(found) => {
                    assert_written(key, found);
                    hits += 1;
                }
                None => misses += 1,
            }
        }
    }
    (hits, misses)
}

#[test]
fn nothing_is_found_that_was_never_written() {
    let table = Table::new(1, 1).unwrap();
    let start = Barrier::new(THREADS as usize);
    let counts: Vec<_> = thread::scope(|scope| {
        let run = |seed| {
            let (table, start) = (&table, &start);
            scope.spawn(move || {
                start.wait();
                work(table, seed)
            })
        };
        let workers: Vec<_> = (1..=THREADS).map(run).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    for (hits, misses) in counts {
        assert!(hits > 0 && misses > 0, "{hits} hits and {misses} misses");
    }
}

#[test]
fn clearing_and_ageing_meanwhile_make_no_entries() {
    let table = Table::new(1, 1).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let (table, done) = (&table, &done);
        scope.spawn(move || {
            while !done.load(Relaxed) {
                table.new_search();
                (0..KEYS)
                    .filter_map(|n| Some((key(n), table.probe(key(n))?)))
                    .for_each(|(key, found)| assert_written(key, found));
                if table.age() % 8 == 0 {
                    table.clear(2);
                }
            }
        });
        let workers = [7, 8].map(|seed| scope.spawn(move || work(table, seed)));
        let results = workers.map(|worker| worker.join());
        done.store(true, Relaxed);
        assert!(results.iter().all(|result| result.is_ok()), "a worker saw a mixture");
    });
    table.clear(2);
    assert!((0..KEYS).all(|n| table.probe(key(n)).is_none()));
}

//! What is done to the transposition table.

use riposte_tt::{Bound, Entry, Table};

use crate::Numbers;

/// A table with something in every cluster, and the keys that it knows.
pub struct Filled {
    /// The table.
    pub table: Table,
    /// Keys that are there, in an order that no processor can guess.
    pub known: Vec<u64>,
}

/// What is stored under `key`.
#[inline]
pub const fn line_of(key: u64) -> Entry {
    Entry {
        mv: key as u16 | 1,
        score: (key >> 16) as i16,
        eval: (key >> 32) as i16,
        depth: (key >> 48) as u8 & 15,
        bound: Bound::Lower,
        pv: false,
    }
}

/// So many keys. Other seeds give other keys.
pub fn keys(seed: u64, count: usize) -> Vec<u64> {
    let mut numbers = Numbers::new(seed);
    (0..count).map(|_| numbers.draw()).collect()
}

impl Filled {
    /// A table of `megabytes`, three fifths full, so that hardly an entry was
    /// pushed out, and `count` of the keys in it.
    ///
    /// # Panics
    ///
    /// When the system has not so much memory.
    pub fn new(megabytes: usize, count: usize) -> Self {
        let table = Table::new(megabytes, 1).expect("memory for the table of a bench");
        let mut numbers = Numbers::new(1);
        for _ in 0..table.capacity() / 5 * 3 {
            let key = numbers.draw();
            table.store(key, line_of(key));
        }
        let mut numbers = Numbers::new(1);
        let known = std::iter::from_fn(|| Some(numbers.draw()))
            .take(table.capacity() / 5 * 3)
            .filter(|&key| table.probe(key).is_some())
            .take(count)
            .collect();
        Self { table, known }
    }

    /// Probes for all keys; how many are known.
    #[inline]
    pub fn probe(&self, keys: &[u64]) -> usize {
        keys.iter().filter(|&&key| self.table.probe(key).is_some()).count()
    }

    /// Stores all keys.
    #[inline]
    pub fn store(&self, keys: &[u64]) {
        keys.iter().for_each(|&key| self.table.store(key, line_of(key)));
    }
}

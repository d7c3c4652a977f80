//! The table: clusters, and the count of searches.

use std::num::NonZero;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;

use crate::cluster::{Cluster, SLOTS};
use crate::entry::{Age, Entry};
use crate::memory::{AllocError, MEGABYTE, Memory};
use crate::prefetch::prefetch;

/// The smallest part of the table that is cleared by a thread of its own, in clusters: one
/// megabyte.
const LEAST_SHARE: usize = MEGABYTE / size_of::<Cluster>();

/// Clusters of the smallest page of memory that systems have.
const PAGE: usize = 4096 / size_of::<Cluster>();

/// A transposition table that any number of threads share by reference.
///
/// All methods but [`resize`](Self::resize) take `&self`; probing and storing
/// never wait for another thread.
pub struct Table {
    pub(crate) clusters: Memory,
    /// Changes once per search, so that probing threads share it at no cost.
    pub(crate) age: AtomicU8,
}

impl Table {
    /// An empty table of `megabytes` (of 2^20 bytes), its memory touched by as many threads
    /// as [`clear`](Self::clear) takes, so that no search pays for page faults.
    ///
    /// # Errors
    ///
    /// [`AllocError`] if the size is zero or more than the memory that is
    /// available; the latter names the largest size that would do. Nothing
    /// aborts, whatever the size.
    pub fn new(megabytes: usize, threads: usize) -> Result<Self, AllocError> {
        let clusters = Memory::new(megabytes, 0)?;
        let table = Self { clusters, age: AtomicU8::new(Age::FIRST.get()) };
        table.touch(threads);
        Ok(table)
    }

    /// Replaces the table by an empty one of another size. The memory of the
    /// old one counts as available, so a table that fills most of the machine
    /// can still grow a little.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); the old table is then unchanged.
    pub fn resize(&mut self, megabytes: usize, threads: usize) -> Result<(), AllocError> {
        // The new memory is only reserved here. It takes up space when it is first used,
        // after the old memory was freed.
        self.clusters = Memory::new(megabytes, self.clusters.bytes())?;
        self.age.store(Age::FIRST.get(), Relaxed);
        self.touch(threads);
        Ok(())
    }

    /// Replaces the table by the largest for which there is room, for when the
    /// size that was wanted is [`AllocError::TooLarge`]. A quarter of the memory
    /// is left to others, and pages are taken when a search first needs them: or
    /// the out-of-memory killer ends the process. A table that would be no
    /// larger than this one is not made. Returns the size in megabytes.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); the old table is then unchanged.
    pub fn grow_as_possible(&mut self) -> Result<usize, AllocError> {
        let credit = self.clusters.bytes();
        let possible = Memory::considerate_megabytes(credit);
        if possible > self.megabytes() {
            self.clusters = Memory::new(possible, credit)?;
            self.age.store(Age::FIRST.get(), Relaxed);
        }
        Ok(self.megabytes())
    }

    /// A table of so few clusters that a model checker can go through all that
    /// threads may do to it.
    ///
    /// # Errors
    ///
    /// [`AllocError`] if the memory is refused.
    #[cfg(loom)]
    pub fn with_clusters(clusters: usize) -> Result<Self, AllocError> {
        let clusters = Memory::of_clusters(clusters)?;
        Ok(Self { clusters, age: AtomicU8::new(Age::FIRST.get()) })
    }

    /// The size in megabytes (of 2^20 bytes).
    pub fn megabytes(&self) -> usize {
        self.clusters.bytes() / MEGABYTE
    }

    /// The number of entries that the table has room for.
    pub fn capacity(&self) -> usize {
        self.clusters.len() * SLOTS
    }

    /// Megabytes of the table that are in huge pages: zero if there are none or the system
    /// does not report it. A probe in them is cheaper, for it needs no walk of the page tables.
    pub fn huge_megabytes(&self) -> usize {
        self.clusters.huge_megabytes()
    }

    /// Empties the table with `threads` threads (zero counts as one) and starts
    /// the ages again: as good as new. Large tables take more threads, where there
    /// are processors for them. Entries that other threads store meanwhile may
    /// survive.
    pub fn clear(&self, threads: usize) {
        self.in_parallel(threads, |part| part.iter().for_each(Cluster::clear));
        self.age.store(Age::FIRST.get(), Relaxed);
    }

    /// Starts a new search: the entries there are grow one search older, and
    /// are the sooner replaced.
    pub fn new_search(&self) {
        self.age.store(self.now().next().get(), Relaxed);
    }

    /// The number of the search, in `1..=31`, after which it starts again.
    pub fn age(&self) -> u8 {
        self.now().get()
    }

    /// Asks the processor to fetch what [`probe`](Self::probe) and
    /// [`store`](Self::store) for `key` will read: one cache line. Worth the
    /// call as soon as the key is known and there is other work to do.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What was stored for `key`, if it is still there.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).probe(key)
    }

    /// Some word of the cache line that [`probe`](Self::probe) reads: the least that
    /// any probe can cost. For benches.
    #[doc(hidden)]
    #[inline]
    pub fn first_word(&self, key: u64) -> u64 {
        self.cluster(key).first_word()
    }

    /// Stores `entry` for `key`.
    ///
    /// Over the same position's entry the new one wins unless it is worse:
    /// it has no bound, or it is of the same search, not exact, and clearly
    /// shallower (any shallower if the old one is exact). Either way a known
    /// move is kept where the winner has none. If the position is not there,
    /// the entry of the cluster goes that is least deep and longest unused.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        self.cluster(key).store(key, entry, self.now());
    }

    /// How full the table is of entries of the current search, in thousandths,
    /// counted over the first thousand entries.
    pub fn permille_full(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000 / SLOTS)];
        let now = self.now();
        let used: u32 = sample.iter().map(|cluster| cluster.count_of(now)).sum();
        used * 1000 / (sample.len() * SLOTS) as u32
    }

    /// Writes to every page of new memory, which is empty: once for each page, as
    /// the system clears it.
    fn touch(&self, threads: usize) {
        let pages = |part: &[Cluster]| part.iter().step_by(PAGE).for_each(Cluster::clear);
        self.in_parallel(threads, pages);
    }

    /// Does `work` on parts of the table, each by a thread of its own.
    fn in_parallel(&self, threads: usize, work: fn(&[Cluster])) {
        let threads = threads.max(self.useful_threads());
        let share = self.clusters.len().div_ceil(threads).max(LEAST_SHARE);
        if share >= self.clusters.len() {
            return work(&self.clusters);
        }
        thread::scope(|scope| {
            for part in self.clusters.chunks(share) {
                // Without further threads this one does the work.
                if thread::Builder::new().spawn_scoped(scope, move || work(part)).is_err() {
                    work(part);
                }
            }
        });
    }

    /// One thread per gigabyte, up to the number of cores, however few threads search: the
    /// user waits for it when setting the size.
    fn useful_threads(&self) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        self.megabytes().div_ceil(1024).min(processors).max(1)
    }

    /// The cluster of a key, by the high half of the product of key and number
    /// of clusters: uniform for any size, without a division
    /// (D. Lemire, *Fast random integer generation in an interval*, 2019).
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[multiply_high(key, self.clusters.len())]
    }

    #[inline]
    fn now(&self) -> Age {
        Age::new(self.age.load(Relaxed)).unwrap_or(Age::FIRST)
    }
}

/// The high word of the product: less than `count`.
#[inline]
pub(crate) const fn multiply_high(key: u64, count: usize) -> usize {
    ((key as u128 * count as u128) >> 64) as usize
}

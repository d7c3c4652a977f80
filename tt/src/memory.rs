//! The table's memory: large, zeroed and aligned; allocation errors are reported early.

use std::ops::Deref;

use thiserror::Error;

use crate::cluster::Cluster;

#[cfg(any(loom, miri))]
mod safe;
#[cfg(any(loom, miri))]
use safe as system;

#[cfg(all(target_os = "linux", not(any(loom, miri))))]
mod linux;
#[cfg(all(target_os = "linux", not(any(loom, miri))))]
use linux as system;

#[cfg(not(any(target_os = "linux", loom, miri)))]
mod portable;
#[cfg(not(any(target_os = "linux", loom, miri)))]
use portable as system;

/// Bytes of a megabyte.
pub(crate) const MEGABYTE: usize = 1 << 20;

/// Why there is no table of the size asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages are the documentation")]
pub enum AllocError {
    #[error("a hash table needs at least 1 MB")]
    Empty,
    #[error(
        "no memory for a hash table of {requested} MB, the largest possible now is {largest} MB"
    )]
    TooLarge { requested: usize, largest: usize },
    /// Although there seemed to be enough.
    #[error("the system refused memory for a hash table of {requested} MB")]
    Refused { requested: usize },
}

/// The bytes that this process can still use: `None` if unknown.
pub fn available_memory() -> Option<u64> {
    system::available()
}

/// Zeroed clusters.
pub(crate) struct Memory(system::Block);

impl Memory {
    /// Room for `megabytes` of empty clusters. `credit` is the number of bytes
    /// that will be given back before the new ones are touched.
    pub(crate) fn new(megabytes: usize, credit: usize) -> Result<Self, AllocError> {
        if megabytes == 0 {
            return Err(AllocError::Empty);
        }
        let largest = largest_megabytes(system::available(), credit);
        if megabytes > largest {
            return Err(AllocError::TooLarge { requested: megabytes, largest });
        }
        // No overflow: `largest` is at most `isize::MAX` bytes.
        let clusters = megabytes * (MEGABYTE / size_of::<Cluster>());
        let block = system::Block::new(clusters);
        block.map(Self).ok_or(AllocError::Refused { requested: megabytes })
    }

    /// The largest size in megabytes that leaves a quarter of the available memory
    /// to others. `credit` as for [`new`](Self::new).
    pub(crate) fn considerate_megabytes(credit: usize) -> usize {
        largest_megabytes(system::available(), credit) / 4 * 3
    }

    /// So many clusters, few enough for a model checker.
    #[cfg(loom)]
    pub(crate) fn of_clusters(clusters: usize) -> Result<Self, AllocError> {
        system::Block::new(clusters).map(Self).ok_or(AllocError::Empty)
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&**self)
    }

    /// Megabytes in huge pages.
    pub(crate) fn huge_megabytes(&self) -> usize {
        self.0.huge_bytes() / MEGABYTE
    }
}

impl Deref for Memory {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        self.0.clusters()
    }
}

/// The largest table for so many available bytes (`None` if unknown) and so many that are
/// freed. Leaves a thirty-second part for the rest of the program, or the out-of-memory
/// killer ends it.
fn largest_megabytes(available: Option<u64>, credit: usize) -> usize {
    let usable = available.map_or(u64::MAX, |bytes| bytes - bytes / 32);
    let bytes = usable.saturating_add(credit as u64).min(isize::MAX as u64);
    bytes as usize / MEGABYTE
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIGABYTE: u64 = 1 << 30;

    #[test]
    fn the_largest_table_leaves_room_for_the_program() {
        assert_eq!(largest_megabytes(Some(0), 0), 0);
        assert_eq!(largest_megabytes(Some(32 * GIGABYTE), 0), 31 * 1024);
        assert_eq!(largest_megabytes(Some(GIGABYTE / 2), 0), 496);
    }

    #[test]
    fn memory_that_comes_free_counts_whole() {
        assert_eq!(largest_megabytes(Some(32 * GIGABYTE), 5 * MEGABYTE), 31 * 1024 + 5);
        assert_eq!(largest_megabytes(Some(0), 700 * MEGABYTE), 700);
    }

    #[test]
    fn no_size_is_beyond_what_an_allocation_can_have() {
        let limit = isize::MAX as usize / MEGABYTE;
        assert_eq!(largest_megabytes(None, 0), limit);
        assert_eq!(largest_megabytes(None, usize::MAX), limit);
        assert_eq!(largest_megabytes(Some(u64::MAX), usize::MAX), limit);
    }

    #[test]
    fn errors_tell_what_would_do() {
        let error = AllocError::TooLarge { requested: 1_000_000, largest: 23_000 };
        let text = error.to_string();
        assert!(text.contains("1000000 MB") && text.contains("23000 MB"), "{text}");
    }
}

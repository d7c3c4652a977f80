//! A shared lockless transposition table.
//!
//! Many search threads probe and store through a plain `&Table`. There is no
//! lock and no data race: memory is made of relaxed `AtomicU64` words, and
//! every entry carries a check of its key *and* its data, so that an entry put
//! together from the halves of two writes is refused like one of another
//! position (R. Hyatt and T. Mann, *A lock-less transposition table
//! implementation for parallel search*, ICGA Journal 25(1), 2002).
//!
//! The table does not depend on chess: keys, moves and scores are opaque words. What it
//! returns was stored for this key, up to the false hits of every table whose checks are
//! shorter than the key: at most 1.2 in a thousand million probes (see `Cluster` in the
//! sources for the layout and its reasons). A move from the table must still be checked for
//! legality before it is played.
//!
//! ```
//! use riposte_tt::{Bound, Entry, Table};
//!
//! let table = Table::new(1, 1)?;
//! let key = 0x0123_4567_89ab_cdef;
//! assert_eq!(table.probe(key), None);
//!
//! let entry = Entry { mv: 796, score: 31, eval: 24, depth: 9, bound: Bound::Exact, pv: true };
//! table.store(key, entry);
//! assert_eq!(table.probe(key), Some(entry));
//!
//! // A later search result without a move keeps the move that is known.
//! table.new_search();
//! table.store(key, Entry { mv: 0, depth: 12, bound: Bound::Upper, ..entry });
//! assert_eq!(table.probe(key).map(|e| (e.mv, e.depth)), Some((796, 12)));
//!
//! // A size that the machine does not have is an error, not an abort.
//! assert!(Table::new(usize::MAX, 1).is_err());
//! # Ok::<(), riposte_tt::AllocError>(())
//! ```

mod cluster;
mod entry;
#[cfg(all(test, not(loom)))]
mod false_hits;
mod memory;
mod prefetch;
#[cfg(not(loom))]
mod saved;
mod table;

pub use entry::{Bound, Entry};
pub use memory::{AllocError, available_memory};
pub use prefetch::prefetch;
#[cfg(not(loom))]
pub use saved::LoadError;
pub use table::Table;

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

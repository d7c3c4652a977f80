//! Riposte's search.
//!
//! Most users need [`Engine`] only: set a position, call [`Engine::search`] with [`Limits`].
//! [`Engine::go`] does not wait; it reports to a [`Sink`] while it searches. The library
//! neither reads nor prints.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use riposte_board::Board;
//! use riposte_search::{Engine, Limits};
//!
//! let board = Board::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
//! let mut engine = Engine::new()?;
//! engine.set_position(board.clone());
//! let found = engine.search(Limits::depth(6), &AtomicBool::new(false));
//!
//! assert_eq!(board.san(found.best.unwrap()), "Rd8#");
//! assert_eq!(found.pvs[0].score.mate_in(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A new engine evaluates by material and piece squares. [`Engine::set_evaluation`] sets a
//! network; the feature `embedded-net` includes Riposte's own.
//!
//! # Modules, in the order of control flow
//!
//! | module | content |
//! |---|---|
//! | `engine`, `limits`, `info`, `blocking` | the facade: settings, limits, reports, waiting |
//! | `threads` | thread pool, what the threads of a search share, lockstep, vote, answer |
//! | `time` | time budget, clock of a search, measured latency, node time |
//! | `tree` | iterative deepening, root moves, main search, quiescence, mate search, nodes, stack |
//! | `tb` | endgame tablebases at the root and in the tree |
//! | `rules` | pruning of nodes and moves, null move, ProbCut, extensions, reductions |
//! | `strength`, `hash_file`, `bench` | limited strength, the TT in a file, the signature |
//!
//! `docs/ARCHITECTURE.md` follows a `go` command and a TT entry through the files.
#![forbid(unsafe_code)]

mod bench;
mod blocking;
mod engine;
mod hash_file;
mod info;
mod limits;
mod rules;
mod strength;
mod tb;
#[cfg(test)]
mod testing;
mod threads;
mod time;
mod tree;

pub use bench::{BENCH_DEPTH, BENCH_POSITIONS};
pub use blocking::Found;
pub use engine::{DEFAULT_HASH, Engine, EngineError};
pub use hash_file::LoadHashError;
pub use info::{Bound, Info, MateVerdict, Silent, Sink};
pub use limits::Limits;
#[cfg(feature = "passed-net")]
pub use riposte_eval::pass_network;
pub use riposte_eval::{
    Buckets, Depth, EvalTrace, Evaluation, LoadError, NetworkError, Ply, SaveError, Score, wdl,
};
pub use riposte_params::{self as params, stats};
pub use strength::Strength;
pub use tb::prober::Tablebases;
pub use threads::pool::{BYTES_PER_THREAD, STACK_BYTES};
pub use threads::solo::Solo;

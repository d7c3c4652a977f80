//! Riposte's search.
//!
//! Most users need [`Engine`] only: set a position, call [`Engine::go`] with [`Limits`],
//! receive reports through a [`Sink`]. The library neither reads nor prints.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//!
//! use riposte_board::Board;
//! use riposte_movegen::Move;
//! use riposte_search::{Engine, Info, Limits, Score, Sink};
//!
//! /// Keeps the last score and the best move.
//! #[derive(Default)]
//! struct Answer(Mutex<(Option<Score>, Option<Move>)>);
//!
//! impl Sink for Answer {
//!     fn info(&self, info: &Info) {
//!         self.0.lock().unwrap().0 = Some(info.score);
//!     }
//!
//!     fn best_move(&self, best: Option<Move>, _ponder: Option<Move>) {
//!         self.0.lock().unwrap().1 = best;
//!     }
//! }
//!
//! let board = Board::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
//! let answer = Arc::new(Answer::default());
//! let mut engine = Engine::new()?;
//! engine.set_position(board.clone());
//! engine.go(Limits::depth(6), answer.clone());
//! engine.wait();
//!
//! let (score, best) = *answer.0.lock().unwrap();
//! assert_eq!(board.san(best.unwrap()), "Rd8#");
//! assert_eq!(score.and_then(Score::mate_in), Some(1));
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
//! | `engine`, `limits`, `info` | the facade: settings, limits of a search, reports |
//! | `threads` | thread pool, what the threads of a search share, slots, lockstep, vote, answer |
//! | `time` | time budget, clock of a search, measured latency, node time |
//! | `tree` | iterative deepening, root moves, main search, quiescence, mate search, nodes, stack |
//! | `tb` | endgame tablebases at the root and in the tree |
//! | `rules` | pruning of nodes and moves, null move, ProbCut, extensions, reductions |
//! | `strength`, `hash_file`, `bench` | limited strength, the TT in a file, the signature |
//!
//! `docs/ARCHITECTURE.md` follows a `go` command and a TT entry through the files.
#![forbid(unsafe_code)]

mod bench;
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

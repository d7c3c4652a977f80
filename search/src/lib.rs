//! Riposte's search.
//!
//! [`Engine`] is the whole of it for most users: set a position, [`Engine::go`]
//! with [`Limits`], listen through a [`Sink`]. It neither reads nor prints.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//!
//! use riposte_board::Board;
//! use riposte_movegen::Move;
//! use riposte_search::{Engine, Info, Limits, Score, Sink};
//!
//! /// Keeps the last score and the answer.
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
//! A new engine judges by material and squares; [`Engine::set_evaluation`] gives it a
//! network, the feature `embedded-net` carries Riposte's own.
//!
//! # Where things are
//!
//! | module | what it does |
//! |---|---|
//! | `engine`, `pool`, `shared` | threads, and what they share during one search |
//! | `answer`, `turns` | the vote on the move; more threads than cores |
//! | `reporter` | who gives the answer if the main thread has to wait |
//! | `saved` | the transposition table in a file |
//! | `lockstep` | many threads with a reproducible result |
//! | `worker`, `search` | one thread's memory, and its running search |
//! | `score`, `window`, `depth` | values, intervals of them, remaining depth and distance from the root |
//! | `iterate`, `root` | iterative deepening, aspiration, the root's moves |
//! | `info`, `report` | what a search tells its listener, and how it is put together |
//! | `node` | kinds of node, and what is known about one before its moves are tried |
//! | `alphabeta` | the main search |
//! | `quiescence` | captures until the position is calm |
//! | `prune`, `null_move`, `probcut` | nodes that need no search of their moves |
//! | `skip`, `singular`, `reduce` | moves not searched, extended, reduced |
//! | `feedback` | what a node says about the move before it |
//! | `picker`, `early`, `history` | the order of moves and the memory behind it |
//! | `sight` | what a quiet move is seen to do on the board, for the order of moves |
//! | `tablebase`, `table_root` | endgame tablebases in the tree and at the root |
//! | `mate` | proof or disproof of a mate in so many moves |
//! | `eval` | static evaluation |
//! | `wdl` | what a score means for the result |
//! | `time`, `limits`, `node_clock` | when to stop |
//! | `lag` | what moves cost on the client's clock beyond the plan |
//! | `strength` | weaker play on request |
//! | `lab` | every heuristic as a switch, every number as a tunable |
//! | `stats` | counters, at no cost where nobody counts |
//! | `bench` | doors for the benches of single parts |
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod bench;
mod depth;
mod engine;
mod eval;
mod hash_file;
mod info;
mod limits;
mod mate;
mod ordering;
pub mod params;
mod rules;
mod score;
mod strength;
mod tb;
#[cfg(test)]
mod testing;
mod threads;
mod time;
mod tree;
pub mod wdl;

pub use depth::{Depth, Ply};
pub use engine::{DEFAULT_HASH, Engine, EngineError};
pub use eval::{Buckets, EvalTrace, Evaluation, NetworkError};
pub use hash_file::LoadHashError;
pub use info::{Bound, Info, MateVerdict, Silent, Sink};
pub use limits::Limits;
pub use params::stats;
pub use score::Score;
pub use strength::Strength;
pub use tb::prober::Tablebases;
pub use threads::pool::BYTES_PER_THREAD;

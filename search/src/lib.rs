//! Riposte's search.
//!
//! [`Engine`] is the whole of it for most users: set a position, [`Engine::go`]
//! with [`Limits`], listen through a [`Sink`]. It neither reads nor prints.
//!
//! # Where things are
//!
//! | module | what it does |
//! |---|---|
//! | `engine`, `pool`, `task` | threads, and what they share during one search |
//! | `answer`, `turns` | the vote on the move; more threads than cores |
//! | `saved` | the transposition table in a file |
//! | `lockstep` | many threads with a reproducible result |
//! | `worker`, `search` | one thread's memory, and its running search |
//! | `iterate`, `root`, `report` | iterative deepening, aspiration, the root's moves |
//! | `alphabeta` | the main search |
//! | `quiescence` | captures until the position is calm |
//! | `prune`, `null_move`, `probcut` | nodes that need no search of their moves |
//! | `skip`, `singular`, `reduce` | moves not searched, extended, reduced |
//! | `feedback` | what a node says about the move before it |
//! | `picker`, `early`, `history` | the order of moves and the memory behind it |
//! | `tablebase`, `table_root` | endgame tablebases in the tree and at the root |
//! | `mate` | proof or disproof of a mate in so many moves |
//! | `eval` | static evaluation |
//! | `wdl` | what a score means for the result |
//! | `time`, `limits`, `node_clock` | when to stop |
//! | `strength` | weaker play on request |
//! | `lab` | every heuristic as a switch, every number as a tunable |
//! | `stats` | counters, at no cost where nobody counts |
#![forbid(unsafe_code)]

mod alphabeta;
mod answer;
#[doc(hidden)]
pub mod bench;
mod depth;
mod early;
mod engine;
mod eval;
mod feedback;
pub mod history;
mod info;
mod iterate;
pub mod lab;
mod lag;
mod limits;
mod lockstep;
mod mate;
mod node;
mod node_clock;
mod null_move;
mod picker;
mod pool;
mod probcut;
mod prune;
mod quiescence;
mod reduce;
mod report;
mod root;
mod saved;
mod score;
mod search;
mod sight;
mod singular;
mod skip;
pub mod stats;
mod strength;
mod table_root;
mod tablebase;
mod task;
mod time;
mod turns;
mod voice;
pub mod wdl;
mod window;
mod worker;

pub use depth::{Depth, Ply};
pub use engine::{DEFAULT_HASH, Engine, EngineError};
pub use eval::{Buckets, Evaluation, NetworkError, Opinion};
pub use info::{Bound, Info, Silent, Sink};
pub use limits::Limits;
pub use mate::MateVerdict;
pub use pool::BYTES_PER_THREAD;
pub use saved::LoadHashError;
pub use score::Score;
pub use strength::Strength;
pub use tablebase::Tablebases;
